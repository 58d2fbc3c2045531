import Core
import Display

/// The panel's part of the configuration in the panel's own terms.
extension Display.PanelSettings {
    /// `hostName` is what the box is called when nobody gave it a name.
    init(_ settings: PanelSection, hostName: String) {
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
        boxName = settings.name ?? hostName
    }
}

extension LampTarget {
    fileprivate init(_ target: LampSection.Target) {
        switch target {
        case .everythingWatched: self = .everything
        case .targets(let targets): self = .items(targets)
        }
    }
}
