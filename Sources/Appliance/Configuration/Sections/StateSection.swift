/// `[state]`: where the appliance keeps what it must not forget.
package struct StateSection: Hashable, Sendable {
    /// A folder; it is created when it is missing.
    package var directory: String

    /// Where the state is when nobody says anything, beside the person who tries it out.
    static let fallback = "watchpost-state"
    /// Where systemd keeps it for the installed service (`StateDirectory=watchpost`).
    static let installed = "/var/lib/watchpost"

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
        "Where the box keeps what it must not forget.",
        [Keys.directory]
    )

    init(_ reader: TableReader, environment: ConfigurationEnvironment) {
        directory = reader.value(Keys.directory) ?? environment.stateDirectory ?? StateSection.fallback
    }
}
