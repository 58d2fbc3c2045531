import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("The rules of a duel")
struct DuelRuleTests {
    static let noon = ArenaFixture.noon
    static let hour: Int64 = 3_600

    /// One that waits; more is better.
    static func waiting(goal: Int64? = nil, seconds: Int64 = 4 * 86_400, isAscending: Bool = false) -> Duel {
        Duel(Duel.Terms(isAscending: isAscending, goal: goal, seconds: seconds), at: noon)
    }

    /// One that was accepted an hour later, when the ledger had ten results.
    static func running(goal: Int64? = nil, seconds: Int64 = 4 * 86_400, isAscending: Bool = false) -> Duel {
        var duel = waiting(goal: goal, seconds: seconds, isAscending: isAscending)
        _ = duel.handle(.accept(.opponent, after: 10), at: noon.advanced(by: hour))
        return duel
    }

    static let start = noon.advanced(by: hour)

    static func standing(_ score: Int64, _ sequence: Int64 = 11) -> ResultStanding {
        ResultStanding(score: score, sequence: sequence)
    }

    /// A state, what happens, and what it is then: state, outcome, reason; whether it was refused.
    struct Case: Sendable, CustomTestStringConvertible {
        let state: Duel.State
        let event: Duel.Event
        let then: String
        let tells: [DuelEffect]

        var testDescription: String { "\(state): \(event)" }

        init(_ state: Duel.State, _ event: Duel.Event, _ then: String, _ tells: [DuelEffect]) {
            (self.state, self.event, self.then, self.tells) = (state, event, then, tells)
        }
    }

    static let gone: [DuelEffect] = [.withdraw(.opponent, .challenged)]
    static let ended: [DuelEffect] = [.withdraw(.creator, .answered)]
    static let both = ended + [.tell(.creator, .decided), .tell(.opponent, .decided)]

    /// Every state, side and wish, and everything else that can happen.
    static let cases: [Case] = [
        Case(.waiting, .accept(.creator, after: 1), "waiting", [.refused]),
        Case(.waiting, .accept(.opponent, after: 1), "running", gone + [.tell(.creator, .answered)]),
        Case(.waiting, .decline(.creator), "waiting", [.refused]),
        Case(.waiting, .decline(.opponent), "void declined", gone + [.tell(.creator, .answered)]),
        Case(.waiting, .cancel(.creator), "void cancelled", gone),
        Case(.waiting, .cancel(.opponent), "waiting", [.refused]),
        Case(.waiting, .giveUp(.creator), "waiting", [.refused]),
        Case(.waiting, .giveUp(.opponent), "waiting", [.refused]),
        Case(.waiting, .scored(.creator, standing(5)), "waiting", []),
        Case(
            .waiting,
            .recounted(DuelSides(creator: standing(5), opponent: nil), isHidden: true),
            "waiting",
            []
        ),
        Case(.waiting, .unfriended, "void unfriended", gone),
        Case(.waiting, .blocked, "void blocked", gone),
        Case(.waiting, .removed(.creator), "void removed", gone),
        Case(.waiting, .removed(.opponent), "void removed", gone),
        Case(.waiting, .closed, "void closed", gone),
        Case(.waiting, .merged, "void merged", gone),
        Case(.waiting, .tick, "waiting", []),

        Case(.running, .accept(.creator, after: 1), "running", [.refused]),
        Case(.running, .accept(.opponent, after: 1), "running", []),
        Case(.running, .decline(.creator), "running", [.refused]),
        Case(.running, .decline(.opponent), "running", [.refused]),
        Case(.running, .cancel(.creator), "running", [.refused]),
        Case(.running, .cancel(.opponent), "running", [.refused]),
        Case(.running, .giveUp(.creator), "opponent gaveUp", both),
        Case(.running, .giveUp(.opponent), "creator gaveUp", both),
        Case(.running, .scored(.creator, standing(5)), "running", []),
        Case(.running, .scored(.opponent, standing(5)), "running", []),
        Case(
            .running,
            .recounted(DuelSides(creator: standing(5), opponent: nil), isHidden: true),
            "running",
            []
        ),
        Case(.running, .unfriended, "running", []),
        Case(.running, .blocked, "void blocked", ended),
        Case(.running, .removed(.creator), "void removed", ended + [.tell(.opponent, .decided)]),
        Case(.running, .removed(.opponent), "void removed", ended + [.tell(.creator, .decided)]),
        Case(.running, .closed, "void closed", both),
        Case(.running, .merged, "void merged", ended),
        Case(.running, .tick, "running", []),

        Case(.over, .accept(.creator, after: 1), "draw level", [.refused]),
        Case(.over, .accept(.opponent, after: 1), "draw level", [.refused]),
        Case(.over, .decline(.creator), "draw level", [.refused]),
        Case(.over, .decline(.opponent), "draw level", [.refused]),
        Case(.over, .cancel(.creator), "draw level", [.refused]),
        Case(.over, .cancel(.opponent), "draw level", [.refused]),
        Case(.over, .giveUp(.creator), "draw level", [.refused]),
        Case(.over, .giveUp(.opponent), "draw level", [.refused]),
        Case(.over, .scored(.creator, standing(50)), "draw level", []),
        Case(.over, .scored(.opponent, standing(50)), "draw level", []),
        Case(
            .over,
            .recounted(DuelSides(creator: standing(5), opponent: nil), isHidden: true),
            "creator hidden",
            DuelSide.allCases.flatMap { [DuelEffect.withdraw($0, .decided), .tell($0, .decided)] }
        ),
        Case(.over, .unfriended, "draw level", []),
        Case(.over, .blocked, "draw level", []),
        Case(.over, .removed(.creator), "draw level", []),
        Case(.over, .removed(.opponent), "draw level", []),
        Case(.over, .closed, "draw level", []),
        Case(.over, .merged, "draw level", []),
        Case(.over, .tick, "draw level", []),
    ]

