import Core

extension PanelSettings {
    enum Keys {
        static func watch(within realms: RealmSettings? = nil) -> SettingKey<[WatchTarget]> {
            SettingKey(
                "watch",
                .array(of: .watchTarget(within: realms), count: 0...64),
                default: [],
                "What you care for: realms (`eu/retail/kazzak`), sources (`eu/retail`) and regions (`eu`). It is what "
                    + "lamps with the target `watch` stand for."
            )
        }
        static let display = SettingKey(
            "display",
            .cases(),
            default: DisplaySize.sixteenByTwo,
            "Columns and rows of the character display."
        )
        static let rom = SettingKey(
            "rom",
            .cases(),
            default: DisplayROM.a00,
            "Character set of the display: A00 has Japanese letters, A02 European ones."
        )
        static let timeZone = OptionalSettingKey(
            "time_zone",
            .timeZone,
            absent: "the machine's own",
            "The zone in which times are shown."
        )
        static let clock = SettingKey(
            "clock",
            .cases(),
            default: ClockStyle.hours24,
            "How the time of day is written."
        )
        static let modes = OptionalSettingKey(
            "modes",
            .array(of: .modeName, count: 1...16),
            absent: "all of the schedule, in its order",
            "Which modes of the map rotation the display shows, and in which order."
        )
        static let secondsPerPage = SettingKey(
            "seconds_per_page",
            .integer(2...60),
            default: 6,
            "How long each page of the display stays."
        )
        static let anyDownIsAll = SettingKey(
            "any_down_is_all",
            .boolean,
            default: false,
            "For lists and regions: one realm down shows as if all of them were."
        )
    }

    static let section = SettingsSection(
        "[panel]",
        "What the lamps and the character display show.",
        [
            Keys.watch(), Keys.display, Keys.rom, Keys.timeZone, Keys.clock, Keys.modes, Keys.secondsPerPage,
            QuietHoursSetting.row, Keys.anyDownIsAll,
            TableSetting(
                "lamp",
                allowed: "array of tables, at most \(LampSettings.maximumCount)",
                default: LampSettings.shownDefault,
                "See the section `[[panel.lamp]]`."
            ),
        ]
    )
}

extension ValueForm where Value: RawRepresentable & CaseIterable & Equatable, Value.RawValue == String {
    /// One of the cases, by its raw value.
    fileprivate static func cases() -> ValueForm {
        .choice(Value.allCases.map { (name: $0.rawValue, value: $0) })
    }
}
