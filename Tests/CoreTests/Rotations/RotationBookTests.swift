import Core
import Testing
import WatchpostModel

@Suite("The rotation book")
struct RotationBookTests {
    @Test("each border is told once, and nothing between borders")
    func borders() throws {
        var book = RotationBook()
        let loaded = try RotationScript.usual()
        let steps: [(RotationEvent, Int64?, [String])] = [
            (.tick, 10, []),
            (.loaded(loaded), 10, ["accepted", "publish", "wake 3600"]),
            (.loaded(loaded), 11, ["wake 3600"]),
            (.tick, 3_599, ["wake 3600"]),
            (.tick, 3_600, ["publish", "wake 5400"]),
            (.tick, 5_399, ["wake 5400"]),
            (.tick, 5_400, ["publish", "wake 7200", "pubs OL"]),
            (.tick, 5_400, ["wake 7200"]),
            (.tick, 16_300, ["publish", "wake 18000", "ranked OL"]),
            (.tick, 86_400, ["publish", "wake 90000", "pubs gap"]),
            (.tick, 99_999, ["publish", "wake 100000", "ranked KC"]),
            (.tick, 100_000, ["publish", "wake 100800", "pubs WE"]),
            (.tick, 200_000, ["publish", "wake 201600", "pubs ended", "ranked ended"]),
            (.tick, 900_000, ["publish", "wake 903600"]),
        ]
        for (index, (event, seconds, expected)) in steps.enumerated() {
            let effects = book.handle(event, at: RotationScript.moment(seconds)).map(\.short)
            #expect(effects == expected, "step \(index)")
        }
    }

    @Test("while the clock is not set nothing is emitted and nothing is known")
    func noClock() throws {
        var book = RotationBook()
        #expect(book.handle(.loaded(try RotationScript.usual()), at: RotationScript.moment(nil)).isEmpty)
        #expect(book.handle(.tick, at: RotationScript.moment(nil)).isEmpty)
        #expect(book.snapshot(at: RotationScript.moment(nil)) == nil)
        let effects = book.handle(.tick, at: RotationScript.moment(10))
        #expect(effects.map(\.short) == ["accepted", "publish", "wake 3600"])
        #expect(book.handle(.tick, at: RotationScript.moment(nil)).isEmpty)
        #expect(book.handle(.tick, at: RotationScript.moment(11)).map(\.short) == ["publish", "wake 3600"])
    }

