/// `[panel.backpack]`: a character display behind a PCF8574 I2C expander.
package struct BackpackSection: Hashable, Sendable {
    /// N of /dev/i2c-N.
    package var bus: Int
    /// 7 bits; nil: looked for among those that such expanders can have.
    package var address: Int?
    /// Which of the expander's eight outputs leads where.
    package var pins: [Pin: Int]
    package var isBacklightActiveLow: Bool
    package var isSlow: Bool

    /// What the expander's outputs are wired to.
    package enum Pin: String, CaseIterable, Hashable, Sendable {
        case rs, rw, e, backlight, d4, d5, d6, d7
    }

    /// The wiring of nearly all backpacks that are sold.
    private static let common: [Pin: Int] = [
        .rs: 0, .rw: 1, .e: 2, .backlight: 3, .d4: 4, .d5: 5, .d6: 6, .d7: 7,
    ]

    private static let bus = SettingKey(
        "bus",
        .integer(0...255),
        default: 1,
        "The number of the bus: 1 is /dev/i2c-1, on the pins 3 and 5 of the header."
    )
    private static let address = OptionalSettingKey(
        "address",
        .integer(0x08...0x77),
        absent: "looked for at 0x20…0x27 and 0x38…0x3F",
        "The expander's address, as `0x27`."
    )
    private static let backlight = SettingKey(
        "backlight_active_low",
        .boolean,
        default: false,
        "Whether the backlight is lit by a low output."
    )
    private static let slow = SettingKey("slow", .boolean, default: false, DisplayWiring.slowHelp)

    private static func pin(_ pin: Pin) -> SettingKey<Int> {
        SettingKey(
            pin.rawValue,
            .integer(0...7),
            default: common[pin] ?? 0,
            "The expander's output, P0…P7, that leads to the display's \(pin.rawValue.uppercased())."
        )
    }

    static let section = SettingsSection(
        "[panel.backpack]",
        "A character display behind an I2C backpack. The line `[panel.backpack]` alone is enough for the common ones.",
        [bus, address] + Pin.allCases.map { pin($0) as any DescribedSetting } + [backlight, slow]
    )

    init(_ reader: TableReader) {
        bus = reader.value(BackpackSection.bus)
        address = reader.value(BackpackSection.address)
        pins = Dictionary(
            uniqueKeysWithValues: Pin.allCases.map { ($0, reader.value(BackpackSection.pin($0))) }
        )
        isBacklightActiveLow = reader.value(BackpackSection.backlight)
        isSlow = reader.value(BackpackSection.slow)
        checkPins(reader)
    }

    private func checkPins(_ reader: TableReader) {
        var users: [Int: Pin] = [:]
        for pin in Pin.allCases {
            guard let output = pins[pin] else { continue }
            if let first = users.updateValue(pin, forKey: output) {
                reader.refuse(
                    reader.has(pin.rawValue) ? pin.rawValue : first.rawValue,
                    "output \(output) leads to \(first.rawValue) and \(pin.rawValue)",
                    remedy: "give each of the eight an output of its own"
                )
            }
        }
    }
}
