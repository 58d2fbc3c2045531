import Core
import Display
import Testing
import WatchpostModel

@testable import Appliance
@testable import SystemSupport

extension PanelHost {
    /// A panel that watches one thing, for which it has a lamp; what it is wired to beside a display, `wire` says.
    static func watching(
        _ target: String = "eu",
        addresses: [String] = ["watchpost.local:8080"],
        display: (any CharacterDisplayDriver & Sendable)? = nil,
        publish: @escaping @Sendable (PanelBody) -> Void = { _ in },
        wire: (inout PanelWiring) -> Void = { _ in }
    ) throws -> PanelHost {
        var settings = Display.PanelSettings(zone: try #require(CivilZone(named: "UTC")))
        settings.watch = [try WatchTarget(parsing: target)]
        settings.lamps = [LampSettings(name: "Lamp", target: .everything)]
        var dependencies = PanelHost.Dependencies()
        dependencies.addresses = { addresses }
        if let display { dependencies.wiring.makeDisplay = { display } }
        wire(&dependencies.wiring)
        // Under a sanitizer, with all tests at once, two seconds may pass before it is its turn.
        dependencies.farewell = .seconds(120)
        let clock = SystemClock.system
        return PanelHost(
            settings: settings,
            input: PanelInput(),
            dependencies: dependencies,
            clock: clock,
            liveness: LivenessRegistry(clock: clock),
            log: .standardError(clock: clock, environment: [:]),
            publish: publish
        )
    }
}
