import Core
import Display
import Testing
import TestSupport
import WatchpostModel

@Suite("Pages about maps")
struct RotationPageTests {
    @Test("16x2: every mode has a page for its map and one for the next")
    func sixteenByTwo() {
        let expected: Set = [
            """
            rotation/pubs
            |Storm Point    ▅|
            |until 18:30  42m|
            """,
            """
            rotation/pubs/next
            |next: E-District|
            |at 18:30        |
            """,
            """
            rotation/ranked
            |Olympus        █|
            |Ranked 19:00 72m|
            """,
            """
            rotation/ranked/next
            |→ Kings Canyon  |
            |at 19:00  Ranked|
            """,
        ]
        #expect(Screens.ring([Facts.pubs, Facts.ranked]) == expected)
    }

    @Test("16x2 on a 12-hour clock")
    func twelveHours() {
        let expected: Set = [
            """
            rotation/pubs
            |Storm Point    ▅|
            |until 6:30pm 42m|
            """,
            """
            rotation/pubs/next
            |next: E-District|
            |at 6:30pm       |
            """,
            """
            rotation/ranked
            |Olympus        █|
            |Ranked       72m|
            """,
            """
            rotation/ranked/next
            |→ Kings Canyon  |
            |at 7:00pm Ranked|
            """,
        ]
        #expect(Screens.ring([Facts.pubs, Facts.ranked]) { $0.clock = .hours12 } == expected)
    }

    @Test("20x4: map, next map, another mode and the realms on one page")
    func twentyByFour() {
        let expected: Set = [
            """
            rotation/ranked
            |Storm Point ▅    42m|
            |18:30 E-District    |
            |Ranked Olympus 19:00|
            |↑ 6  ↓ 0  of 6      |
            """
        ]
        #expect(Screens.ring([Facts.pubs, Facts.ranked], .twentyByFour, watch: ["eu"]) == expected)
    }

    @Test(
        "20x4: the next liked map takes its turn on the third row, the first of all modes, with its name if there is room"
    )
    func nextGood() {
        let olympus = PanelRotation.Slot(
            map: "Olympus",
            code: "OL",
            start: Facts.at(21, 30),
            end: Facts.at(23, 0)
        )
        let canyon = PanelRotation.Slot(
            map: "Kings Canyon",
            code: "KC",
            start: Facts.at(19, 0),
            end: Facts.at(20, 0)
        )
        var (pubs, ranked) = (Facts.pubs, Facts.ranked)
        #expect(thirdRows([pubs, ranked]) == ["Ranked Olympus 19:00"])
        pubs.good = olympus
        #expect(thirdRows([pubs, ranked]) == ["Ranked Olympus 19:00", "good: Olympus 21:30 "])
        ranked.good = canyon
        #expect(thirdRows([pubs, ranked]) == ["Ranked Olympus 19:00", "next good 19:00     "])
    }

    @Test("16x2: the next good map of all modes that are shown has a page behind theirs")
    func goodOfTwoRows() {
        func pages(_ rotations: [PanelRotation], modes: [String]? = nil) -> [String] {
            Screens.ring(rotations, .sixteenByTwo) { $0.modes = modes }.filter { $0.contains("good") }
        }
        func slot(_ map: String, _ code: String, hour: Int, day: Int = 21) -> PanelRotation.Slot {
            let start = Facts.at(hour, 30, day: day)
            return PanelRotation.Slot(map: map, code: code, start: start, end: start.advanced(by: 3_600))
        }
        var (pubs, ranked) = (Facts.pubs, Facts.ranked)
        #expect(pages([pubs, ranked]).isEmpty)
        pubs.good = slot("Olympus", "OL", hour: 21)
        #expect(pages([pubs, ranked]) == ["rotation/pubs/good\n|next good map   |\n|Olympus 21:30   |"])
        ranked.good = slot("Kings Canyon", "KC", hour: 19)
        #expect(pages([pubs, ranked]) == ["rotation/ranked/good\n|Kings Canyon    |\n|good at 19:30   |"])
        #expect(pages([pubs, ranked], modes: ["pubs"]).map { $0.prefix(18) } == ["rotation/pubs/good"])
        ranked.good = nil
        pubs.good = slot("Kings Canyon", "KC", hour: 21, day: 23)
        #expect(pages([pubs]) == ["rotation/pubs/good\n|next good map   |\n|Kings Canyon Mon|"])
    }

    /// What stands on the third row of 20x4 by turns, sorted.
    private func thirdRows(_ rotations: [PanelRotation]) -> Set<String> {
        Set(
            Screens.ring(rotations, .twentyByFour).compactMap { drawing in
                let rows = drawing.split(separator: "\n")
                return rows.count > 3 ? String(rows[3].dropFirst().dropLast()) : nil
            }
        )
    }

