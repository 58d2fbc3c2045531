/// `[state]`: where the appliance keeps what it must not forget.
package struct StateSettings: Hashable, Sendable {
    /// A folder; it is created when it is missing.
    package var directory: String

    private enum Keys {
        static let directory = OptionalSettingKey(
            "directory",
            .path,
            absent: "`$STATE_DIRECTORY` (systemd sets it), else `./watchpost-state`",
            "The folder of the databases."
        )
    }

    static let section = SettingsSection(
        "[state]",
        "Where the appliance keeps what it must not forget.",
        [Keys.directory]
    )

    init(_ reader: TableReader, environment: ConfigurationEnvironment) {
        directory = reader.value(Keys.directory) ?? environment.stateDirectory ?? "watchpost-state"
    }
}
