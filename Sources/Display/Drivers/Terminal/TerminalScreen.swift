/// What the terminal panel draws, as a value, and how to get from one drawing to the next in few bytes.
package struct TerminalScreen: Hashable, Sendable {
    package static let width = 80
    package static let height = 24

    /// One lamp as it shines at this instant.
    package struct Lamp: Hashable, Sendable {
        package var name: String
        package var words: String
        /// In the order of the wiring.
        package var lights: [Light]

        package init(name: String, words: String, lights: [Light]) {
            self.name = name
            self.words = words
            self.lights = lights
        }
    }

    /// One LED.
    package struct Light: Hashable, Sendable {
        package var led: LED
        package var isLit: Bool

        package init(led: LED, isLit: Bool) {
            self.led = led
            self.isLit = isLit
        }
    }

    package var lamps: [Lamp]
    /// The rows of the character display.
    package var display: [String]
    package var isBacklit: Bool
    package var status: TerminalStatus

    package init(lamps: [Lamp], display: [String], isBacklit: Bool, status: TerminalStatus) {
        self.lamps = lamps
        self.display = display
        self.isBacklit = isBacklit
        self.status = status
    }

    /// The rows of the terminal, at most 24 of at most 80 columns, with their colours.
    package func render() -> [String] {
        let top = [heading, TerminalText()] + lampLines + [TerminalText()] + displayLines + [TerminalText()]
        let events = status.events.suffix(max(TerminalScreen.height - top.count, 0))
        let lines = top + events.map { TerminalText("  \($0)", .dim) }
        return lines.prefix(TerminalScreen.height).map { $0.drawn(width: TerminalScreen.width) }
    }

    /// The bytes that turn one drawing into another: only the lines that differ, each placed by its address.
    package static func update(from old: [String], to new: [String]) -> String {
        var output = ""
        for row in 0..<max(old.count, new.count) {
            let line = row < new.count ? new[row] : ""
            guard row >= old.count || old[row] != line else { continue }
            output += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
        }
        return output
    }

    private var heading: TerminalText {
        let log = status.logFile.map { "   log: \($0)" } ?? ""
        return TerminalText(" Watchpost", .bold) + TerminalText("  \(status.address ?? "starting")\(log)")
    }

    private static let mostLamps = 8

    private var lampLines: [TerminalText] {
        let shown = lamps.prefix(TerminalScreen.mostLamps)
        let more = lamps.count - shown.count
        return shown.map(TerminalScreen.line) + (more > 0 ? [TerminalText("  and \(more) more lamps")] : [])
    }

    /// ` ● green  ○ red   Kazzak               down since 12:31`.
    private static func line(_ lamp: Lamp) -> TerminalText {
        let name = lamp.name + String(repeating: " ", count: max(20 - lamp.name.count, 0))
        return lamp.lights.reduce(TerminalText(" ")) { $0 + text($1) }
            + TerminalText("  \(name)  \(lamp.words)")
    }

    private static func text(_ light: Light) -> TerminalText {
        let (word, style): (String, TerminalText.Style) =
            switch light.led {
            case .green: ("green", .green)
            case .red: ("red", .red)
            case .single: ("lamp", .bold)
            }
        return TerminalText(light.isLit ? " ● \(word)" : " ○ \(word)", light.isLit ? style : .dim)
    }

    private var displayLines: [TerminalText] {
        let width = display.first?.count ?? 0
        let bar = String(repeating: "─", count: width + 2)
        let style: TerminalText.Style = isBacklit ? .plain : .dim
        let rows = display.map { TerminalText("  │ ") + TerminalText($0, style) + TerminalText(" │") }
        let note = isBacklit ? "" : " backlight off"
        return [TerminalText("  ┌\(bar)┐")] + rows + [TerminalText("  └\(bar)┘\(note)")]
    }
}

/// The lines around the panel that only a terminal has.
package struct TerminalStatus: Hashable, Sendable {
    /// The address of the pages.
    package var address: String?
    /// Where the log goes while the terminal is taken.
    package var logFile: String?
    /// The newest last; as many as there is room for are shown.
    package var events: [String] = []

    package init() {}
}
