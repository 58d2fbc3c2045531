/// `quiet_hours` of the panel: times of every day, and whether they are kept.
package struct QuietTimes: Hashable, Sendable {
    /// Whether it is quiet then; times that are not kept are still remembered.
    package var isOn: Bool
    /// Seconds since midnight, 0..<86,400.
    package var from: Int
    /// Seconds since midnight, 0..<86,400; not after `from` means on the next day.
    package var to: Int

    private enum Keys {
        static let isOn = OptionalSettingKey(
            "on",
            .boolean,
            absent: "yes",
            "Whether the hours are kept; `false` leaves the times standing."
        )
        static let from = OptionalSettingKey(
            "from",
            .timeOfDay,
            absent: "required",
            "When the quiet begins, every day, without quotes."
        )
        static let to = OptionalSettingKey(
            "to",
            .timeOfDay,
            absent: "required",
            "When it ends, without quotes. Not after `from` means on the next day."
        )
    }

    static let row = TableSetting(
        "quiet_hours",
        allowed: "`{ from = 23:00:00, to = 07:00:00 }`",
        default: "none",
        "When the backlight is off and the lamps only blip, in the panel's `time_zone`."
    )

    static let section = SettingsSection(
        "[panel.quiet_hours]",
        "When the backlight is off and the lamps only blip, in the panel's `time_zone`.",
        [Keys.isOn, Keys.from, Keys.to]
    )

    /// nil when the panel's table has none, or wrong ones.
    init?(_ panel: TableReader) {
        let reader = panel.table(QuietTimes.row.name)
        guard reader.place != nil else { return nil }
        let isOn = reader.value(Keys.isOn) ?? true
        let from = reader.required(Keys.from)
        let to = reader.required(Keys.to)
        guard let from, let to else { return nil }
        self.isOn = isOn
        self.from = from
        self.to = to
    }
}
