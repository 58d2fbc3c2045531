package import Core

/// `[panel]`: what the lamps and the character display show.
package struct PanelSettings: Hashable, Sendable {
    /// “Everything I watch”.
    package var watch: [WatchTarget]
    package var display: DisplaySize
    package var rom: DisplayROM
    package var timeZone: CivilZone
    package var clock: ClockStyle
    /// Which rotation modes, in which order; nil: all of the schedule.
    package var modes: [String]?
    package var pageTime: Duration
    package var quietHours: QuietHours?
    /// For lists and regions: one realm down shows as all of them down.
    package var anyDownIsAll: Bool
    package var lamps: [LampSettings]

    /// Columns and rows of the display.
    package enum DisplaySize: String, Hashable, Sendable, CaseIterable {
        case sixteenByTwo = "16x2"
        case twentyByFour = "20x4"
        case sixteenByFour = "16x4"
        case fortyByTwo = "40x2"
    }

    /// The character generator of the display's controller.
    package enum DisplayROM: String, Hashable, Sendable, CaseIterable {
        case a00 = "A00"
        case a02 = "A02"
    }

    /// How the time of day is written.
    package enum ClockStyle: String, Hashable, Sendable, CaseIterable {
        case hours24 = "24h"
        case hours12 = "12h"
    }

    init(_ reader: TableReader, _ realms: RealmSettings, environment: ConfigurationEnvironment) {
        watch = reader.value(Keys.watch(within: realms))
        display = reader.value(Keys.display)
        rom = reader.value(Keys.rom)
        let zone = reader.value(Keys.timeZone) ?? environment.localZone
        timeZone = zone
        clock = reader.value(Keys.clock)
        modes = reader.value(Keys.modes)
        pageTime = .seconds(reader.value(Keys.secondsPerPage))
        quietHours = QuietHoursSetting.read(reader, zone: zone)
        anyDownIsAll = reader.value(Keys.anyDownIsAll)
        lamps = LampSettings.read(reader, watch: watch, realms)
    }
}
