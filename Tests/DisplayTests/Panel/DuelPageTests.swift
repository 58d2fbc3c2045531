import Core
import Display
import Testing
import WatchpostModel

@Suite("Pages about duels")
struct DuelPageTests {
    private static func duel(
        _ name: String = "Ola",
        _ best: String? = "12,500 pts",
        against other: String = "Jan",
        _ theirs: String? = "900 pts",
        ends: UnixTime = Facts.at(20, 0)
    ) -> PanelDuel {
        PanelDuel(
            code: "k7",
            board: "Level 1",
            mine: PanelDuel.Side(name: name, code: "aaa", best: best),
            theirs: PanelDuel.Side(name: other, code: "bbb", best: theirs),
            endsAt: ends
        )
    }

    private static func ring(
        _ duels: [PanelDuel],
        _ geometry: DisplayGeometry = .sixteenByTwo,
        at now: UnixTime? = Facts.at(17, 48),
        watch: [String] = []
    ) -> [String] {
        var input = PanelInput()
        input.duels = duels
        input.sources = [Facts.source(Facts.six(.down))]
        var screens = Screens(Facts.settings(geometry, watch: watch), input, at: now)
        return screens.ring().sorted()
    }

    @Test("16x2: both names and bests on a page, the time that is left on the next")
    func sixteenByTwo() {
        #expect(
            Self.ring([Self.duel()]) == [
                """
                duel/k7
                |Ola   12,500 pts|
                |Jan      900 pts|
                """,
                """
                duel/k7/left
                |Ola - Jan       |
                |ends in     2h12|
                """,
            ]
        )
    }

    @Test("20x4: all of it on one page, with the board")
    func twentyByFour() {
        #expect(
            Self.ring([Self.duel(ends: Facts.at(18, 0, day: 23))], .twentyByFour) == [
                """
                duel/k7
                |Duel           2d 0h|
                |Ola       12,500 pts|
                |Jan          900 pts|
                |Level 1             |
                """
            ]
        )
    }

    @Test(
        "names give way to scores, are folded to what the display has, and are their codes where it has nothing"
    )
    func names() {
        let pages = Self.ring([Self.duel("Żółć-der-Große", "1:00:02.345", against: "Владимир", nil)])
        #expect(
            pages == [
                """
                duel/k7
                |Zol. 1:00:02.345|
                |bbb            -|
                """,
                """
                duel/k7/left
                |Zolc-der - bbb  |
                |ends in     2h12|
                """,
            ]
        )
        let rows = pages.flatMap { $0.split(whereSeparator: { $0 == "\n" }).dropFirst() }
        #expect(rows.allSatisfy { $0.count == 18 })
    }

    @Test("none without a clock, none whose time is over, and none during an outage")
    func none() {
        #expect(!Self.ring([Self.duel()], at: nil).joined().contains("duel"))
        #expect(!Self.ring([Self.duel(ends: Facts.at(17, 48))]).joined().contains("duel"))
        let outage = Self.ring([Self.duel()], watch: ["eu/retail/aerie"]).joined()
        #expect(outage.contains("down/") && !outage.contains("duel"))
    }

    @Test("a minute less each minute, without anybody pushing")
    func minutes() {
        var input = PanelInput()
        input.duels = [Self.duel(ends: Facts.at(17, 50))]
        var screens = Screens(Facts.settings(.twentyByFour, watch: []), input)
        #expect(screens.state?.lines.first?.hasSuffix("2m") == true)
        screens.pass(.seconds(60))
        #expect(screens.state?.lines.first?.hasSuffix("1m") == true)
        screens.pass(.seconds(60))
        #expect(screens.state?.page == "idle")
    }
}
