import Display
import Glibc

/// Runs the tests of the wires with a person's pace.
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

    private static func pause(_ time: Duration) {
        MonotonicDelay().wait(time)
    }
}
