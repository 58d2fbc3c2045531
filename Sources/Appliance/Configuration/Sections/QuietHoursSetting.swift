import Core

/// `quiet_hours` of the panel.
enum QuietHoursSetting {
    private static let from = OptionalSettingKey(
        "from",
        .timeOfDay,
        absent: "required",
        "When the quiet begins, every day, without quotes."
    )
    private static let to = OptionalSettingKey(
        "to",
        .timeOfDay,
        absent: "required",
        "When it ends, without quotes. Not after `from` means on the next day."
    )

    static let row = TableSetting(
        "quiet_hours",
        allowed: "`{ from = 23:00:00, to = 07:00:00 }`",
        default: "none",
        "When the backlight is off and the lamps only blip, in the panel's `time_zone`."
    )

    static let section = SettingsSection(
        "[panel.quiet_hours]",
        "When the backlight is off and the lamps only blip, in the panel's `time_zone`.",
        [from, to]
    )

    static func read(_ panel: TableReader, zone: CivilZone) -> QuietHours? {
        let reader = panel.table(row.name)
        guard reader.place != nil else { return nil }
        let from = reader.required(from)
        let to = reader.required(to)
        guard let from, let to else { return nil }
        return QuietHours(from: from, to: to, zone: zone)
    }
}
