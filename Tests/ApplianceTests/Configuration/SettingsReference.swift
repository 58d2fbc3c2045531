@testable import Appliance
@testable import Arena

/// The reference of all settings, `docs/configuration.md`, printed from the declarations that the reader uses.
enum SettingsReference {
    /// In the order of the file.
    static let sections: [SettingsSection] = before + PushSection.sections + after

    private static let before: [SettingsSection] = [
        ServerSection.section, TunnelSection.section, DeviceSection.section, ArenaSettings.section,
        MailSettings.section, StateSection.section,
        BattleNetSection.section, StatusPageSection.section, RealmSection.section,
        FlavourSetting.section, RegionSection.section, MaintenanceSetting.section, NetworkSection.section,
        NoticeSection.section,
    ]

    private static let after: [SettingsSection] = [
        RotationSection.section, RotationUpstreamSection.section, PanelSection.section, QuietTimes.section,
        LampSection.section,
        BackpackSection.section, ParallelSection.section, ButtonSection.section, GPIOSection.section,
    ]

    /// The page as Markdown, with a newline at its end.
    static func markdown(_ sections: [SettingsSection] = sections) -> String {
        (introduction + sections.flatMap(lines)).joined(separator: "\n") + "\n"
    }

    private static let introduction = [
        "# Settings",
        "",
        "The box reads one [TOML](https://toml.io) file. Every key has a default: an empty file runs, and reads",
        "Blizzard's public status page. `watchpost check` reads the file and lists everything that is wrong with it, each",
        "with line, column and remedy; keys that are not in these tables are problems too. An example with comments:",
        "[watchpost.toml](watchpost.toml).",
        "",
        "Lengths of time are a number and a unit in quotes: `\"250ms\"`, `\"15s\"`, `\"5m\"`, `\"1h\"`.",
        "",
        "<!-- Printed from the declarations in Sources/Appliance/Configuration; a test compares. -->",
    ]

    private static func lines(of section: SettingsSection) -> [String] {
        let head = [
            "", "## `\(section.header)`", "", section.about, "", "| key | default | allowed | meaning |",
            "|---|---|---|---|",
        ]
        let rows = section.settings.map { setting in
            let cells = ["`\(setting.name)`", setting.shownDefault, setting.allowed, setting.help]
            return "| \(cells.map(escaped).joined(separator: " | ")) |"
        }
        return head + rows
    }

    /// A bar would end the cell.
    private static func escaped(_ cell: String) -> String {
        cell.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    }
}
