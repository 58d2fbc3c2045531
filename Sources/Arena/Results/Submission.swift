import Core
import WatchpostModel

/// A result as a game sends it.
struct Submission: Hashable, Sendable {
    /// 16 bytes that the game made: the same result has the same one, however often it is sent.
    var key: [UInt8]
    /// The board's name in paths.
    var board: String
    var score: Int64
    /// When the game says it was achieved; nil: now.
    var achieved: UnixTime?
    /// Of the game, for whoever shows the board.
    var extra: String?

    init(
        key: [UInt8],
        board: String,
        score: Int64,
        achieved: UnixTime? = nil,
        extra: String? = nil
    ) {
        (self.key, self.board, self.score) = (key, board, score)
        (self.achieved, self.extra) = (achieved, extra)
    }
}

/// What a board takes: whether a result counts, waits, or is refused.
struct SubmissionPolicy: Sendable {
    let rules: BoardRules

    init(_ rules: BoardRules) {
        self.rules = rules
    }

    /// Why a result is not taken; sending it again will not help.
    enum Refusal: Error, Hashable, Sendable {
        case belowLow(Int64)
        case aboveHigh(Int64)
        /// Where results are added.
        case tooLarge
        case extraTooLong
        /// A character that no text file has.
        case extraHasNull
        case claimTooOld
        case claimAhead

        var words: String {
            switch self {
            case .belowLow(let low): "score: the board takes none below \(low)"
            case .aboveHigh(let high): "score: the board takes none above \(high)"
            case .tooLarge: "score: this board adds results, each up to \(ArenaRules.largestSummand)"
            case .extraTooLong: "extra: longer than \(ArenaRules.longestExtra) bytes"
            case .extraHasNull: "extra: has a null character; encode what is no text, for example as base64"
            case .claimTooOld: "achieved: more than 30 days ago"
            case .claimAhead: "achieved: later than now; is the clock of the device right?"
            }
        }
    }

    /// What the player has there already.
    struct Earlier: Hashable, Sendable {
        var standing: ResultStanding
        /// When that result was accepted; nil: it is not known any more.
        var at: UnixTime?
        /// The sum of the results that counted since.
        var gained: Int64 = 0

        init(_ standing: ResultStanding, at: UnixTime?) {
            (self.standing, self.at) = (standing, at)
        }
    }

    /// What becomes of a result; `earlier`: nil: the player has none there.
    func judge(
        _ submission: Submission,
        earlier: Earlier?,
        at now: UnixTime
    ) throws(Refusal) -> ResultState {
        try verdict(submission, earlier: earlier, at: now).state
    }

    /// The same, and why it waits.
    func verdict(
        _ submission: Submission,
        earlier: Earlier?,
        at now: UnixTime
    ) throws(Refusal) -> (state: ResultState, reasons: ResultFlags) {
        try checkBounds(submission)
        if let achieved = submission.achieved {
            let age = now.since(achieved)
            guard age <= ArenaRules.longestClaim else { throw .claimTooOld }
            guard age >= -ArenaRules.clockSkew else { throw .claimAhead }
        }
        var reasons: ResultFlags = []
        if let limit = rules.holdAbove, isBeyond(submission.score, limit) { reasons.insert(.bounds) }
        if isTooFast(submission.score, earlier, now) { reasons.insert(.pace) }
        return (reasons.isEmpty ? .counts : .held, reasons)
    }

    private func checkBounds(_ submission: Submission) throws(Refusal) {
        if let low = rules.low, submission.score < low { throw .belowLow(low) }
        if let high = rules.high, submission.score > high { throw .aboveHigh(high) }
        let bound = ArenaRules.largestSummand
        if rules.counts == .sum, !(-bound...bound).contains(submission.score) { throw .tooLarge }
        guard (submission.extra?.utf8.count ?? 0) <= ArenaRules.longestExtra else { throw .extraTooLong }
        guard submission.extra?.utf8.contains(0) != true else { throw .extraHasNull }
    }

    private func isBeyond(_ score: Int64, _ limit: Int64) -> Bool {
        rules.isAscending ? score < limit : score > limit
    }

    /// Whether the player becomes better by more than the pace since what it has; less than a minute counts as one.
    private func isTooFast(_ score: Int64, _ earlier: Earlier?, _ now: UnixTime) -> Bool {
        guard let pace = rules.pace, let earlier, let since = earlier.at else { return false }
        let from = rules.counts == .sum ? -max(earlier.gained, -.max) : earlier.standing.score
        let (gain, overflow) =
            rules.isAscending
            ? from.subtractingReportingOverflow(score) : score.subtractingReportingOverflow(from)
        let isBetter = rules.isAscending ? score < from : score > from
        guard isBetter else { return false }
        let minutes = max(1, now.since(since) / 60)
        let (room, isAny) = pace.multipliedReportingOverflow(by: minutes)
        return !isAny && (overflow || gain > room)
    }
}
