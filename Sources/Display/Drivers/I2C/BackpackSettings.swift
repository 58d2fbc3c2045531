/// How a backpack is connected.
package struct BackpackSettings: Hashable, Sendable {
    /// N of /dev/i2c-N; the header's pins 3 and 5 are bus 1 on every Pi with 40 pins.
    package var bus = 1
    /// Nil: it is searched.
    package var address: UInt8?
    package var pins = BackpackPins.common
    /// Whether the light shines while its pin is low.
    package var isBacklightActiveLow = false
    package var timing = HD44780Timing()

    package init() {}
}
