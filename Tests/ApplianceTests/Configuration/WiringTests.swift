import Appliance
import Display
import Testing

@Suite("Settings of the wires")
struct WiringTests {
    private static let parallel = """
        [panel.parallel]
        rs = "GPIO25"
        e = "GPIO24"
        d4 = "GPIO23"
        d5 = "GPIO22"
        d6 = "GPIO27"
        d7 = 18
        """

    private static func lamp(_ lines: String, name: String = "L") -> String {
        "[[panel.lamp]]\nname = \"\(name)\"\ntarget = \"eu\"\n\(lines)\n"
    }

    @Test("a lamp's lines: a pair, one LED, or none")
    func lamps() throws {
        let text =
            WiringTests.lamp("green = \"GPIO17\"\nred = 4\nactive_low = true", name: "A")
            + WiringTests.lamp("single = \"GPIO5\"", name: "B") + WiringTests.lamp("", name: "C")
        let lamps = try ConfigurationFixture.parse(text).panel.lamps
        #expect(lamps.map(\.lines.wiring) == [.pair, .single, .pair])
        #expect(lamps[0].lines.lines == [.green: .name("GPIO17"), .red: .offset(4)])
        #expect(lamps.map(\.lines.isActiveLow) == [true, false, false])
        #expect(lamps[1].lines.lines == [.single: .name("GPIO5")])
        #expect(lamps[2].lines.lines.isEmpty)
    }

    private static func wires(_ text: String) throws(ConfigurationError) -> Configuration {
        try Configuration.parseWires(
            text: text,
            file: "f",
            environment: ConfigurationEnvironment(
                stateDirectory: nil,
                credentialsDirectory: nil,
                localZone: .local
            )
        )
    }

    @Test("wires are known under settings that are wrong elsewhere, and only then")
    func wiresAlone() throws {
        let lamp = WiringTests.lamp("single = \"GPIO17\"")
        let wrong = "[server]\nlisten = 7\n[sevrer]\n" + lamp
        #expect(throws: ConfigurationError.self) { try ConfigurationFixture.parse(wrong) }
        let lines = try WiringTests.wires(wrong).panel.lamps[0].lines.lines
        #expect(lines == [.single: .name("GPIO17")])
        for text in [lamp + "red = true", "[gpio]\nchip = 3.5\n" + lamp, lamp + "["] {
            #expect(throws: ConfigurationError.self, "\(text)") { try WiringTests.wires(text) }
        }
    }

    @Test("the backpack's table alone means the common wiring, looked for")
    func backpack() throws {
        let wiring = try ConfigurationFixture.parse("[panel.backpack]").panel.displayWiring
        guard case .backpack(let backpack) = wiring else {
            Issue.record("no backpack: \(String(describing: wiring))")
            return
        }
        #expect(backpack.bus == 1)
        #expect(backpack.address == nil)
        #expect(backpack.pins == [.rs: 0, .rw: 1, .e: 2, .backlight: 3, .d4: 4, .d5: 5, .d6: 6, .d7: 7])
        #expect(!backpack.isSlow)
    }

    @Test("six lines are a parallel display")
    func parallel() throws {
        let text = WiringTests.parallel + "\nbacklight = \"GPIO12\"\nslow = true"
        let wiring = try ConfigurationFixture.parse(text).panel.displayWiring
        guard case .parallel(let display) = wiring else {
            Issue.record("no parallel display: \(String(describing: wiring))")
            return
        }
        #expect(display.lines[.d7] == .offset(18))
        #expect(display.lines.count == 6)
        #expect(display.backlight == .name("GPIO12"))
        #expect(display.isSlow)
    }

    @Test("no table, no display, no button")
    func nothing() throws {
        let panel = try ConfigurationFixture.parse("").panel
        #expect(panel.displayWiring == nil)
        #expect(panel.button == nil)
    }

    @Test("a button goes to ground unless told otherwise")
    func button() throws {
        let button = try ConfigurationFixture.parse("[panel.button]\nline = \"GPIO26\"").panel.button
        let explicit = try ConfigurationFixture.parse("[panel.button]\nline = \"GPIO26\"\nactive_low = true")
        #expect(button == explicit.panel.button)
        #expect(button?.isActiveLow == true)
    }

    private static let refused: [(text: String, words: String)] = [
        (lamp("green = \"GPIO17\""), "has no red beside it"),
        (lamp("red = \"GPIO17\""), "has no green beside it"),
        (lamp("single = 1\ngreen = 2\nred = 3"), "stands beside a pair"),
        (lamp("single = -1"), "is outside 0…1023"),
        (lamp("single = 1024"), "is outside 0…1023"),
        (lamp("single = true"), "write a line such as"),
        (lamp("single = \"\""), "is empty"),
        (lamp("single = \"GPIO_of_a_name_that_is_far_too_long\""), "at most 31"),
        ("[panel.backpack]\naddress = 0x80", "outside 8…119"),
        ("[panel.backpack]\nrs = 4", "leads to rs and d4"),
        ("[panel.backpack]\nbus = \"1\"", "is a string"),
        ("[panel.backpack]\nadress = 0x27", "did you mean \"address\"?"),
        ("[panel.parallel]\nrs = 1", "is missing"),
        ("[panel.backpack]\n" + parallel, "stands beside a backpack"),
        ("[panel]\nbackpack = true", "write it as a table"),
        ("[panel]\ndisplay = \"17x2\"", "known are 16x2, 20x4, 16x4, 40x2"),
        ("[panel]\ndisplay = \"20 by 4\"", "known are"),
        ("[panel]\ndisplay = \"-40x-4\"", "known are"),
        ("[gpio]\nchip = \"\"", "is empty"),
    ]

    @Test("wrong wiring is refused in words", arguments: refused.indices)
    func refusals(index: Int) {
        let (text, words) = WiringTests.refused[index]
        let lines = ConfigurationFixture.lines(text)
        #expect(lines.contains { $0.contains(words) }, "\(text)\n\(lines)")
    }

    private static let shared: [(text: String, words: String)] = [
        (lamp("green = \"GPIO17\"\nred = \"GPIO17\""), "GPIO17 is the line of panel.lamp[1].green too"),
        (lamp("green = \"GPIO17\"\nred = 17"), "line 17 is the line of panel.lamp[1].green too"),
        (lamp("single = 25") + parallel, "GPIO25 is the line of panel.lamp[1].single too"),
        (parallel + "\n[panel.button]\nline = \"GPIO24\"", "GPIO24 is the line of panel.parallel.e too"),
        (
            lamp("single = \"A\"", name: "A") + lamp("single = \"A\"", name: "B"),
            "A is the line of panel.lamp[1].single too"
        ),
    ]

    @Test("a line that is given twice is a warning: everything else runs", arguments: shared.indices)
    func warnings(index: Int) throws {
        let (text, words) = WiringTests.shared[index]
        let warnings = try ConfigurationFixture.parse(text).warnings.map { $0.line(file: "f") }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains(words) == true, "\(warnings)")
    }

    @Test(
        "a display larger than a controller is a warning, and driven in part",
        arguments: ["40x4", "24x4", "20x5"]
    )
    func tooLarge(size: String) throws {
        let configuration = try ConfigurationFixture.parse("[panel]\ndisplay = \"\(size)\"")
        #expect(configuration.panel.display.isTooLarge)
        #expect(configuration.panel.display.geometry == (size.hasPrefix("40") ? .fortyByTwo : .twentyByFour))
        #expect(configuration.warnings.first?.reason.contains("more than the 80 cells") == true)
    }
}
