import WatchpostModel

/// What several results come to: those of an installation, or of all installations of a player.
struct StandingSum: Hashable, Sendable {
    var standing: ResultStanding
    /// The number of the newest result that has a say in the score.
    ///
    /// Of `latest` that is the newest of all; of `sum` the newest
    /// that was not 0 (0: all were 0); of `best` it is the one that the standing names.
    var last: Int64
    /// Results that count, from 1; 0: there are none.
    var count: Int64

    /// The most that is counted: see `ArenaDatabase.Check.count`.
    static let mostCounted: Int64 = 9_007_199_254_740_991

    init(standing: ResultStanding, last: Int64? = nil, count: Int64) {
        (self.standing, self.last, self.count) = (standing, last ?? standing.sequence, count)
    }

    /// One result alone.
    init(_ result: ResultStanding, by rule: BoardOperator) {
        self.init(standing: result, last: rule == .sum && result.score == 0 ? 0 : nil, count: 1)
    }

    /// With one more result.
    ///
    /// One that is not newer than all others is merged as if it were of another installation.
    func adding(_ result: ResultStanding, by rules: BoardOrdering) -> StandingSum {
        let one = StandingSum(result, by: rules.counts)
        guard result.sequence > max(last, standing.sequence) else { return merged(with: one, by: rules) }
        let added = standing.adding(result, by: rules)
        let isNewest = rules.counts == .latest || added != standing
        return StandingSum(
            standing: added,
            last: isNewest ? result.sequence : last,
            count: StandingSum.counted(count, 1)
        )
    }

    /// What two installations have together; neither the order of merging nor that of the two matters.
    ///
    /// Best scores and sums come out as if all results were added one by one. Of `latest` that would need all results of
    /// either, so the rule is: the installation that played last has the score, and the place that this score has there.
    /// A player whose installations are known when results are put together loses nothing by that: see `StandingSums`.
    func merged(with other: StandingSum, by rules: BoardOrdering) -> StandingSum {
        var merged: StandingSum
        switch rules.counts {
        case .best:
            let isEqual = standing.score == other.standing.score
            let isOther =
                isEqual
                ? other.standing.sequence < standing.sequence
                : other.standing.isBetter(than: standing, isAscending: rules.isAscending)
            merged = isOther ? other : self
        case .latest: merged = other.last > last ? other : self
        case .sum:
            let newest = max(last, other.last)
            let first = min(standing.sequence, other.standing.sequence)
            merged = StandingSum(
                standing: ResultStanding(
                    score: ResultStanding.sum(standing.score, other.standing.score),
                    sequence: newest > 0 ? newest : first
                ),
                last: newest,
                count: 0
            )
        }
        merged.count = StandingSum.counted(count, other.count)
        return merged
    }

    /// Held within what the file takes, whatever it says.
    private static func counted(_ count: Int64, _ other: Int64) -> Int64 {
        min(max(ResultStanding.sum(count, other), 1), mostCounted)
    }
}
