import WatchpostModel

/// What one lamp says now, and in words.
package struct LampReading: Hashable, Sendable {
    package var meaning: LampMeaning
    /// What it would say if the data were fresh; decides what blinks while it is stale.
    package var underlying: LampMeaning
    /// The same, a thing at a time.
    package var facts: [LampFact]
    package var words: String

    package var signal: LampSignal { meaning.signal(over: underlying) }

    /// Reads the facts for one target: the highest row of the lamp table that holds.
    ///
    /// Quiet hours take the place of `allUp`, `suspected` and `someDown` only: a confirmed outage,
    /// maintenance and everything that is wrong with our own knowledge still show at night.
    package init(of selection: RealmSelection, under conditions: LampConditions, times: ClockText) {
        let tally = RealmTally(selection)
        let fresh = tally.reading(anyDownIsAll: conditions.anyDownIsAll)
        let box = LampReading.ofTheBox(conditions)
        let doubt = LampReading.ofDoubt(selection)
        let outage = doubt.flatMap { LampReading.confirmedOutage(selection, despite: $0, conditions) }
        (meaning, facts) = box ?? outage ?? doubt ?? fresh
        words = facts.map { [meaning] in $0.words(times, isPart: meaning == .someDown) }.joined(
            separator: ", "
        )
        if conditions.isQuiet, meaning > .quietHours, meaning < .dark {
            let quiet = LampFact(.quiet)
            words = "\(quiet.words(times, isPart: false)); \(words)"
            (meaning, facts) = (.quietHours, [quiet] + facts)
        }
        underlying = fresh.meaning
    }

    private typealias Row = (meaning: LampMeaning, facts: [LampFact])

    /// The rows that are about the box itself.
    private static func ofTheBox(_ conditions: LampConditions) -> Row? {
        if conditions.isStopping { return (.dark, [LampFact(.dark)]) }
        if conditions.isIdentifying { return (.identify, [LampFact(.identify)]) }
        if let fault = conditions.fault {
            return (.internalFault, [LampFact(.fault, reason: fault.words, code: fault.code)])
        }
        if !conditions.isSetUp { return (.notSetUp, [LampFact(.notSetUp)]) }
        if case .down(let since) = conditions.network {
            return (.noNetwork, [LampFact(.noNetwork, since: since)])
        }
        return nil
    }

    /// Where all that is known for certain is down, that is shown, whatever is not known of the other sources.
    ///
    /// An outage of a whole region must not hide behind one that was never heard of.
    private static func confirmedOutage(
        _ selection: RealmSelection,
        despite doubt: Row,
        _ conditions: LampConditions
    ) -> Row? {
        let known = RealmTally(selection.fresh)
        guard known.down > 0, conditions.anyDownIsAll || known.up + known.suspected == 0 else { return nil }
        let down = LampFact(.down, known.down, of: selection.total, since: known.downSince)
        return (.down, [down] + doubt.facts)
    }

    /// The rows that say how far the data can be trusted: one doubtful source makes the whole target
    /// doubtful, because a steady light is a promise.
    private static func ofDoubt(_ selection: RealmSelection) -> Row? {
        guard selection.total > 0 || !selection.sources.isEmpty else {
            return (.notSetUp, [LampFact(.nothing)])
        }
        let freshness = selection.sources.map(\.freshness)
        if let lost = freshness.first(where: { $0.state == .noNetwork }) {
            return (.noNetwork, [LampFact(.noNetwork, since: lost.since)])
        }
        if selection.sources.contains(where: \.needsSetUp) { return (.notSetUp, [LampFact(.notSetUp)]) }
        if freshness.contains(where: { $0.state == .waiting }) { return (.waiting, [LampFact(.waiting)]) }
        if let stale = freshness.first(where: { $0.state == .stale }) {
            return (.stale, [LampFact(.stale, since: stale.since, reason: stale.reason)])
        }
        return nil
    }
}
