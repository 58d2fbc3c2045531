import Display

/// Passes the time of the emulated pins, and notes the waits.
final class TestDelay: BusDelay {
    private let pins: ControllerPins
    private(set) var waits: [Duration] = []

    init(_ pins: ControllerPins) {
        self.pins = pins
    }

    func wait(_ duration: Duration) {
        waits.append(duration)
        pins.pass(duration)
    }
}
