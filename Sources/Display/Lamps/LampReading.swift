import WatchpostModel

/// What one lamp says now, and in words.
package struct LampReading: Hashable, Sendable {
    package var meaning: LampMeaning
    /// What it would say if the data were fresh; decides what blinks while it is stale.
    package var underlying: LampMeaning
    package var words: String

    package var signal: LampSignal { meaning.signal(over: underlying) }

    /// Reads the facts for one target: the highest row of the lamp table that holds.
    ///
    /// Quiet hours take the place of `allUp`, `suspected` and `someDown` only: a confirmed outage,
    /// maintenance and everything that is wrong with our own knowledge still show at night.
    package init(of selection: RealmSelection, under conditions: LampConditions, times: ClockText) {
        let tally = RealmTally(selection)
        let fresh = tally.reading(anyDownIsAll: conditions.anyDownIsAll, times: times)
        let box = LampReading.ofTheBox(conditions, times: times)
        let doubt = LampReading.ofDoubt(selection, times: times)
        var (meaning, words) = box ?? doubt ?? fresh
        if conditions.isQuiet, meaning > .quietHours, meaning < .dark {
            (meaning, words) = (.quietHours, "quiet hours; \(words)")
        }
        self.meaning = meaning
        self.words = words
        underlying = fresh.meaning
    }

    private typealias Row = (meaning: LampMeaning, words: String)

    /// The rows that are about the box itself.
    private static func ofTheBox(_ conditions: LampConditions, times: ClockText) -> Row? {
        if conditions.isStopping { return (.dark, "not running") }
        if conditions.isIdentifying { return (.identify, "this is the box") }
        if let fault = conditions.fault { return (.internalFault, "\(fault.code): \(fault.words)") }
        if !conditions.isSetUp { return (.notSetUp, "not set up") }
        if case .down(let since) = conditions.network {
            return (.noNetwork, "no network" + times.since(since))
        }
        return nil
    }

    /// The rows that say how far the data can be trusted: one doubtful source makes the whole target
    /// doubtful, because a steady light is a promise.
    private static func ofDoubt(_ selection: RealmSelection, times: ClockText) -> Row? {
        guard selection.total > 0 || !selection.sources.isEmpty else {
            return (.notSetUp, "nothing to watch")
        }
        let freshness = selection.sources.map(\.freshness)
        if let lost = freshness.first(where: { $0.state == .noNetwork }) {
            return (.noNetwork, "no network" + times.since(lost.since))
        }
        if freshness.contains(where: { $0.state == .waiting }) { return (.waiting, "waiting for data") }
        if let stale = freshness.first(where: { $0.state == .stale }) {
            return (.stale, "stale" + times.since(stale.since) + (stale.reason.map { ": \($0)" } ?? ""))
        }
        return nil
    }
}
