/// `[notices]`: how phones are told.
package struct NoticeSection: Hashable, Sendable {
    /// How long the first change of a region waits for others to join its notice.
    package var groupWait: Duration

    private enum Keys {
        static let groupWait = SettingKey(
            "group_wait",
            .duration(.seconds(0) ... .seconds(45)),
            default: .seconds(20),
            "How long the first change of a region waits for others: an outage is one notice."
        )
    }

    static let section = SettingsSection(
        "[notices]",
        "How phones are told.",
        [Keys.groupWait]
    )

    init(_ reader: TableReader) {
        groupWait = reader.value(Keys.groupWait)
    }
}
