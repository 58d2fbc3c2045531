import Core
import Display
import FoundationEssentials
import Testing
import WatchpostModel

@Suite("The panel")
struct PanelTests {
    private static func input(_ states: RealmState...) -> PanelInput {
        var input = PanelInput()
        input.rotations = [Facts.pubs]
        input.addresses = ["watchpost.local", "192.168.178.123:8080"]
        input.sources = [Facts.source(Facts.six(states.first ?? .up))]
        return input
    }

    private func page(_ screens: Screens) -> String? { screens.state?.page }

    @Test("for five minutes after the start the addresses take their turn")
    func welcome() {
        var screens = Screens(Facts.settings(), PanelTests.input(), isFresh: true)
        let pages = screens.ring()
        #expect(pages.first == "address/0\n|Watchpost      ☏|\n|watchpost.local |")
        #expect(pages.contains("address/1\n|192.168.178.123 |\n|:8080          ☏|"))
        #expect(pages.contains { $0.hasPrefix("rotation/pubs\n") })
        screens.now.monotonic = .seconds(1_000) + Panel.welcomeDuration
        screens.send(.tick)
        #expect(!screens.ring().contains { $0.hasPrefix("address") })
    }

    @Test("20x4: all addresses on one page")
    func tallWelcome() {
        var screens = Screens(Facts.settings(.twentyByFour), PanelTests.input(), isFresh: true)
        let expected = """
            address
            |Watchpost          ☏|
            |watchpost.local     |
            |192.168.178.123:8080|
            |                    |
            """
        #expect(screens.ring().first == expected)
    }

    @Test("20x4: a long name takes two rows, and an address that does not fit is left out, not cut")
    func longNames() {
        var input = PanelTests.input()
        input.addresses = ["watchpost-board.local:8080", "10.0.2.15:8080", "[fd00:1:2:3:4:5:6:7]:8080"]
        var screens = Screens(Facts.settings(.twentyByFour), input, isFresh: true)
        let expected = """
            address
            |Watchpost          ☏|
            |watchpost-board     |
            |.local:8080         |
            |10.0.2.15:8080      |
            """
        #expect(screens.ring().first == expected)
    }

    @Test("16x2: a long name takes both rows of its page")
    func longNameInTwoRows() {
        var input = PanelTests.input()
        input.addresses = ["watchpost-board.local:8080"]
        var screens = Screens(Facts.settings(), input, isFresh: true)
        #expect(screens.ring().first == "address/0\n|watchpost-board |\n|.local:8080    ☏|")
    }

    @Test("pages turn after their time, not before, and start again")
    func turns() {
        var screens = Screens(Facts.settings(), PanelTests.input())
        let first = page(screens)
        screens.pass(.milliseconds(5_999))
        #expect(page(screens) == first)
        screens.pass(.milliseconds(1))
        #expect(page(screens) != first)
        screens.pass(.seconds(6))
        #expect(page(screens) == first)
    }

    @Test("a page stays on while facts change around it")
    func staysInPlace() {
        var screens = Screens(Facts.settings(watch: ["eu"]), PanelTests.input())
        screens.pass(.seconds(6))
        let before = page(screens)
        var changed = PanelTests.input()
        changed.network = .down(since: nil)
        screens.send(.input(changed))
        #expect(page(screens) == before)
    }

    @Test("an outage is on the display at once and leaves it when it is over")
    func outage() {
        var screens = Screens(Facts.settings(watch: ["eu"]), PanelTests.input())
        screens.pass(.seconds(2))
        screens.send(.input(PanelTests.input(.down)))
        #expect(page(screens) == "down/eu/retail/aerie")
        screens.send(.input(PanelTests.input(.up)))
        #expect(page(screens) == "rotation/pubs")
    }

    @Test("suspicion shows nothing on the display")
    func suspicion() {
        var screens = Screens(Facts.settings(watch: ["eu"]), PanelTests.input())
        let before = screens.state?.lines
        screens.send(.input(PanelTests.input(.suspected)))
        #expect(screens.state?.lines == before)
    }

