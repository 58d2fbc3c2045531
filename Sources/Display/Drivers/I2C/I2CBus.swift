/// An I2C bus; for one thread, blocking.
package protocol I2CBus: AnyObject {
    /// As a person knows it: `/dev/i2c-1`.
    var name: String { get }
    /// Its clock in hertz at most: a byte takes nine of its periods, and never less.
    var clockRate: Int { get }
    /// Sends the bytes in one transaction, at most `I2CLimit.bytes`.
    func write(_ bytes: [UInt8], to address: UInt8) throws(HardwareError)
    /// Whether a device acknowledges; must not change what the device does.
    func probe(_ address: UInt8) throws(HardwareError) -> I2CAnswer
}

/// What comes of asking who is at an address.
package enum I2CAnswer: Hashable, Sendable {
    case silent
    case answers
    /// A driver of the kernel has the device.
    case taken
}

/// What is sent at once.
package enum I2CLimit {
    /// A repaint of 20x4 with eight glyphs is about 650 bytes and goes at once; the kernel takes 8192, but this much
    /// is over in 0.1 s at 100 kHz and within the timeout even at 10 kHz.
    package static let bytes = 1_000
}
