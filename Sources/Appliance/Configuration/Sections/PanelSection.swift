package import Core
package import Display

/// `[panel]`: what the lamps and the character display show.
package struct PanelSection: Hashable, Sendable {
    /// What the appliance is called; nil: by the machine's name.
    package var name: String?
    /// “Everything I watch”.
    package var watch: [WatchTarget]
    package var display: DisplaySize
    package var rom: CharacterROM
    package var timeZone: CivilZone
    package var clock: ClockText.Style
    /// Which rotation modes, in which order; nil: all of the schedule.
    package var modes: [String]?
    /// Codes of maps of which the display says when the next one comes.
    package var likedMaps: [String]
    package var pageTime: Duration
    /// Whether the display shows running duels of people at home.
    package var showsDuels: Bool
    /// When lamps and display are quiet; nil: there are no such hours.
    package var quietTimes: QuietTimes?
    /// For lists and regions: one realm down shows as all of them down.
    package var anyDownIsAll: Bool
    package var lamps: [LampSection]
    /// nil: no display is driven.
    package var displayWiring: DisplayWiring?
    package var button: ButtonSection?

    init(_ reader: TableReader, _ realms: RealmSection, context: LoadContext) {
        name = reader.value(Keys.name)
        watch = reader.value(Keys.watch(within: realms))
        display = reader.value(Keys.display)
        rom = reader.value(Keys.rom)
        timeZone = reader.value(Keys.timeZone) ?? context.environment.localZone
        clock = reader.value(Keys.clock)
        modes = reader.value(Keys.modes)
        likedMaps = reader.value(Keys.likedMaps)
        pageTime = .seconds(reader.value(Keys.secondsPerPage))
        quietTimes = QuietTimes(reader)
        showsDuels = reader.value(Keys.duels)
        anyDownIsAll = reader.value(Keys.anyDownIsAll)
        let claims = LineClaims(warnings: context.warnings)
        lamps = LampSection.read(reader, watch: watch, realms, claims: claims)
        displayWiring = DisplayWiring.read(reader, claims: claims)
        button = ButtonSection(reader.table("button"), claims: claims)
        warnIfTooLarge(reader, context)
    }

    /// The hours that are kept, in the panel's zone.
    package var quietHours: QuietHours? {
        guard let quietTimes, quietTimes.isOn else { return nil }
        return QuietHours(from: quietTimes.from, to: quietTimes.to, zone: timeZone)
    }

    private func warnIfTooLarge(_ reader: TableReader, _ context: LoadContext) {
        guard let problem = display.problem else { return }
        context.warnings.add(
            ConfigurationProblem(
                place: reader.place(of: Keys.display.name),
                key: "panel.\(Keys.display.name)",
                reason: problem,
                remedy: "wire the upper half only, or use a display of one controller"
            )
        )
    }
}
