import Core
import WatchpostModel

/// What memory says of a player on a board.
enum LoadedStanding: Hashable, Sendable {
    /// The board is not in memory.
    case notLoaded
    case nothing
    case stands(ResultStanding)
}

/// A score, and the result by which it is reached.
struct ResultStanding: Hashable, Sendable {
    var score: Int64
    var sequence: Int64

    init(score: Int64, sequence: Int64) {
        (self.score, self.sequence) = (score, sequence)
    }

    /// Whether this score is better than another; an equal one is not.
    func isBetter(than other: ResultStanding, isAscending: Bool) -> Bool {
        isAscending ? score < other.score : score > other.score
    }

    /// What stands when a result, or what other results came to, joins this standing: the one rule by which results of a
    /// player become one row.
    ///
    /// The order of merging does not matter, as long as sums stay within Int64, which `ArenaRules.largestSummand` ensures.
    func merged(
        with other: ResultStanding,
        by rule: BoardOperator,
        isAscending: Bool
    ) -> ResultStanding {
        let newer = sequence > other.sequence ? self : other
        let older = sequence > other.sequence ? other : self
        switch rule {
        case .best: return newer.isBetter(than: older, isAscending: isAscending) ? newer : older
        case .latest: return newer
        case .sum:
            let (sum, overflow) = score.addingReportingOverflow(other.score)
            let end: Int64 = score < 0 ? .min : .max
            return ResultStanding(score: overflow ? end : sum, sequence: newer.sequence)
        }
    }
}