    static func words(_ duel: Duel) -> String {
        guard let outcome = duel.outcome else { return "\(duel.state)" }
        return "\(outcome) \(duel.reason?.rawValue ?? "")"
    }

    @Test("every state, side and wish", arguments: cases)
    func table(item: Case) {
        var duel: Duel
        let now: UnixTime
        switch item.state {
        case .waiting: (duel, now) = (Self.waiting(), Self.start)
        case .running: (duel, now) = (Self.running(), Self.start.advanced(by: 60))
        case .over:
            duel = Self.running()
            for side in DuelSide.allCases {
                _ = duel.handle(.scored(side, Self.standing(5)), at: Self.start.advanced(by: 60))
            }
            now = Self.start.advanced(by: 5 * 86_400)
            _ = duel.handle(.tick, at: now)
        }
        let before = duel
        #expect(duel.handle(item.event, at: now) == item.tells)
        #expect(Self.words(duel) == item.then)
        if item.tells == [.refused] { #expect(duel == before) }
        #expect(
            (duel.state == .over) == (duel.outcome != nil) && (duel.overAt != nil) == (duel.outcome != nil)
        )
    }

    @Test("accepting begins it, from when on, until when and after which result")
    func accepted() {
        let duel = Self.running(seconds: 7_200)
        #expect(duel.startedAt == Self.start && duel.endsAt == Self.start.advanced(by: 7_200))
        #expect(duel.startedSequence == 10)
    }