    @Test("trouble takes its turn before maps: fault, set-up, network")
    func troubles() {
        var input = PanelTests.input()
        input.faults = [PanelFault(code: "E12", words: "the disk is full")]
        input.isSetUp = false
        input.network = .down(since: Facts.at(12, 31))
        var screens = Screens(Facts.settings(), input)
        let pages = screens.ring()
        #expect(pages.contains("fault/E12\n|Fault E12       |\n|the disk is full|"))
        #expect(pages.contains("setup\n|Not set up yet: |\n|open on a phone |"))
        #expect(pages.contains("address/0\n|Watchpost      ☏|\n|watchpost.local |"))
        #expect(pages.contains("network\n|No network     ⊘|\n|since 12:31     |"))
        #expect(pages.contains { $0.hasPrefix("rotation/pubs\n") })
    }

    @Test("20x4: set-up shows the addresses, a fault all of its words")
    func tallTroubles() {
        var input = PanelTests.input()
        input.faults = [PanelFault(code: "E7", words: "cannot write /var/lib/watchpost: no space left")]
        input.isSetUp = false
        var screens = Screens(Facts.settings(.twentyByFour), input)
        let pages = screens.ring()
        let fault = """
            fault/E7
            |Fault E7            |
            |cannot write        |
            |/var/lib/watchpost: |
            |no space left       |
            """
        let setUp = """
            setup
            |Not set up yet. Open|
            |watchpost.local     |
            |192.168.178.123:8080|
            |                    |
            """
        #expect(pages.contains(fault))
        #expect(pages.contains(setUp))
    }

    @Test("identify has display and lamps to itself for half a minute")
    func identify() {
        let lamp = LampSettings(name: "Everything", target: .everything)
        var screens = Screens(Facts.settings(watch: ["eu"], lamps: [lamp]), PanelTests.input(.down))
        screens.send(.identify)
        #expect(screens.state?.lines == ["This box is     ", "watchpost.local "])
        #expect(screens.state?.lamps.map(\.reading.meaning) == [.identify])
        screens.pass(.seconds(29))
        #expect(page(screens) == "identify")
        screens.pass(.seconds(1))
        #expect(screens.state?.lamps.map(\.reading.meaning) == [.someDown])
    }

    @Test("a code is shown until it is done or too old")
    func code() {
        var screens = Screens(Facts.settings(), PanelTests.input())
        screens.send(.code(title: "Pairing code", code: "482 913"))
        #expect(screens.state?.lines == ["Pairing code   ☏", "482 913         "])
        screens.send(.codeDone)
        #expect(page(screens) != "code")
        screens.send(.code(title: "Pairing code", code: "482 913"))
        screens.pass(Panel.codeDuration)
        #expect(page(screens) != "code")
    }

    @Test("a code that is asked for again is shown for as long as it still counts")
    func rest() {
        var screens = Screens(Facts.settings(), PanelTests.input())
        screens.send(.code(title: "Pairing code", code: "482 913"))
        screens.pass(.seconds(540))
        screens.send(.code(title: "Pairing code", code: "482 913", lasts: .seconds(60)))
        screens.pass(.seconds(59))
        #expect(page(screens) == "code")
        screens.pass(.seconds(1))
        #expect(page(screens) != "code")
    }

    @Test("a code is on the display and not in the API, which everybody may ask")
    func secret() throws {
        var screens = Screens(Facts.settings(), PanelTests.input())
        screens.send(.code(title: "Pairing code", code: "482913"))
        let state = try #require(screens.state)
        #expect(state.lines == ["Pairing code   ☏", "482913          "])
        #expect(state.body.display.lines == ["Pairing code   ☏", "******          "])
        screens.send(.codeDone)
        #expect(screens.state?.body.display.lines == screens.state?.lines)
    }

