import Core
import Display
import Glibc
import Testing
import WatchpostModel

/// A terminal of 80 columns and 24 rows that understands what the panel may send and notes everything else.
private struct TinyTerminal {
    var rows = [[Character]](repeating: [], count: 24)
    var complaints: [String] = []
    var isAlternate = false
    var hasCursor = true
    var bytes = 0
    private var row = 0
    private var column = 0

    var text: [String] { rows.map { String($0) } }

    mutating func feed(_ output: String) {
        bytes += output.utf8.count
        var rest = Substring(output)
        while let character = rest.popFirst() {
            if character == "\u{1B}" { escape(&rest) } else { put(character) }
        }
    }

    private mutating func put(_ character: Character) {
        guard row < 24, column < 80 else { return complaints.append("wrote beyond \(row);\(column)") }
        if column < rows[row].count { rows[row][column] = character } else { rows[row].append(character) }
        column += 1
    }

    private mutating func escape(_ rest: inout Substring) {
        guard rest.popFirst() == "[" else { return complaints.append("not a control sequence") }
        var parameters = ""
        while let character = rest.popFirst() {
            guard character.isLetter else {
                parameters.append(character)
                continue
            }
            return command(character, parameters)
        }
        complaints.append("unfinished sequence")
    }

    private mutating func command(_ name: Character, _ parameters: String) {
        switch (name, parameters) {
        case ("m", _): break
        case ("H", _):
            let place = parameters.split(separator: ";").compactMap { Int($0) }
            (row, column) = (place[0] - 1, place[1] - 1)
        case ("K", ""): rows[row].removeSubrange(min(column, rows[row].count)...)
        case ("J", "2"): rows = Array(repeating: [], count: 24)
        case ("h", "?1049"): isAlternate = true
        case ("l", "?1049"): isAlternate = false
        case ("h", "?25"): hasCursor = true
        case ("l", "?25"): hasCursor = false
        default: complaints.append("unknown sequence \(parameters)\(name)")
        }
    }
}

@Suite("The terminal panel")
struct TerminalPanelTests {
    private let terminal = Locked(TinyTerminal())

    private func panel(_ geometry: DisplayGeometry = .sixteenByTwo) -> TerminalPanel {
        let lamps = [
            LampSettings(name: "Everything", target: .everything),
            LampSettings(name: "Desk", target: .everything, wiring: .single),
        ]
        let terminal = terminal
        return TerminalPanel(settings: Facts.settings(geometry, watch: ["eu"], lamps: lamps)) { output in
            terminal.withLock { $0.feed(output) }
        }
    }

    private var screen: [String] { terminal.withLock(\.text) }
    private var bytes: Int { terminal.withLock(\.bytes) }

    private func operations(_ lines: [String], backlight: Bool = true) -> [DisplayOperation] {
        let encoder = FrameEncoder(geometry: .sixteenByTwo, rom: .a00)
        return [.initialise] + FrameDiff.operations(from: nil, to: encoder.frame(lines, backlight: backlight))
    }

    @Test("it draws lamps by shape and word, the display in a box, and the status")
    func drawing() {
        var panel = panel()
        var status = TerminalStatus()
        status.address = "http://127.0.0.1:8080"
        status.logFile = "watchpost.log"
        status.events = ["12:31 eu/retail/aerie down"]
        panel.open()
        panel.show(status)
        panel.light(LampOutput(lamp: 0, led: .red), lit: true)
        panel.perform(operations(["Aerie          ↓", "down since 12:31"]))
        let expected = """
             Watchpost  http://127.0.0.1:8080   log: watchpost.log

              ○ green ● red  Everything
              ○ lamp  Desk

              ┌──────────────────┐
              │ Aerie          ↓ │
              │ down since 12:31 │
              └──────────────────┘

              12:31 eu/retail/aerie down
            """
        let drawn = screen.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
        #expect(drawn.prefix(11).joined(separator: "\n") == expected)
        #expect(terminal.withLock(\.complaints).isEmpty)
    }