    /// Scores of both (nil: did not play), and how it ends.
    @Test(
        "at the end the better one won, one who played alone won, equals draw, and nobody is void",
        arguments: [
            ([7, 5], false, "creator better"), ([5, 7], false, "opponent better"),
            ([7, 5], true, "opponent better"),
            ([-7, -5], false, "opponent better"), ([5, 5], false, "draw level"),
            ([5, 5], true, "draw level"),
            ([5, nil], false, "creator alone"), ([nil, -5], true, "opponent alone"),
            ([nil, nil], false, "void nobody"),
            ([.max, .min], false, "creator better"), ([.max, .min], true, "opponent better"),
        ] as [([Int64?], Bool, String)]
    )
    func ends(scores: [Int64?], isAscending: Bool, then: String) {
        var duel = Self.running(isAscending: isAscending)
        for (side, score) in zip(DuelSide.allCases, scores) {
            guard let score else { continue }
            _ = duel.handle(.scored(side, Self.standing(score)), at: Self.start)
        }
        let end = Self.start.advanced(by: 4 * 86_400)
        #expect(duel.handle(.tick, at: end.advanced(by: -1)).contains(.tell(.creator, .decided)) == false)
        #expect(duel.state == .running)
        let told = duel.handle(.tick, at: end)
        #expect(Array(told.suffix(3)) == Self.both)
        #expect(Self.words(duel) == then && duel.overAt == end)
        #expect(duel.handle(.tick, at: end).isEmpty, "once")
    }

    @Test("each score counts by itself: the best one, of equal ones the first")
    func best() {
        var duel = Self.running()
        for (score, sequence) in [(5, 11), (9, 12), (9, 13), (3, 14)] as [(Int64, Int64)] {
            _ = duel.handle(.scored(.creator, Self.standing(score, sequence)), at: Self.start)
        }
        #expect(duel.bests == DuelSides(creator: Self.standing(9, 12), opponent: nil))
    }

    /// Seconds behind the start, the number of the result, and whether it counts.
    @Test(
        "what arrives within it counts, from its first second to its last, whatever games claim",
        arguments: [
            (0, 11, true), (-1, 11, false), (0, 10, false), (7_199, 11, true), (7_200, 11, false),
            (-3_600, 12, false),
        ] as [(Int64, Int64, Bool)]
    )
    func window(seconds: Int64, sequence: Int64, counts: Bool) {
        var duel = Self.running(goal: 100, seconds: 7_200)
        let at = Self.start.advanced(by: seconds)
        let told = duel.handle(.scored(.opponent, Self.standing(100, sequence)), at: at)
        if counts {
            #expect(Self.words(duel) == "opponent goal" && duel.overAt == at && told == Self.both)
        } else {
            #expect(duel.bests == DuelSides(creator: nil, opponent: nil))
            #expect(Self.words(duel) == (seconds == 7_200 ? "void nobody" : "running"))
        }
    }

    @Test(
        "less is better where the board says so, at the goal and before it",
        arguments: [(30, "running"), (29, "creator goal")] as [(Int64, String)]
    )
    func goal(score: Int64, then: String) {
        var duel = Self.running(goal: 29, isAscending: true)
        _ = duel.handle(.scored(.creator, Self.standing(score)), at: Self.start)
        #expect(Self.words(duel) == then)
    }

    @Test("nobody answers for a week: it is over, and an answer then is too late")
    func expires() {
        var duel = Self.waiting()
        let week = Self.noon.advanced(by: 7 * 86_400)
        #expect(duel.handle(.tick, at: week.advanced(by: -1)).isEmpty)
        var late = duel
        #expect(duel.handle(.tick, at: week) == Self.gone)
        #expect(Self.words(duel) == "void expired" && duel.overAt == week)
        #expect(late.handle(.accept(.opponent, after: 1), at: week) == Self.gone + [.refused])
        #expect(late == duel)
        var early = Self.waiting()
        _ = early.handle(.accept(.opponent, after: 1), at: week.advanced(by: -1))
        #expect(early.state == .running)
    }

    @Test("what comes after the end finds it decided: giving up, a score, an answer")
    func late() {
        let end = Self.start.advanced(by: 4 * 86_400)
        for event in [Duel.Event.giveUp(.creator), .accept(.opponent, after: 1)] {
            var duel = Self.running()
            #expect(duel.handle(event, at: end) == Self.both + [.refused])
            #expect(Self.words(duel) == "void nobody")
        }
    }
}
