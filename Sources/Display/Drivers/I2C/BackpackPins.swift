/// Which bit of the expander goes to which pin of the display.
package struct BackpackPins: Hashable, Sendable {
    /// Bit numbers, 0...7, all different.
    package var rs, rw, e, backlight, d4, d5, d6, d7: Int

    package init(rs: Int, rw: Int, e: Int, backlight: Int, d4: Int, d5: Int, d6: Int, d7: Int) {
        (self.rs, self.rw, self.e, self.backlight) = (rs, rw, e, backlight)
        (self.d4, self.d5, self.d6, self.d7) = (d4, d5, d6, d7)
    }

    /// Nearly every backpack that is sold.
    package static let common = BackpackPins(rs: 0, rw: 1, e: 2, backlight: 3, d4: 4, d5: 5, d6: 6, d7: 7)

    /// The port with a pin's bit set.
    static func bit(_ pin: Int) -> UInt8 { UInt8(1) << pin }

    /// The port with the four data bits of a nibble.
    func port(nibble: UInt8) -> UInt8 {
        [d4, d5, d6, d7].enumerated().reduce(0) { port, line in
            nibble >> line.offset & 1 == 1 ? port | BackpackPins.bit(line.element) : port
        }
    }
}
