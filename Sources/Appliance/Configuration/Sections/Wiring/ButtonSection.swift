package import Display

/// `[panel.button]`: a push button.
package struct ButtonSection: Hashable, Sendable {
    package var line: GPIOLine
    /// Pressed connects the line to ground.
    package var isActiveLow: Bool

    private static let line = OptionalSettingKey(
        "line",
        .gpioLine,
        absent: "no button",
        "The line of the button: a press turns the page, a double one shows the address, five seconds a pairing "
            + "code, ten make it quiet now (and again: not any more)."
    )
    private static let activeLow = SettingKey(
        "active_low",
        .boolean,
        default: true,
        "Whether the button connects the line to ground (the Pi's own pull-up is used) or to 3.3 V (its pull-down is)."
    )

    static let section = SettingsSection("[panel.button]", "A push button.", [line, activeLow])

    /// nil without a line.
    init?(_ reader: TableReader, claims: LineClaims) {
        isActiveLow = reader.value(ButtonSection.activeLow)
        guard let line = reader.value(ButtonSection.line) else { return nil }
        self.line = line
        claims.claim(line, reader, ButtonSection.line.name)
    }
}
