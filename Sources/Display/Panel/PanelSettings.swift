package import Core

/// What the configuration says about the panel.
package struct PanelSettings: Sendable {
    package var geometry = DisplayGeometry.sixteenByTwo
    package var rom = CharacterROM.a00
    package var zone: CivilZone
    package var clock = ClockText.Style.hours24
    /// Which rotation modes are shown and in which order; nil: all, in the order of the schedule file.
    package var modes: [String]?
    /// How long a page stays: 2...60 s.
    package var pageDuration = Duration.seconds(6)
    package var quietHours: QuietHours?
    /// One realm down shows as "all down", for lists and regions.
    package var anyDownIsAll = false
    /// "Everything I watch".
    package var watch: [WatchTarget] = []
    package var lamps: [LampSettings] = []
    /// How the box calls itself: `watchpost.local`.
    package var boxName = "watchpost.local"

    package init(zone: CivilZone) {
        self.zone = zone
    }

    /// What the settings name to be watched or shown by a lamp.
    package var named: [WatchTarget] { watch + lamps.flatMap { $0.target.items(watching: []) } }

    /// Others in their place, but for what the wires are: those are opened once.
    func replaced(by other: PanelSettings) -> PanelSettings {
        var next = other
        (next.geometry, next.rom, next.lamps) = (geometry, rom, lamps)
        return next
    }
}

/// One configured lamp.
package struct LampSettings: Hashable, Sendable {
    package var name: String
    package var target: LampTarget
    package var wiring: LampWiring

    package init(name: String, target: LampTarget, wiring: LampWiring = .pair) {
        self.name = name
        self.target = target
        self.wiring = wiring
    }
}