    @Test("a change redraws its own line only, and no change nothing")
    func minimal() {
        var panel = panel()
        panel.open()
        panel.perform(operations(["Storm Point", "until 18:30  42m"]))
        let before = bytes
        panel.perform([.moveCursor(0x4E), .write(Array("1".utf8))])
        #expect(screen[7] == "  │ until 18:30  41m │")
        #expect(bytes - before < 60)
        let after = bytes
        panel.perform([.moveCursor(0x4E), .write(Array("1".utf8))])
        panel.light(LampOutput(lamp: 0, led: .red), lit: false)
        #expect(bytes == after)
    }

    @Test("it shows what the bus was told: a write without an address shows nothing")
    func seam() {
        var panel = panel()
        panel.open()
        panel.perform([.initialise, .write(Array("lost".utf8))])
        #expect(!screen.contains { $0.contains("lost") })
        panel.perform([.moveCursor(0), .setGlyph(slot: 0, Glyph.up.bitmap), .write(Array("lost".utf8))])
        #expect(!screen.contains { $0.contains("lost") })
    }

    @Test("the terminal is given back as it was, once")
    func restores() {
        var panel = panel()
        panel.light(LampOutput(lamp: 0, led: .red), lit: true)
        #expect(bytes == 0, "nothing is drawn before it is opened")
        panel.open()
        #expect(terminal.withLock { ($0.isAlternate, $0.hasCursor) } == (true, false))
        panel.close()
        #expect(terminal.withLock { ($0.isAlternate, $0.hasCursor) } == (false, true))
        let after = bytes
        panel.close()
        panel.light(LampOutput(lamp: 0, led: .red), lit: false)
        #expect(bytes == after)
    }

    @Test("no text from outside steers the terminal or leaves its line")
    func hostile() {
        var panel = panel()
        panel.open()
        var status = TerminalStatus()
        status.events = ["\u{1B}]0;owned\u{7}\u{1B}[2J\r\nline", String(repeating: "雲", count: 100)]
        panel.show(status)
        let text = screen
        #expect(text.contains { $0.contains("?]0;owned??[2J?line") })
        #expect(terminal.withLock(\.complaints).isEmpty)
        #expect(text.contains { $0.count { $0 == "雲" } == 39 })
    }

    @Test("many events, lamps and a big display stay on 24 rows, the newest events kept")
    func fits() {
        let lamps = (1...20).map {
            TerminalScreen.Lamp(name: "Lamp \($0)", words: "up", lights: [.init(led: .green, isLit: true)])
        }
        var status = TerminalStatus()
        status.events = (1...100).map { "event \($0)" }
        let rows = Array(repeating: String(repeating: "x", count: 40), count: 4)
        let screen = TerminalScreen(lamps: lamps, display: rows, isBacklit: false, status: status).render()
        #expect(screen.count == 24)
        #expect(screen.contains { $0.contains("and 12 more lamps") })
        #expect(screen.contains { $0.contains("backlight off") })
        #expect(screen.last?.contains("event 100") == true)
    }

    @Test("standard output that is no terminal is left alone")
    func noTerminal() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { ends.forEach { _ = close($0) } }
        #expect(TerminalOutput.writer(to: ends[1]) == nil)
    }

    @Test("a terminal gets every byte")
    func realTerminal() throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        try #require(master >= 0)
        defer { _ = close(master) }
        // TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>, which the Glibc module leaves out.
        var (unlocked, number): (Int32, Int32) = (0, -1)
        try #require(ioctl(master, 0x4004_5431, &unlocked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        let name = "/dev/pts/\(number)"
        let slave = open(name, O_RDWR | O_NOCTTY)
        try #require(slave >= 0)
        defer { _ = close(slave) }
        let write = try #require(TerminalOutput.writer(to: slave))
        write("\u{1B}[2J● green")
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(master, &buffer, buffer.count)
        #expect(String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self) == "\u{1B}[2J● green")
    }
}
