/// `[rotations]`: where the Apex Legends map schedule comes from.
package struct RotationSection: Hashable, Sendable {
    /// Nil: the schedule that ships inside the package.
    package var scheduleFile: String?
    /// Nil: no upstream is asked.
    package var upstream: RotationUpstreamSection?

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
        [Keys.scheduleFile, RotationUpstreamSection.table]
    )

    init(_ reader: TableReader, context: LoadContext) {
        scheduleFile = reader.value(Keys.scheduleFile)
        upstream = RotationUpstreamSection.read(
            reader.table(RotationUpstreamSection.table.name),
            context: context
        )
    }
}
