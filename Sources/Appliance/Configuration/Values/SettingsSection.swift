/// A section of the settings file as the reference tells of it.
package struct SettingsSection: Sendable {
    /// How its header is written: `[server]`, `[[panel.lamp]]`.
    package let header: String
    /// One or two sentences: what the section is for.
    package let about: String
    package let settings: [any DescribedSetting]

    package init(_ header: String, _ about: String, _ settings: [any DescribedSetting]) {
        self.header = header
        self.about = about
        self.settings = settings
    }
}

/// A row of the reference for a key that is read as a table of its own.
package struct TableSetting: DescribedSetting {
    package let name: String
    package let shownDefault: String
    package let allowed: String
    package let help: String

    package init(_ name: String, allowed: String, default shownDefault: String, _ help: String) {
        self.name = name
        self.allowed = allowed
        self.shownDefault = shownDefault
        self.help = help
    }
}
