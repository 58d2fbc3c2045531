import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Duels and time")
struct DuelTimeTests {
    private typealias Rules = DuelRuleTests

    private static let start = DuelRuleTests.start

    @Test("a clock that is put back keeps it running longer, and what is decided stays")
    func clockBack() {
        var duel = Rules.running(seconds: 7_200)
        let end = Self.start.advanced(by: 7_200)
        _ = duel.handle(.scored(.creator, Rules.standing(5)), at: Self.start.advanced(by: 60))
        #expect(duel.handle(.tick, at: end.advanced(by: -3_600)).isEmpty)
        _ = duel.handle(.scored(.opponent, Rules.standing(9)), at: end.advanced(by: -3_600))
        _ = duel.handle(.tick, at: end)
        #expect(Rules.words(duel) == "opponent better")
        let decided = duel
        #expect(duel.handle(.tick, at: end.advanced(by: -3_600)).isEmpty)
        #expect(duel.handle(.giveUp(.opponent), at: end.advanced(by: -3_600)) == [.refused])
        _ = duel.handle(.scored(.creator, Rules.standing(99, 12)), at: end.advanced(by: -3_600))
        #expect(duel == decided)
    }

    @Test("while the clock is not set nothing is decided by it, and in 1970 nothing is due")
    func unset() {
        for now in [nil, UnixTime(seconds: 0)] {
            var waiting = Rules.waiting()
            #expect(waiting.handle(.tick, at: now).isEmpty && waiting.state == .waiting)
            var running = Rules.running()
            #expect(running.handle(.tick, at: now).isEmpty && running.state == .running)
            _ = running.handle(.scored(.creator, Rules.standing(5)), at: now)
            #expect(running.bests.creator == nil)
        }
        var waiting = Rules.waiting()
        #expect(waiting.handle(.accept(.opponent, after: 1), at: nil) == [.refused])
        var running = Rules.running()
        _ = running.handle(.closed, at: nil)
        #expect(running.overAt == Self.start, "the last instant that is known of it")
    }

    @Test("a duel over the night in which the clock changes lasts as many seconds as any")
    func daylight() throws {
        // 25 October 2026: three o'clock in Warsaw comes twice.
        let zone = try #require(CivilZone(named: "Europe/Warsaw"))
        let evening = zone.instants(year: 2026, month: 10, day: 24, hour: 20, minute: 0, second: 0).earliest
        var duel = Duel(Duel.Terms(isAscending: false, goal: nil, seconds: 86_400), at: evening)
        _ = duel.handle(.accept(.opponent, after: 0), at: evening)
        let ends = try #require(duel.endsAt)
        #expect(ends.since(evening) == 86_400 && zone.civil(ends).hour == 19)
    }

    /// Length, and how long before its end the time comes.
    @Test(
        "who is behind is told once, a day before the end or a quarter of a shorter duel",
        arguments: [(30 * 86_400, 86_400), (4 * 86_400, 86_400), (3 * 86_400, 64_800), (3_600, 900)]
            as [(Int64, Int64)]
    )
    func near(seconds: Int64, before: Int64) {
        var duel = Rules.running(seconds: seconds)
        let time = Self.start.advanced(by: seconds - before)
        _ = duel.handle(.scored(.creator, Rules.standing(5)), at: Self.start)
        #expect(duel.nearAt == time)
        #expect(duel.handle(.tick, at: time.advanced(by: -1)).isEmpty)
        #expect(duel.handle(.tick, at: time) == [.tell(.opponent, .behind)])
        #expect(duel.handle(.tick, at: time).isEmpty)
        let more = duel.handle(.scored(.creator, Rules.standing(6, 12)), at: time)
        #expect(more.isEmpty, "as it was")
        // Level, then ahead: neither is behind as it was told.
        #expect(
            duel.handle(.scored(.opponent, Rules.standing(6, 13)), at: time)
                == DuelSide.allCases.map { DuelEffect.withdraw($0, .behind) }
        )
        #expect(
            duel.handle(.scored(.opponent, Rules.standing(7, 14)), at: time) == [
                .withdraw(.opponent, .behind)
            ]
        )
        let end = duel.handle(.tick, at: Self.start.advanced(by: seconds))
        #expect(end == DuelSide.allCases.map { DuelEffect.withdraw($0, .behind) } + Rules.both)
    }

    @Test("who falls behind after the time has come is told then")
    func nearLater() {
        var duel = Rules.running()
        let time = Self.start.advanced(by: 3 * 86_400)
        #expect(duel.handle(.tick, at: time).isEmpty && duel.reminder == .level)
        #expect(duel.nextDue == duel.endsAt)
        #expect(duel.handle(.scored(.opponent, Rules.standing(1)), at: time) == [.tell(.creator, .behind)])
    }
}
