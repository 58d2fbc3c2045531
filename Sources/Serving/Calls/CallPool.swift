package import Core

/// Where a call waits and runs: a stranger's slow call must not hold up a phone that is known, nor home.
package enum CallPool: CaseIterable, Sendable {
    /// From this network: whoever sits there could pull the plug as well.
    case home
    /// From outside, with a credential that was found good before.
    case known
    /// Anybody else.
    case stranger

    /// How many of `most` handlers at the same time are this pool's, those among them that wait for the disk or for a
    /// push service: three eighths for each of the others, a quarter for strangers.
    package func places(of most: Int) -> Int {
        switch self {
        case .home, .known: most * 3 / 8
        case .stranger: most / 4
        }
    }

    /// Threads for what handlers compute.
    package var threads: Int { 2 }

    fileprivate var name: String {
        switch self {
        case .home: "watchpost.calls.home"
        case .known: "watchpost.calls.known"
        case .stranger: "watchpost.calls.strangers"
        }
    }
}

/// The threads of each pool.
package struct CallPools: Sendable {
    private let home = QueueTaskExecutor(named: CallPool.home.name, width: CallPool.home.threads)
    private let known = QueueTaskExecutor(named: CallPool.known.name, width: CallPool.known.threads)
    private let stranger = QueueTaskExecutor(named: CallPool.stranger.name, width: CallPool.stranger.threads)

    package subscript(pool: CallPool) -> QueueTaskExecutor {
        switch pool {
        case .home: home
        case .known: known
        case .stranger: stranger
        }
    }
}

extension CallPool {
    /// By what is known without asking the disk.
    package init(of request: CallRequest) {
        guard !request.client.isLocal else {
            self = .home
            return
        }
        switch request.bearer.known {
        case .fresh, .aged: self = .known
        case .unknown: self = request.bearer.isOwner ? .known : .stranger
        }
    }
}
