import Display
import SystemSupport

/// Runs the tests of the wires with a person's pace; a stop signal ends them early.
enum HardwareTests {
    private static let lampTime = Duration.milliseconds(1_500)

    static func lamps(_ configuration: Configuration, _ signals: StopSignals) async -> Int32 {
        await run(signals) { look in
            LampsTest(
                configuration: configuration,
                look: { look.wait(lampTime) },
                say: { Console.print($0) }
            ).run()
        }
    }

    static func display(_ configuration: Configuration, _ signals: StopSignals) async -> Int32 {
        await run(signals) { look in
            DisplayTestCommand(
                configuration: configuration,
                look: { look.wait(DisplayTest.pageDuration) },
                say: { Console.print($0) }
            ).run()
        }
    }

    /// Puts the panel out; 0, whatever could not be reached.
    static func off(_ configuration: Configuration, settings path: String?) async -> Int32 {
        await BlockingCall.run {
            PanelOff(
                configuration: configuration,
                ending: ServiceEnding(environment: Environment.all),
                problem: { SettingsFile.problem(path) },
                say: { Console.error($0) }
            ).run()
            return 0
        }
    }

    private static func run(
        _ signals: StopSignals,
        _ test: @escaping @Sendable (Look) -> Int32
    ) async -> Int32 {
        let look = Look()
        let ending = Task {
            _ = await signals.first()
            look.end()
        }
        defer { ending.cancel() }
        return await BlockingCall.run { test(look) }
    }
}
