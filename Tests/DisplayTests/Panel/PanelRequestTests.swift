import Core
import Display
import Testing
import WatchpostModel

@Suite("What somebody at the box may ask the panel for")
struct PanelRequestTests {
    private static func input() -> PanelInput {
        var input = PanelInput()
        input.addresses = ["watchpost.local:8080"]
        input.sources = [Facts.source([Facts.realm("aerie-peak")])]
        input.rotations = [Facts.pubs, Facts.ranked]
        return input
    }

    private static func settings() -> PanelSettings {
        Facts.settings(
            watch: ["eu"],
            lamps: [LampSettings(name: "Everything", target: .everything)]
        )
    }

    private static func quiet() -> PanelSettings {
        var settings = settings()
        settings.quietHours = QuietHours(from: 17 * 3_600, to: 19 * 3_600, zone: settings.zone)
        return settings
    }

    @Test("a press turns the page, and the next one stays its whole time")
    func next() throws {
        var screens = Screens(PanelRequestTests.settings(), PanelRequestTests.input())
        let first = try #require(screens.state?.page)
        screens.send(.nextPage)
        let second = try #require(screens.state?.page)
        #expect(second != first)
        screens.pass(.seconds(5))
        #expect(screens.state?.page == second)
        screens.pass(.seconds(1))
        #expect(screens.state?.page != second)
    }

    @Test("other settings count at once, but for what the wires are")
    func changed() throws {
        var screens = Screens(PanelRequestTests.settings(), PanelRequestTests.input())
        #expect(screens.state?.frame.backlight == true)
        let lamps = screens.state?.lamps.map(\.name)
        var other = PanelRequestTests.quiet()
        other.boxName = "Cellar"
        other.geometry = .twentyByFour
        other.lamps = []
        screens.send(.settings(other))
        #expect(screens.state?.frame.backlight == false)
        #expect(screens.state?.lines.count == 2)
        #expect(screens.state?.lamps.map(\.name) == lamps)
        screens.send(.identify)
        #expect(screens.state?.lines.joined().contains("Cellar") == true)
        screens.send(.settings(PanelRequestTests.settings()))
        #expect(screens.state?.lines.joined().contains("Cellar") == false)
    }

    @Test("a press while a code covers the pages turns none behind it")
    func covered() throws {
        var screens = Screens(PanelRequestTests.settings(), PanelRequestTests.input())
        let page = try #require(screens.state?.page)
        screens.send(.code(title: "Pair", code: "123456"))
        #expect(screens.state?.page != page)
        screens.send(.nextPage)
        screens.send(.codeDone)
        #expect(screens.state?.page == page)
    }

    @Test("in the dark the first press lights the display for half a minute and turns nothing")
    func waking() throws {
        var screens = Screens(PanelRequestTests.quiet(), PanelRequestTests.input())
        let page = screens.state?.page
        #expect(screens.state?.frame.backlight == false)
        screens.send(.nextPage)
        #expect(screens.state?.frame.backlight == true)
        #expect(screens.state?.page == page)
        screens.send(.nextPage)
        #expect(screens.state?.page != page)
        screens.pass(.seconds(29))
        #expect(screens.state?.frame.backlight == true)
        screens.pass(.seconds(1))
        #expect(screens.state?.frame.backlight == false)
    }

    @Test("the address is on at once and takes its turn for a minute")
    func address() {
        var screens = Screens(PanelRequestTests.settings(), PanelRequestTests.input())
        screens.send(.showAddress)
        #expect(screens.state?.page == "address/0")
        #expect(screens.ring().contains { $0.hasPrefix("address/0") })
        screens.pass(.seconds(60))
        #expect(!screens.ring().contains { $0.hasPrefix("address/0") })
    }

    @Test("quiet now darkens display and lamps for eight hours, or until it is asked for again")
    func quietNow() {
        var screens = Screens(PanelRequestTests.settings(), PanelRequestTests.input())
        screens.send(.quietNow)
        #expect(screens.state?.frame.backlight == false)
        #expect(screens.state?.lamps.first?.reading.meaning == .quietHours)
        screens.pass(Panel.quietDuration - .seconds(1))
        #expect(screens.state?.frame.backlight == false)
        screens.pass(.seconds(1))
        #expect(screens.state?.frame.backlight == true)
        screens.send(.quietNow)
        screens.send(.quietNow)
        #expect(screens.state?.frame.backlight == true)
    }

    @Test("the hold that makes it quiet ends the identification that began on the way")
    func holding() {
        var screens = Screens(PanelRequestTests.settings(), PanelRequestTests.input())
        screens.send(.identify)
        #expect(screens.state?.lamps.first?.reading.meaning == .identify)
        screens.send(.quietNow)
        #expect(screens.state?.lamps.first?.reading.meaning == .quietHours)
    }

    @Test("quiet asked for at the box puts out a code that somebody left lit, too")
    func quietOverCode() {
        var screens = Screens(PanelRequestTests.settings(), PanelRequestTests.input())
        screens.send(.code(title: "Pair", code: "123456"))
        #expect(screens.state?.frame.backlight == true)
        screens.send(.quietNow)
        #expect(screens.state?.frame.backlight == false)
        #expect(screens.state?.page != "code")
    }

    @Test("a part's fault is the display's to tell; without a display the lamps tell it")
    func partFaults() {
        var input = PanelRequestTests.input()
        input.faults = [PanelFault(code: "E11", words: "GPIO17 is used by gpioset", isOfTheBox: false)]
        var screens = Screens(PanelRequestTests.settings(), input)
        #expect(screens.state?.lamps.first?.reading.meaning == .allUp)
        let pages = screens.ring()
        #expect(pages.contains("fault/E11\n|Fault E11    1/2|\n|GPIO17 is used  |"))
        #expect(pages.contains("fault/E11/page2\n|Fault E11    2/2|\n|by gpioset      |"))
        input.hasDisplay = false
        screens.send(.input(input))
        #expect(screens.state?.lamps.first?.reading.meaning == .internalFault)
        #expect(screens.state?.lamps.first?.reading.words == "E11: GPIO17 is used by gpioset")
    }

    @Test("a fault that has nothing to do with realms is never told by lamps")
    func faultsOfOtherThings() {
        var input = PanelRequestTests.input()
        input.faults = [
            PanelFault(code: "E21", words: "no key", isOfTheBox: false, isForLamps: false)
        ]
        input.hasDisplay = false
        let screens = Screens(PanelRequestTests.settings(), input)
        #expect(screens.state?.lamps.first?.reading.meaning == .allUp)
        #expect(screens.state?.faults.map(\.code) == ["E21"])
    }

    @Test("two faults of one code each have their pages")
    func severalFaults() {
        var input = PanelRequestTests.input()
        input.faults = ["GPIO4 is gone", "GPIO5 is gone"].map {
            PanelFault(code: "E11", words: $0, isOfTheBox: false)
        }
        var screens = Screens(PanelRequestTests.settings(), input)
        let pages = screens.ring()
        #expect(pages.contains { $0.contains("GPIO4 is gone") })
        #expect(pages.contains { $0.contains("GPIO5 is gone") })
    }
}
