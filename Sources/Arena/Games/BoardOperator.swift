import Core
import WatchpostModel

/// What memory says of a player on a board.
enum LoadedStanding: Hashable, Sendable {
    /// The board is not in memory.
    case notLoaded
    case nothing
    case stands(ResultStanding)
}

/// A score, and the result by which it was reached: who has the lesser number is ahead of others with the same score.
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

    /// What stands when a result joins that is newer than all that are in this standing.
    ///
    /// A result that does not change the score changes nothing: its player had that score before. So a score of `latest`
    /// was reached by the first result of the last run of equal ones, a sum by the newest summand that changed it.
    /// Sums are held at the ends of Int64, which `ArenaRules.largestSummand` keeps far away.
    func adding(_ result: ResultStanding, by rules: BoardOrdering) -> ResultStanding {
        switch rules.counts {
        case .best: return result.isBetter(than: self, isAscending: rules.isAscending) ? result : self
        case .latest: return result.score == score ? self : result
        case .sum:
            let sum = ResultStanding.sum(score, result.score)
            return sum == score ? self : ResultStanding(score: sum, sequence: result.sequence)
        }
    }

    /// Held at the ends of Int64.
    static func sum(_ score: Int64, _ other: Int64) -> Int64 {
        let (sum, overflow) = score.addingReportingOverflow(other)
        return overflow ? (score < 0 ? .min : .max) : sum
    }
}
