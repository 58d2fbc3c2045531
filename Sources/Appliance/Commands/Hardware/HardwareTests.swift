import Display
import Glibc

/// Runs what is done to the wires by hand, off the cooperative pool and with a person's pace.
enum HardwareTests {
    static func lamps(_ configuration: Configuration) async -> Int32 {
        await BlockingCall.run {
            LampsTest(
                configuration: configuration,
                look: { pause(.milliseconds(1_500)) },
                say: { Console.print($0) }
            ).run()
        }
    }

    static func display(_ configuration: Configuration) async -> Int32 {
        await BlockingCall.run {
            DisplayTestCommand(
                configuration: configuration,
                look: { pause(DisplayTest.pageDuration) },
                say: { Console.print($0) }
            ).run()
        }
    }

    /// Puts the panel out; 0, whatever could not be reached.
    static func off(_ configuration: Configuration) async -> Int32 {
        await BlockingCall.run {
            PanelOff(
                configuration: configuration,
                serviceResult: Environment.all["SERVICE_RESULT"],
                say: { Console.error($0) }
            ).run()
            return 0
        }
    }

    private static func pause(_ time: Duration) {
        MonotonicDelay().wait(time)
    }
}
