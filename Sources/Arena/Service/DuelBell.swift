import Core
import SystemSupport
import WatchpostModel

/// Wakes whoever watches over duels; from any thread, waits for nothing.
final class DuelBell: Sendable {
    /// What was said since it was looked at last.
    struct Heard: Sendable {
        var clock = DuelClock()
        /// The rows of players whose duels changed.
        var players: Set<Int64> = []
        /// More than are worth a list: anybody's may have.
        var isAnybody = true
    }

    /// Players that are told apart.
    private static let mostPlayers = 100

    private let heard = Locked(Heard())
    private let signals: AsyncStream<Void>
    private let entry: AsyncStream<Void>.Continuation

    init() {
        (signals, entry) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Duels changed.
    func ring(_ changes: DuelChanges) {
        heard.withLock { heard in
            if let due = changes.due { heard.clock.expect(due) }
            guard !heard.isAnybody else { return }
            heard.players.formUnion(changes.players)
            if heard.players.count > DuelBell.mostPlayers { (heard.players, heard.isAnybody) = ([], true) }
        }
        entry.yield()
    }

    /// Changes what is known of when to look, and wakes.
    func ring(_ change: (inout DuelClock) -> Void) {
        heard.withLock { change(&$0.clock) }
        entry.yield()
    }

    /// Anybody's duels may have changed, and be due at any time.
    func forget() {
        heard.withLock { heard in
            heard.clock.forget()
            (heard.players, heard.isAnybody) = ([], true)
        }
        entry.yield()
    }

    /// Asks or changes what is known of when to look.
    func clock<Value>(_ work: (inout DuelClock) -> Value) -> Value {
        heard.withLock { work(&$0.clock) }
    }

    /// Whether duels of some of these players may have changed since this was asked last.
    func takeChanges(of players: Set<Int64>) -> Bool {
        heard.withLock { heard in
            let isAny = heard.isAnybody || !heard.players.isDisjoint(with: players)
            (heard.players, heard.isAnybody) = ([], false)
            return isAny
        }
    }

    /// Until `pause` is over or it is rung.
    func sleep(_ pause: Duration) async {
        let timer = Task { [entry] in
            try? await Task.sleep(for: max(pause, .milliseconds(20)))
            // Cancelled when something else woke it: a signal of its own would end the next sleep, and so on for ever.
            if !Task.isCancelled { entry.yield() }
        }
        var iterator = signals.makeAsyncIterator()
        _ = await iterator.next()
        timer.cancel()
    }
}
