import Core
import Display
import Testing
import WatchpostModel

@Suite("Names of takeovers, modes and maps on the display")
struct RotationNameTests {
    @Test("a long takeover's name stands on a row of 20x4, and never takes the place of a time")
    func longTakeover() {
        var pubs = Facts.pubs
        pubs.takeover = "Straight Shot Quads"
        var ranked = Facts.ranked
        ranked.takeover = "Straight Shot Quads"
        #expect(
            Screens.ring([pubs, ranked], .twentyByFour) == [
                """
                rotation/pubs/name
                |Storm Point ▅    42m|
                |18:30 E-District    |
                |Straight Shot Quads |
                |                    |
                """,
                """
                rotation/ranked
                |Storm Point ▅    42m|
                |18:30 E-District    |
                |Straight Shot Quads |
                |                    |
                """,
                """
                rotation/ranked/until
                |Storm Point ▅    42m|
                |18:30 E-District    |
                |Olympus 19:00       |
                |                    |
                """,
            ]
        )
        #expect(
            Screens.ring([pubs, ranked]) == [
                "rotation/pubs\n|Storm Point    ▅|\n|Straight Sh. 42m|",
                "rotation/pubs/next\n|next: E-District|\n|at 18:30        |",
                "rotation/ranked\n|Olympus        █|\n|Straight Sh. 72m|",
                "rotation/ranked/next\n|→ Kings Canyon  |\n|at 19:00 Straig.|",
            ]
        )
    }

    @Test("a long name of a mode never takes the place of a time, on whatever row it stands")
    func longMode() {
        var (pubs, ranked) = (Facts.pubs, Facts.ranked)
        (pubs.name, ranked.name) = ("Casual of the Twelve Towers", "Control of the Twelve Towers")
        let short = Screens.ring([pubs, ranked])
        for (page, row) in [
            ("rotation/pubs\n", "42m|"), ("rotation/pubs\n", "|until 18:30 "),
            ("rotation/pubs/next\n", "18:30"),
            ("rotation/ranked\n", "72m|"), ("rotation/ranked\n", "Control"),
            ("rotation/ranked/next\n", "19:00"),
        ] {
            #expect(short.contains { $0.hasPrefix(page) && $0.contains(row) }, "\(page)\(row) in \(short)")
        }
        for geometry in [DisplayGeometry.sixteenByFour, .twentyByFour] {
            let tall = Screens.ring([pubs, ranked], geometry)
            for time in ["18:30", "19:00", "42m"] {
                #expect(tall.contains { $0.contains(time) }, "\(time) in \(tall)")
            }
            let rows = tall.flatMap { $0.split(separator: "\n").dropFirst() }
            #expect(rows.allSatisfy { $0.count == geometry.columns + 2 }, "\(tall)")
        }
    }

    @Test("what is played in a slot is named, and the mode beside it where there is room")
    func gameMode() {
        var mixtape = Facts.pubs
        mixtape.name = "Mixtape"
        mixtape.current?.gameMode = "Gun Run"
        mixtape.next?.gameMode = "Control"
        #expect(
            Screens.ring([mixtape]) == [
                "rotation/pubs\n|Storm Point    ▅|\n|Gun Run      42m|",
                "rotation/pubs/next\n|next: E-District|\n|at 18:30        |",
            ]
        )
        let tall = Screens.ring([mixtape], .twentyByFour)
        #expect(tall.count == 1 && tall.first?.contains("|Mixtape: Gun Run    |") == true)
    }

    @Test(
        "another mode without a map says why, or from when on, in what room there is",
        arguments: [
            (RotationBody.State.ended, nil, "Ranked: ended       "),
            (.gap, nil, "Ranked: no map known"),
            (.gap, Facts.at(20, 0, day: 24), "Ranked: goes on Tue "),
            (.gap, Facts.at(20, 0), "Ranked: from 20:00  "),
            (.notStarted, Facts.at(20, 0, day: 25), "Ranked: starts Wed  "),
        ] as [(RotationBody.State, UnixTime?, String)]
    )
    func otherWithout(state: RotationBody.State, start: UnixTime?, row: String) {
        var ranked = Facts.ranked
        (ranked.state, ranked.current) = (state, nil)
        ranked.next = start.map { PanelRotation.Slot(map: "Olympus", start: $0, end: $0.advanced(by: 60)) }
        let pages = Screens.ring([Facts.pubs, ranked], .twentyByFour)
        #expect(pages.count == 1 && pages.first?.contains("|\(row)|") == true, "\(pages)")
    }

    @Test("a mode in a gap says when it goes on, one that has not begun when it starts")
    func goesOn() {
        var pubs = Facts.pubs
        pubs.current = nil
        pubs.next = .init(map: "Olympus", start: Facts.at(20, 0, day: 24), end: Facts.at(21, 0, day: 24))
        for (state, words) in [
            (RotationBody.State.gap, "goes on Tue     "), (.notStarted, "starts Tue      "),
        ] {
            pubs.state = state
            #expect(Screens.ring([pubs]) == ["rotation/pubs\n|Casual          |\n|\(words)|"])
        }
    }

    @Test("a star stands before a map that no schedule says, and is not lost with the end of a long name")
    func reported() {
        var pubs = Facts.pubs
        pubs.next?.isReported = true
        #expect(
            Screens.ring([pubs]) == [
                "rotation/pubs\n|Storm Point    ▅|\n|until 18:30  42m|",
                "rotation/pubs/next\n|→ *E-District   |\n|at 18:30        |",
            ]
        )
        pubs.current?.isReported = true
        pubs.current?.map = "Overflow East Quarter"
        let tall = Screens.ring([pubs, Facts.ranked], .twentyByFour)
        #expect(tall.count == 1 && tall.first?.contains("|*Overflow E. ▅   42m|") == true, "\(tall)")
        #expect(tall.first?.contains("|18:30 *E-District   |") == true)
        let slot = MapSlotBody(
            code: "OL",
            map: "Olympus",
            start: Facts.at(18, 0),
            end: Facts.at(19, 0),
            source: "U"
        )
        var body = RotationBody(
            mode: "m",
            name: "M",
            state: .running,
            current: slot,
            next: nil,
            takeover: nil,
            validUntil: nil,
            schedules: []
        )
        #expect(PanelRotation(body).current?.isReported == true)
        body.current?.source = nil
        #expect(PanelRotation(body).current?.isReported == false)
    }

    @Test("a map or a mode whose name the display lacks is shown by its code")
    func codes() {
        var pubs = Facts.pubs
        pubs.current?.map = "雲蛟衛"
        pubs.current?.code = "SP"
        pubs.next?.map = "올림푸스"
        pubs.next?.code = "OL"
        pubs.takeover = "雲"
        #expect(
            Screens.ring([pubs]) == [
                "rotation/pubs\n|SP             ▅|\n|Casual 18:30 42m|",
                "rotation/pubs/next\n|next: OL        |\n|at 18:30        |",
            ]
        )
        pubs.name = "雲"
        #expect(Screens.ring([pubs]).contains("rotation/pubs\n|SP             ▅|\n|pubs 18:30   42m|"))
    }
}
