/// `[rotations]`: where the Apex Legends map schedule comes from.
package struct RotationSection: Hashable, Sendable {
    /// Nil: the schedule that ships inside the package.
    package var scheduleFile: String?

    private enum Keys {
        static let scheduleFile = OptionalSettingKey(
            "schedule_file",
            .path,
            absent: "the schedule that ships inside the package",
            "A schedule file of your own."
        )
    }

    static let section = SettingsSection(
        "[rotations]",
        "Where the map schedule comes from.",
        [Keys.scheduleFile]
    )

    init(_ reader: TableReader) {
        scheduleFile = reader.value(Keys.scheduleFile)
    }
}
