import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("What a board takes")
struct SubmissionPolicyTests {
    private static let noon = ArenaFixture.noon

    private static func judge(
        _ score: Int64,
        achieved: Int64? = nil,
        extra: Int = 0,
        earlier: SubmissionPolicy.Earlier? = nil,
        _ change: (inout BoardRules) -> Void
    ) throws(SubmissionPolicy.Refusal) -> ResultState {
        var rules = BoardRules(slug: "b", name: "b")
        change(&rules)
        let submission = Submission(
            key: [],
            board: "b",
            score: score,
            achieved: achieved.map { UnixTime(seconds: noon.seconds + $0) },
            extra: String(repeating: "x", count: extra)
        )
        return try SubmissionPolicy(rules).judge(submission, earlier: earlier, at: noon)
    }

    private static func refusal(_ work: () throws(SubmissionPolicy.Refusal) -> ResultState)
        -> SubmissionPolicy.Refusal?
    {
        do throws(SubmissionPolicy.Refusal) {
            _ = try work()
            return nil
        } catch {
            return error
        }
    }

    @Test("bounds, sums, extras and claims are refused, each at its edge")
    func refusals() {
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try Self.judge(9) { $0.low = 10 }
            } == .belowLow(10)
        )
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try Self.judge(10) { $0.low = 10 }
            } == nil
        )
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try Self.judge(.min) { $0.counts = .sum }
            } == .tooLarge
        )
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try Self.judge(.min) { _ in }
            } == nil
        )
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try Self.judge(1, extra: 257) { _ in }
            } == .extraTooLong
        )
        let null = Submission(key: [], board: "b", score: 1, extra: "a\0b")
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try SubmissionPolicy(BoardRules(slug: "b", name: "b")).judge(
                    null,
                    earlier: nil,
                    at: Self.noon
                )
            } == .extraHasNull
        )
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try Self.judge(1, achieved: -30 * 86_400 - 1) { _ in }
            } == .claimTooOld
        )
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try Self.judge(1, achieved: -30 * 86_400, extra: 256) { _ in }
            } == nil
        )
        #expect(
            Self.refusal { () throws(SubmissionPolicy.Refusal) in
                try Self.judge(1, achieved: 301) { _ in }
            } == .claimAhead
        )
    }

    @Test("what is too good waits: beyond the board's bound, or better than the pace allows")
    func held() throws {
        let before = UnixTime(seconds: Self.noon.seconds - 120)
        let earlier = SubmissionPolicy.Earlier(ResultStanding(score: 100, sequence: 1), at: before)
        let beyond = try Self.judge(101) { $0.holdAbove = 100 }
        #expect(beyond == .held)
        let less = try Self.judge(9) { rules in
            (rules.isAscending, rules.holdAbove) = (true, 10)
        }
        #expect(less == .held)
        let within = try Self.judge(120, earlier: earlier) { $0.pace = 10 }
        #expect(within == .counts)
        let fast = try Self.judge(121, earlier: earlier) { $0.pace = 10 }
        #expect(fast == .held)
        let worse = try Self.judge(.min, earlier: earlier) { $0.pace = 10 }
        #expect(worse == .counts)
        let far = try Self.judge(.max, earlier: .init(ResultStanding(score: .min, sequence: 1), at: before)) {
            $0.pace = .max
        }
        #expect(far == .counts, "an overflowing room is room for all")
    }
}
