import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Duels that are decided anew")
struct DuelAnewTests {
    private static let start = DuelRuleTests.start
    private static let day: Int64 = 86_400

    private static func bests(_ creator: Int64?, _ opponent: Int64?) -> DuelSides<ResultStanding?> {
        DuelSides(
            creator: creator.map { ResultStanding(score: $0, sequence: 11) },
            opponent: opponent.map { ResultStanding(score: $0, sequence: 12) }
        )
    }

    /// Over after four days, 7 to 5.
    private static func over(goal: Int64? = nil) -> Duel {
        var duel = DuelRuleTests.running(goal: goal)
        for (side, score) in [(DuelSide.creator, Int64(7)), (.opponent, 5)] {
            _ = duel.handle(.scored(side, ResultStanding(score: score, sequence: 11)), at: start)
        }
        _ = duel.handle(.tick, at: start.advanced(by: 4 * day))
        return duel
    }

    private static let retold: [DuelEffect] = DuelSide.allCases.flatMap {
        [DuelEffect.withdraw($0, .decided), .tell($0, .decided)]
    }

    @Test("another outcome is told, and says that a result was hidden; restored it is as before")
    func outcome() {
        var duel = Self.over()
        let now = Self.start.advanced(by: 10 * Self.day)
        let overAt = duel.overAt
        #expect(duel.handle(.recounted(Self.bests(4, 5), isHidden: true), at: now) == Self.retold)
        #expect(duel.outcome == .opponent && duel.reason == .hidden && duel.overAt == overAt)
        #expect(duel.handle(.recounted(Self.bests(3, 5), isHidden: true), at: now).isEmpty)
        #expect(duel.reason == .hidden)
        #expect(duel.handle(.recounted(Self.bests(7, 5), isHidden: false), at: now) == Self.retold)
        #expect(duel.outcome == .creator && duel.reason == .better)
        #expect(duel.handle(.recounted(Self.bests(6, 5), isHidden: true), at: now).isEmpty)
        #expect(duel.outcome == .creator && duel.reason == .better && duel.bests == Self.bests(6, 5))
        #expect(duel.handle(.recounted(Self.bests(nil, nil), isHidden: true), at: now) == Self.retold)
        #expect(duel.outcome == .void && duel.reason == .hidden)
    }

    @Test(
        "for thirty days after the end, not longer",
        arguments: [(0, true), (-1, false)] as [(Int64, Bool)]
    )
    func life(seconds: Int64, stays: Bool) {
        var duel = Self.over()
        let limit = Self.start.advanced(by: 34 * Self.day + seconds)
        let before = duel
        _ = duel.handle(.recounted(Self.bests(nil, 5), isHidden: true), at: limit)
        #expect((duel == before) == stays)
    }

    @Test("not where something else than results decided")
    func others() {
        for event in [Duel.Event.giveUp(.creator), .closed, .blocked, .removed(.creator), .merged] {
            var duel = DuelRuleTests.running()
            _ = duel.handle(event, at: Self.start)
            let before = duel
            #expect(duel.handle(.recounted(Self.bests(9, 1), isHidden: false), at: Self.start).isEmpty)
            #expect(duel == before, "\(event)")
        }
    }

    @Test(
        "a goal that was not reached after all: it runs on while there is time, and is decided where there is none"
    )
    func goal() {
        var duel = DuelRuleTests.running(goal: 100)
        let early = Self.start.advanced(by: Self.day)
        _ = duel.handle(.scored(.creator, ResultStanding(score: 100, sequence: 11)), at: early)
        #expect(duel.outcome == .creator && duel.reason == .goal && duel.overAt == early)
        var late = duel
        let told = duel.handle(.recounted(Self.bests(nil, 5), isHidden: true), at: early.advanced(by: 60))
        #expect(told == DuelSide.allCases.map { DuelEffect.withdraw($0, .decided) })
        #expect(duel.state == .running && duel.outcome == nil && duel.overAt == nil && duel.reason == nil)
        #expect(duel.bests == Self.bests(nil, 5))
        _ = duel.handle(.tick, at: Self.start.advanced(by: 4 * Self.day))
        #expect(duel.outcome == .opponent && duel.reason == .alone)
        #expect(
            late.handle(
                .recounted(Self.bests(nil, 5), isHidden: true),
                at: Self.start.advanced(by: 4 * Self.day)
            )
                == Self.retold
        )
        #expect(late.outcome == .opponent && late.reason == .hidden)
        // One that is found to have reached it first.
        _ = late.handle(
            .recounted(Self.bests(100, nil), isHidden: false),
            at: Self.start.advanced(by: 5 * Self.day)
        )
        #expect(late.outcome == .creator && late.reason == .goal)
    }

    @Test("one that runs is won by a result that counts after all, and only then")
    func running() {
        var duel = DuelRuleTests.running(goal: 100)
        let now = Self.start.advanced(by: 60)
        #expect(duel.handle(.recounted(Self.bests(99, nil), isHidden: false), at: now).isEmpty)
        #expect(duel.state == .running)
        _ = duel.handle(.recounted(Self.bests(99, 100), isHidden: false), at: now)
        #expect(duel.outcome == .opponent && duel.reason == .goal && duel.overAt == now)
    }

    @Test("while the clock is not set it is decided by what is known, and never runs on without end")
    func unset() {
        var duel = Self.over()
        _ = duel.handle(.recounted(Self.bests(nil, 5), isHidden: true), at: nil)
        #expect(duel.outcome == .opponent && duel.state == .over)
    }
}

@Suite("When to look for duels that are due")
struct DuelClockTests {
    private let noon = ArenaFixture.noon

    @Test("at the next one, at once where nothing is known, and never while the clock is not set")
    func due() {
        var clock = DuelClock()
        #expect(clock.isDue(at: noon) && !clock.isDue(at: nil))
        clock.look()
        clock.looked(at: noon, due: noon.advanced(by: 100))
        #expect(!clock.isDue(at: noon.advanced(by: 99)) && clock.isDue(at: noon.advanced(by: 100)))
        #expect(clock.pause(at: noon) == 5 && clock.pause(at: noon.advanced(by: 98)) == 2)
        clock.expect(noon.advanced(by: 50))
        clock.expect(noon.advanced(by: 70))
        #expect(clock.isDue(at: noon.advanced(by: 50)) && clock.pause(at: noon.advanced(by: 60)) == 0)
    }

    @Test("a clock that is put back waits again, one that is set forward looks at once")
    func jumps() {
        var clock = DuelClock()
        clock.look()
        clock.looked(at: noon, due: noon.advanced(by: 100))
        #expect(!clock.isDue(at: noon.advanced(by: -3_600)) && clock.isDue(at: noon.advanced(by: 86_400)))
    }

    @Test("what changes while the file is asked is not forgotten, and what stays due is no busy loop")
    func meanwhile() {
        var clock = DuelClock()
        clock.look()
        clock.expect(noon.advanced(by: 10))
        clock.looked(at: noon, due: nil)
        #expect(clock.isDue(at: noon.advanced(by: 10)) && !clock.isDue(at: noon.advanced(by: 9)))
        clock.look()
        clock.looked(at: noon, due: noon)
        #expect(!clock.isDue(at: noon) && clock.isDue(at: noon.advanced(by: 1)))
        clock.forget()
        #expect(clock.isDue(at: noon) && clock.pause(at: noon) == 5)
    }
}
