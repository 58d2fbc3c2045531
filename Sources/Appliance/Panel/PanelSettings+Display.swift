import Core
import Display

/// The panel's part of the configuration in the panel's own terms.
extension Display.PanelSettings {
    init(_ settings: PanelSettings, boxName: String) {
        self.init(zone: settings.timeZone)
        geometry = settings.display.geometry
        rom = settings.rom
        clock = settings.clock
        modes = settings.modes
        pageDuration = settings.pageTime
        quietHours = settings.quietHours
        anyDownIsAll = settings.anyDownIsAll
        watch = settings.watch
        lamps = settings.lamps.map {
            Display.LampSettings(name: $0.name, target: LampTarget($0.target), wiring: $0.lines.wiring)
        }
        self.boxName = boxName
    }
}

extension LampTarget {
    fileprivate init(_ target: LampSettings.Target) {
        switch target {
        case .everythingWatched: self = .everything
        case .targets(let targets): self = .items(targets)
        }
    }
}
