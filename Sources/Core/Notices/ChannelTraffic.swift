/// How much of one channel may be under way, and whether it is held.
package struct ChannelTraffic: Hashable, Sendable {
    /// Deliveries handed over and not answered.
    package private(set) var underWay = 0
    private let most: Int
    private var heldUntil: Duration?

    /// `parallelism`: what the channel sends at a time; twice as much is handed over, so that it never waits for us.
    package init(parallelism: Int) {
        most = max(1, parallelism) * 2
    }

    /// How many more it may take now; only worth a transaction once half of it is free.
    package func room(at now: Duration) -> Int {
        guard heldUntil.map({ $0 <= now }) ?? true else { return 0 }
        let room = most - underWay
        return room * 2 >= most ? room : 0
    }

    package mutating func sent(_ count: Int) {
        underWay += count
    }

    package mutating func answered(_ count: Int) {
        underWay = max(0, underWay - count)
    }

    /// Nothing of it until then.
    package mutating func hold(for pause: Duration, at now: Duration) {
        heldUntil = max(heldUntil ?? now, now + pause)
    }

    /// When it may go on; nil when nothing holds it.
    package func held(at now: Duration) -> Duration? {
        heldUntil.flatMap { $0 > now ? $0 : nil }
    }
}