    @Test("16x4: the third row takes turns")
    func sixteenByFour() {
        let expected: Set = [
            """
            rotation/pubs/next
            |Storm Point    ▅|
            |until 18:30  42m|
            |next: E-District|
            |↑ 6  ↓ 0  of 6  |
            """,
            """
            rotation/ranked
            |Storm Point    ▅|
            |until 18:30  42m|
            |Ranked Olympus  |
            |↑ 6  ↓ 0  of 6  |
            """,
            """
            rotation/ranked/until
            |Storm Point    ▅|
            |until 18:30  42m|
            |Olympus 19:00   |
            |↑ 6  ↓ 0  of 6  |
            """,
        ]
        #expect(Screens.ring([Facts.pubs, Facts.ranked], .sixteenByFour, watch: ["eu"]) == expected)
    }

    @Test("days away, a length of time replaces the time of day")
    func daysAway() {
        let long = PanelRotation(
            mode: "ltm",
            name: "Gun Run",
            state: .running,
            current: .init(map: "Broken Moon", start: Facts.at(10, 0), end: Facts.at(20, 48, day: 23)),
            next: .init(map: "Olympus", start: Facts.at(20, 48, day: 23), end: Facts.at(10, 0, day: 30))
        )
        let expected: Set = [
            """
            rotation/ltm
            |Broken Moon    ▂|
            |until Mon  2d 3h|
            """,
            """
            rotation/ltm/next
            |next: Olympus   |
            |in 2d 3h        |
            """,
        ]
        #expect(Screens.ring([long]) == expected)
    }

    @Test(
        "a mode without a map says why",
        arguments: [
            (RotationBody.State.ended, "schedule ended  "), (.gap, "no map known    "),
            (.notStarted, "starts 20:00    "),
        ]
    )
    func noMap(state: RotationBody.State, words: String) {
        let next = PanelRotation.Slot(map: "Olympus", start: Facts.at(20, 0), end: Facts.at(21, 0))
        let casual = PanelRotation(
            mode: "pubs",
            name: "Casual",
            state: state,
            next: state == .notStarted ? next : nil
        )
        #expect(Screens.ring([casual]) == ["rotation/pubs\n|Casual          |\n|\(words)|"])
    }

    @Test("a takeover is named in place of its mode")
    func takeover() {
        var pubs = Facts.pubs
        pubs.takeover = "Wildcard"
        pubs.next = nil
        #expect(Screens.ring([pubs]) == ["rotation/pubs\n|Storm Point    ▅|\n|Wildcard     42m|"])
    }

    @Test("the configured modes are shown, in their order")
    func modes() {
        let ids = Screens.ring([Facts.pubs, Facts.ranked]) { $0.modes = ["ranked", "unheard-of"] }
        #expect(ids.map { $0.prefix { $0 != "\n" } }.sorted() == ["rotation/ranked", "rotation/ranked/next"])
    }

    @Test("before the clock is set there is no map and no time")
    func noClock() {
        #expect(
            Screens.ring([Facts.pubs, Facts.ranked], at: nil) == [
                "clock\n|Clock not set   |\n|--:--           |"
            ]
        )
    }

    @Test("a map's name from outside cannot break the page")
    func hostileName() {
        var pubs = Facts.pubs
        pubs.current?.map = "Ævil\u{1B}[2J Straße 雲蛟衛 with a very long name"
        pubs.next = nil
        let expected = "rotation/pubs\n|AEvil?[2J Str. ▅|\n|until 18:30  42m|"
        #expect(Screens.ring([pubs]) == [expected])
    }

    @Test(
        "a minute's tick changes two cells or fewer, but for the rare change of form",
        arguments: DisplayGeometry.all
    )
    func minuteTick(geometry: DisplayGeometry) {
        var settings = Facts.settings(geometry, watch: ["eu"])
        settings.modes = ["ranked"]
        settings.watch = []
        var input = PanelInput()
        var ranked = Facts.ranked
        ranked.next = nil
        input.rotations = [ranked]
        var screens = Screens(settings, input, at: Facts.at(19, 5, day: 20))
        var changes: [Int] = []
        let minutes = TestEffort.rounds(180, most: 1_400)
        for _ in 0..<minutes {
            let before = screens.state?.frame
            screens.pass(.seconds(60))
            guard let before, let after = screens.state?.frame else { continue }
            changes.append(zip(before.cells, after.cells).count { $0 != $1 })
        }
        #expect(changes.count == minutes)
        #expect(changes.count { $0 > 2 } <= minutes / 60 + 1, "once an hour at most")
    }
}
