package import Display

/// `[panel.parallel]`: a character display on GPIO lines, in 4-bit mode.
package struct ParallelSection: Hashable, Sendable {
    /// What the lines lead to, in the order of the request.
    package enum Pin: String, CaseIterable, Hashable, Sendable {
        case rs, e, d4, d5, d6, d7
    }

    package var lines: [Pin: GPIOLine]
    /// nil: the backlight is not switched.
    package var backlight: GPIOLine?
    package var isBacklightActiveLow: Bool
    package var isSlow: Bool

    private static func pin(_ pin: Pin) -> OptionalSettingKey<GPIOLine> {
        OptionalSettingKey(
            pin.rawValue,
            .gpioLine,
            absent: "required",
            "The line that leads to the display's \(pin.rawValue.uppercased())."
        )
    }

    private static let backlightLine = OptionalSettingKey(
        "backlight",
        .gpioLine,
        absent: "the backlight is not switched",
        "The line that switches the backlight, through a transistor."
    )
    private static let backlightLow = OptionalSettingKey(
        "backlight_active_low",
        .boolean,
        absent: "no",
        "Whether the backlight is lit by a low line."
    )
    private static let slow = OptionalSettingKey("slow", .boolean, absent: "no", DisplayWiring.slowHelp)

    static let section = SettingsSection(
        "[panel.parallel]",
        "A character display on six GPIO lines, without a backpack; its R/W is wired to ground.",
        Pin.allCases.map { pin($0) as any DescribedSetting } + [backlightLine, backlightLow, slow]
    )

    /// nil when a line is missing or wrong, which is reported.
    init?(_ reader: TableReader, claims: LineClaims) {
        var lines: [Pin: GPIOLine] = [:]
        for pin in Pin.allCases {
            lines[pin] = reader.required(ParallelSection.pin(pin))
            claims.claim(lines[pin], reader, pin.rawValue)
        }
        backlight = reader.value(ParallelSection.backlightLine)
        claims.claim(backlight, reader, ParallelSection.backlightLine.name)
        isBacklightActiveLow = reader.value(ParallelSection.backlightLow) ?? false
        isSlow = reader.value(ParallelSection.slow) ?? false
        self.lines = lines
        guard lines.count == Pin.allCases.count else { return nil }
    }
}
