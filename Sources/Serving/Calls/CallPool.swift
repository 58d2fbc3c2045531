package import Core

/// Where a call waits and runs: a stranger's slow call must not hold up a phone that is known, nor home.
package enum CallPool: CaseIterable, Sendable {
    /// From this network: whoever sits there could pull the plug as well.
    case home
    /// From outside, with a credential that was found good before.
    case known
    /// Players and their games, wherever they are, if they are known or at home: what they wait for is a file of its own,
    /// and anybody can have many of them.
    case game
    /// Those of them that are outside: they take places of `game`, and never all of them.
    case gameOutside
    /// Anybody else.
    case stranger

    /// How many of `most` handlers at the same time are this pool's, those among them that wait for the disk or for a
    /// push service: two fifths for games, at most five eighths of them for those outside, so that the rest is home's own, a
    /// fifth for each of the others.
    package func places(of most: Int) -> Int {
        switch self {
        case .home, .known, .stranger: most / 5
        case .game: most * 2 / 5
        case .gameOutside: most / 4
        }
    }

    /// The pools that have to have a place for a call of this one.
    var all: [CallPool] { self == .gameOutside ? [.gameOutside, .game] : [self] }

    /// Threads for what handlers compute.
    package var threads: Int { 2 }

    fileprivate var name: String {
        switch self {
        case .home: "watchpost.calls.home"
        case .known: "watchpost.calls.known"
        case .game, .gameOutside: "watchpost.calls.games"
        case .stranger: "watchpost.calls.strangers"
        }
    }
}

/// The threads of each pool.
package struct CallPools: Sendable {
    private let home = QueueTaskExecutor(named: CallPool.home.name, width: CallPool.home.threads)
    private let known = QueueTaskExecutor(named: CallPool.known.name, width: CallPool.known.threads)
    private let game = QueueTaskExecutor(named: CallPool.game.name, width: CallPool.game.threads)
    private let stranger = QueueTaskExecutor(named: CallPool.stranger.name, width: CallPool.stranger.threads)

    package subscript(pool: CallPool) -> QueueTaskExecutor {
        switch pool {
        case .home: home
        case .known: known
        case .game, .gameOutside: game
        case .stranger: stranger
        }
    }
}

extension CallPool {
    package init(of request: CallRequest, within bounds: CallBounds) {
        if request.isStranger {
            self = .stranger
        } else if bounds.isForGames {
            self = request.client.isLocal ? .game : .gameOutside
        } else {
            self = request.client.isLocal ? .home : .known
        }
    }
}
