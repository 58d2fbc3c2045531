/// The settings that paired phones may change, by the names that the API gives them.
enum PhoneSettingName: String, CaseIterable, Sendable {
    case name, timeZone, clock, secondsPerPage, quietHours, anyDownIsAll

    /// What `[panel]` of the settings file calls it.
    var key: String {
        switch self {
        case .name: PanelSection.Keys.name.name
        case .timeZone: PanelSection.Keys.timeZone.name
        case .clock: PanelSection.Keys.clock.name
        case .secondsPerPage: PanelSection.Keys.secondsPerPage.name
        case .quietHours: QuietTimes.row.name
        case .anyDownIsAll: PanelSection.Keys.anyDownIsAll.name
        }
    }

    /// The keys of the file, for people: `` `name`, … and `any_down_is_all` ``.
    static var listed: String {
        let keys = allCases.map { "`\($0.key)`" }
        return "\(keys.dropLast().joined(separator: ", ")) and \(keys.last ?? "")"
    }
}