    @Test("a refused file is told once and leaves the one before in force")
    func refused() throws {
        var book = RotationBook()
        let now = RotationScript.moment(10)
        _ = book.handle(.loaded(try RotationScript.usual()), at: now)
        let refusal = book.handle(.refused(["s:1: bad"]), at: now)
        #expect(refusal.map(\.short) == ["refused", "publish", "wake 3600"])
        let told = RefusedScheduleBody(problems: ["s:1: bad"], inForce: .before, since: UnixTime(seconds: 10))
        #expect(book.snapshot(at: now)?.list.refused == told)
        #expect(book.problems == ["s:1: bad"])
        #expect(book.handle(.refused(["s:1: bad"]), at: now).map(\.short) == ["wake 3600"])
        #expect(book.snapshot(at: now)?.list.modes.first?.current?.code == "KC")
        let effects = book.handle(.loaded(try RotationScript.usual()), at: now)
        #expect(
            effects.first
                == .scheduleAccepted(
                    ScheduleEventBody(accepted: true, problems: [], at: UnixTime(seconds: 10))
                )
        )
        #expect(book.problems.isEmpty)
        #expect(book.snapshot(at: now)?.list.refused == nil)
        var fresh = RotationBook()
        #expect(
            fresh.handle(.refused([]), at: now) == [
                .scheduleRefused(
                    ScheduleEventBody(
                        accepted: false,
                        problems: ["the schedule file was refused"],
                        at: UnixTime(seconds: 10)
                    )
                )
            ]
        )
        #expect(fresh.snapshot(at: now) == nil)
    }

    @Test(
        "what stands in for a broken file is named, is no new schedule, and gives way to a good file",
        arguments: [RefusedScheduleBody.InForce.kept, .builtIn]
    )
    func standIn(inForce: RefusedScheduleBody.InForce) throws {
        var book = RotationBook()
        let now = RotationScript.moment(10)
        let usual = try RotationScript.usual()
        #expect(book.handle(.stoodIn(usual, inForce), at: now).map(\.short) == ["publish", "wake 3600"])
        #expect(
            book.handle(.refused(["line 1: bad"]), at: now).map(\.short) == [
                "refused", "publish", "wake 3600",
            ]
        )
        let refused = try #require(book.snapshot(at: now)?.list.refused)
        #expect(refused.inForce == inForce && refused.problems == ["line 1: bad"])
        #expect(book.handle(.refused(["line 2: bad"]), at: now).map(\.short).first == "refused")
        #expect(book.snapshot(at: now)?.list.refused?.inForce == inForce)
        #expect(book.handle(.loaded(usual), at: now).map(\.short) == ["accepted", "publish", "wake 3600"])
        #expect(book.snapshot(at: now)?.list.refused == nil)
        #expect(book.handle(.refused(["line 3: bad"]), at: now).map(\.short).first == "refused")
        #expect(book.snapshot(at: now)?.list.refused?.inForce == .before)
    }

    @Test("a new file that puts another map on is a change, one that does not is none")
    func reload() throws {
        var book = RotationBook()
        let now = RotationScript.moment(10)
        _ = book.handle(.loaded(try RotationScript.usual()), at: now)
        let same = try RotationScript.schedules([("pubs", [RotationScript.schedule([("KC", 30)])])])
        #expect(book.handle(.loaded(same), at: now).map(\.short) == ["accepted", "publish", "wake 1800"])
        let other = try RotationScript.schedules([("pubs", [RotationScript.schedule([("SP", 30)])])])
        #expect(
            book.handle(.loaded(other), at: now).map(\.short) == [
                "accepted", "publish", "wake 1800", "pubs SP",
            ]
        )
    }

    @Test(
        "a restart repeats no announcement and forgets none",
        arguments: [(10, []), (5_400, ["pubs OL"]), (10_800, []), (200_000, ["pubs ended", "ranked ended"])]
            as [(Int64, [String])]
    )
    func restart(seconds: Int64, announced: [String]) throws {
        var before = RotationBook()
        _ = before.handle(.loaded(try RotationScript.usual()), at: RotationScript.moment(10))
        var after = RotationBook(announcements: before.announcements)
        let effects = after.handle(.loaded(try RotationScript.usual()), at: RotationScript.moment(seconds))
        #expect(effects.map(\.short).filter { $0.hasPrefix("pubs") || $0.hasPrefix("ranked") } == announced)
    }

    @Test("turns of one instant publish once, what holds in the end, and before anything is announced")
    func oneTurn() throws {
        var book = RotationBook()
        let now = RotationScript.moment(10)
        _ = book.handle(.loaded(try RotationScript.usual()), at: now)
        let other = try RotationScript.schedules([("pubs", [RotationScript.schedule([("SP", 30)])])])
        let overlay = RotationOverlay(reported: [CheckScript.mode("x", CheckScript.slot("A", 0, 900))])
        let effects = book.handle(.loaded(other), at: now) + book.handle(.observed(overlay), at: now)
        #expect(
            effects.map(\.short) == ["accepted", "publish", "wake 1800", "pubs SP", "publish", "wake 900"]
        )
        let turn = effects.asOneTurn
        #expect(turn.map(\.short) == ["accepted", "publish", "wake 1800", "pubs SP", "wake 900"])
        guard case .publish(let snapshot) = turn[1] else {
            Issue.record("nothing is published")
            return
        }
        #expect(snapshot.list.modes.map(\.mode) == ["pubs", "x"])
        #expect([RotationEffect]().asOneTurn.isEmpty)
    }

    @Test("a clock that is set back is followed")
    func setBack() throws {
        var book = RotationBook()
        _ = book.handle(.loaded(try RotationScript.usual()), at: RotationScript.moment(6_000))
        let effects = book.handle(.tick, at: RotationScript.moment(5_000)).map(\.short)
        #expect(effects == ["publish", "wake 5400", "pubs KC"])
    }

    @Test("what is on, what follows and what comes after gaps is known")
    func gaps() throws {
        var book = RotationBook()
        let now = RotationScript.moment(84_600)
        _ = book.handle(.loaded(try RotationScript.usual()), at: now)
        let snapshot = try #require(book.snapshot(at: now))
        let pubs = try #require(snapshot.list.modes.first)
        #expect(pubs.state == .running)
        #expect(pubs.current?.code == "ED")
        #expect(pubs.current?.end.seconds == 86_400)
        #expect(pubs.validUntil?.seconds == 86_400)
        #expect(pubs.next == nil)
        let ranked = try #require(snapshot.list.modes.last)
        #expect(ranked.next?.start.seconds == 97_200)
        let coming = try snapshot.timeline(hours: 6).entries.filter { $0.mode == "pubs" }
        #expect(coming.map(\.code) == ["ED", nil, "WE", "SP", "WE"])
    }
}
