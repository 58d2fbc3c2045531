import Core
import Display
import Testing
import WatchpostModel

@testable import Appliance
@testable import SystemSupport

extension PanelHost {
    /// A panel that watches one thing, for which it has a lamp, and has nothing but a display.
    static func watching(
        _ target: String = "eu",
        addresses: [String] = ["watchpost.local:8080"],
        display: any CharacterDisplayDriver & Sendable,
        publish: @escaping @Sendable (PanelBody) -> Void = { _ in }
    ) throws -> PanelHost {
        var settings = Display.PanelSettings(zone: try #require(CivilZone(named: "UTC")))
        settings.watch = [try WatchTarget(parsing: target)]
        settings.lamps = [LampSettings(name: "Lamp", target: .everything)]
        var dependencies = PanelHost.Dependencies()
        dependencies.addresses = { addresses }
        dependencies.wiring.makeDisplay = { display }
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
