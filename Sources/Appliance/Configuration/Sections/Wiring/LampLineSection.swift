package import Display

/// The lines of a lamp's LEDs.
package struct LampLineSection: Hashable, Sendable {
    /// A line for each LED of the wiring; none: the lamp is shown in the API and on the page only.
    package var lines: [LED: GPIOLine]
    package var isActiveLow: Bool

    /// A lamp without LEDs of its own.
    package static let none = LampLineSection(lines: [:], isActiveLow: false)

    package var wiring: LampWiring { lines[.single] == nil ? .pair : .single }

    private static func key(_ led: LED, _ help: String) -> OptionalSettingKey<GPIOLine> {
        OptionalSettingKey(led.rawValue, .gpioLine, absent: "not wired", help)
    }

    private static let keys: [(led: LED, key: OptionalSettingKey<GPIOLine>)] = [
        (.green, key(.green, "The line of the green LED of a pair.")),
        (.red, key(.red, "The line of its red LED.")),
        (.single, key(.single, "The line of a lamp that is one LED; takes the place of `green` and `red`.")),
    ]
    private static let activeLow = OptionalSettingKey(
        "active_low",
        .boolean,
        absent: "no",
        "Whether its LEDs are lit by a low line: they are wired to 3.3 V instead of to ground."
    )

    static let rows: [any DescribedSetting] = keys.map(\.key) + [activeLow]

    private init(lines: [LED: GPIOLine], isActiveLow: Bool) {
        self.lines = lines
        self.isActiveLow = isActiveLow
    }

    init(_ reader: TableReader, claims: LineClaims) {
        var lines: [LED: GPIOLine] = [:]
        for (led, key) in LampLineSection.keys {
            lines[led] = reader.value(key)
            claims.claim(lines[led], reader, key.name)
        }
        self.lines = lines
        isActiveLow = reader.value(LampLineSection.activeLow) ?? false
        check(reader)
    }

    private func check(_ reader: TableReader) {
        let isPair = reader.has("green") || reader.has("red")
        if isPair, reader.has("single") {
            reader.refuse("single", "stands beside a pair", remedy: "keep it, or green and red")
        } else if isPair, !(reader.has("green") && reader.has("red")) {
            let missing = reader.has("green") ? "red" : "green"
            reader.refuse(
                reader.has("green") ? "green" : "red",
                "has no \(missing) beside it",
                remedy: "add \(missing), or write single for a lamp of one LED"
            )
        }
    }
}