    @Test("quiet hours put the backlight out, unless somebody asks for something")
    func quietHours() {
        var settings = Facts.settings(watch: ["eu"], lamps: [LampSettings(name: "All", target: .everything)])
        settings.quietHours = QuietHours(from: 23 * 3_600, to: 7 * 3_600, zone: Facts.zone)
        var screens = Screens(settings, PanelTests.input(), at: Facts.at(22, 59))
        #expect(screens.state?.frame.backlight == true)
        screens.pass(.seconds(60))
        #expect(screens.state?.frame.backlight == false)
        #expect(screens.state?.lamps.first?.reading.meaning == .quietHours)
        screens.send(.code(title: "Pairing code", code: "1"))
        #expect(screens.state?.frame.backlight == true)
        screens.send(.codeDone)
        screens.send(.input(PanelTests.input(.down)))
        #expect(screens.state?.frame.backlight == false)
        #expect(page(screens) == "down/eu/retail/aerie")
    }

    @Test("without a clock it is never quiet")
    func noClock() {
        var settings = Facts.settings()
        settings.quietHours = QuietHours(from: 0, to: 0, zone: Facts.zone)
        let screens = Screens(settings, PanelTests.input(), at: nil)
        #expect(screens.state?.frame.backlight == true)
        #expect(page(screens) == "clock")
    }

    @Test(
        "the last words leave no number behind",
        arguments: [(Panel.Ending.stopping, "stopped 17:53   "), (.restarting, "restarting      ")]
    )
    func farewell(ending: Panel.Ending, words: String) {
        let lamp = LampSettings(name: "All", target: .everything)
        var screens = Screens(Facts.settings(watch: ["eu"], lamps: [lamp]), PanelTests.input(.down))
        screens.pass(.seconds(300))
        let effects = screens.send(.stop(ending))
        #expect(screens.state?.lines == ["Watchpost       ", words])
        #expect(screens.state?.lamps.map(\.reading.signal) == [.off])
        #expect(!effects.contains { if case .wake = $0 { true } else { false } })
    }

    @Test("with nothing to say it shows its name and the time")
    func idle() {
        #expect(
            Screens(Facts.settings(), PanelInput()).state?.lines == ["Watchpost       ", "17:48           "]
        )
        #expect(
            Screens(Facts.settings(), PanelInput(), at: nil).state?.lines == [
                "Watchpost       ", "--:--           ",
            ]
        )
    }

    @Test("it shows only what changed, and asks to be woken at the minute or the page's end")
    func effects() {
        var panel = Panel(settings: Facts.settings())
        var now = Facts.moment(Facts.at(17, 48, second: 57))
        var input = PanelTests.input()
        input.addresses = []
        let first = panel.handle(.input(input), at: now)
        #expect(first.count == 2)
        #expect(first.last == .wake(at: .seconds(1_003)))
        #expect(panel.handle(.input(input), at: now) == [.wake(at: .seconds(1_003))])
        now = Facts.moment(Facts.at(17, 49), after: 1_003)
        #expect(panel.handle(.tick, at: now).last == .wake(at: .seconds(1_006)))
    }

    @Test("what it shows goes out as the API's panel")
    func wire() throws {
        let lamps = [
            LampSettings(name: "Aerie", target: .items([try WatchTarget(parsing: "eu/retail/aerie")])),
            LampSettings(name: "All", target: .everything, wiring: .single),
        ]
        let screens = Screens(Facts.settings(watch: ["eu"], lamps: lamps), PanelTests.input(.down))
        let body = try #require(screens.state).body
        #expect(body.lamps.map(\.meaning) == ["down", "someDown"])
        #expect(body.lamps.map(\.words) == ["down since 12:31", "1 of 6 down"])
        #expect(body.lamps.map(\.target) == ["eu/retail/aerie", "everything watched"])
        #expect(body.lamps[0].red == [LampBody.Step(lit: true, milliseconds: 0)])
        #expect(
            body.lamps[1].red == [.init(lit: true, milliseconds: 100), .init(lit: false, milliseconds: 900)]
        )
        #expect(body.display.lines == ["Aerie          ↓", "down since 12:31"])
        #expect(body.display.page == "down/eu/retail/aerie")
        #expect((body.display.columns, body.display.rows) == (16, 2))
        let json = try JSONEncoder().encode(body)
        #expect(try JSONDecoder().decode(PanelBody.self, from: json) == body)
    }
}
