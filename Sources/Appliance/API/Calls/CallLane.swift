import Core

/// Where a call waits and runs: a stranger's slow call must not hold up a phone that is known, nor home.
enum CallLane: CaseIterable, Sendable {
    /// From this network: whoever sits there could pull the plug as well.
    case home
    /// From outside, with a credential that was found good before.
    case known
    /// Anybody else.
    case stranger

    /// How many of `most` handlers at the same time are this lane's, those among them that wait for the disk or for a
    /// push service: three eighths for each of the others, a quarter for strangers.
    func places(of most: Int) -> Int {
        switch self {
        case .home, .known: most * 3 / 8
        case .stranger: most / 4
        }
    }

    /// Threads for what handlers compute.
    var threads: Int { 2 }

    fileprivate var name: String {
        switch self {
        case .home: "watchpost.calls.home"
        case .known: "watchpost.calls.known"
        case .stranger: "watchpost.calls.strangers"
        }
    }
}

/// The threads of each lane.
struct CallLanes: Sendable {
    private let home = QueueTaskExecutor(named: CallLane.home.name, width: CallLane.home.threads)
    private let known = QueueTaskExecutor(named: CallLane.known.name, width: CallLane.known.threads)
    private let stranger = QueueTaskExecutor(named: CallLane.stranger.name, width: CallLane.stranger.threads)

    subscript(lane: CallLane) -> QueueTaskExecutor {
        switch lane {
        case .home: home
        case .known: known
        case .stranger: stranger
        }
    }
}

/// Credentials that were found good lately, so that the next call with one need not wait among strangers.
///
/// It proves nothing: the gate looks each of them up again. Kept are hashes under a key that this process alone has
/// (Swift's seeded `Hasher`), of at most twice `most` credentials; of those not seen for long the oldest half goes.
final class KnownCallers: Sendable {
    private struct State {
        var recent: Set<Int> = []
        var older: Set<Int> = []
    }

    private let state = Locked(State())
    private let most: Int

    init(most: Int = 2_048) {
        self.most = most
    }

    /// A credential of a device was just found good; `authorization` is the whole header.
    func note(_ authorization: String?) {
        guard let authorization else { return }
        let hash = KnownCallers.hash(authorization)
        state.withLock { state in
            if state.recent.count >= most {
                state.older = state.recent
                state.recent = []
            }
            state.recent.insert(hash)
        }
    }

    func knows(_ authorization: String?) -> Bool {
        guard let authorization else { return false }
        let hash = KnownCallers.hash(authorization)
        return state.withLock { $0.recent.contains(hash) || $0.older.contains(hash) }
    }

    func lane(of request: CallRequest) -> CallLane {
        request.client.isLocal ? .home : knows(request.authorization) ? .known : .stranger
    }

    private static func hash(_ authorization: String) -> Int {
        var hasher = Hasher()
        // Bytes: text that is equal only after normalising is another credential.
        var text = authorization
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return hasher.finalize()
    }
}
