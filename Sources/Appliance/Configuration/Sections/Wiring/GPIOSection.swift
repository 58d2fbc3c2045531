/// `[gpio]`: whose lines lamps, display and button are wired to.
package struct GPIOSection: Hashable, Sendable {
    /// A label, a name or a path; nil: the chip of this Pi's header, by its label.
    package var chip: String?

    private static let chip = OptionalSettingKey(
        "chip",
        .string(upTo: 64, "a chip's label, name or path"),
        absent: "the chip of the pin header: `pinctrl-rp1`, `pinctrl-bcm2711` or `pinctrl-bcm2835`",
        "The GPIO chip that lines are looked for on, such as `pinctrl-rp1` or `/dev/gpiochip2`."
    )

    static let section = SettingsSection(
        "[gpio]",
        "Whose lines lamps, display and button are wired to. A Raspberry Pi needs nothing here.",
        [chip]
    )

    init(_ reader: TableReader) {
        chip = reader.value(GPIOSection.chip)
    }
}
