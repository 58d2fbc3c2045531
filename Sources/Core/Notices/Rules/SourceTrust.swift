/// Which sources say how the world is now: what was announced before a cut, or before the box was off, may be over.
///
/// A source that answers again is trusted a moment later, when what it changed has been stored. One that nobody spoke
/// of is trusted. Times are monotonic.
package struct SourceTrust: Hashable, Sendable {
    /// The first answers are stored within milliseconds; a busy card takes longer.
    private static let settling = Duration.seconds(5)

    private var silent: Set<RealmFeed> = []
    /// When those that had been silent answered again.
    private var answeredAt: [RealmFeed: Duration] = [:]

    package init() {}

    package mutating func saw(_ source: RealmFeed, isFresh: Bool, at now: Duration) {
        if !isFresh {
            silent.insert(source)
        } else if silent.remove(source) != nil {
            answeredAt[source] = now
        }
    }

    /// The sources whose realms nobody is told of at the moment.
    package func doubted(at now: Duration) -> Set<RealmFeed> {
        silent.union(answeredAt.filter { now - $0.value < SourceTrust.settling }.keys)
    }
}
