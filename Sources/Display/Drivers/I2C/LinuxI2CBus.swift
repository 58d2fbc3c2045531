import CI2C
import Glibc

/// A bus of the kernel, /dev/i2c-N.
package final class LinuxI2CBus: I2CBus {
    package let name: String
    package let clockRate: Int
    private let descriptor: Int32

    /// A transaction of `I2CLimit.bytes` takes 0.9 s at 10 kHz; a bus on which it takes longer is stuck.
    private static let timeoutSteps: UInt = 100
    /// What is assumed when the device tree says nothing: a wait too long costs little, one too short characters.
    private static let fastestClockRate = 400_000

    /// Sets the adapter's time limit, which is the only thing that merely opening it changes.
    ///
    /// `isExclusive`: refuses while another watchpost has the bus, and keeps others out; for whoever writes.
    package convenience init(number: Int, isExclusive: Bool = true) throws(HardwareError) {
        let clock = "/sys/bus/i2c/devices/i2c-\(number)/of_node/clock-frequency"
        try self.init(path: "/dev/i2c-\(number)", clockPath: clock, isExclusive: isExclusive)
    }

    /// `clockPath`: the device tree's property, a big-endian 32-bit number of hertz.
    package init(path: String, clockPath: String, isExclusive: Bool = true) throws(HardwareError) {
        let descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw I2CFailure.opening(path, errno) }
        // The kernel lets two programs write to one device; a lock of our own keeps a second watchpost out, because two
        // of them would shift each other's nibbles.
        guard !isExclusive || flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            Glibc.close(descriptor)
            throw HardwareError(
                "\(path) is in use by another watchpost: stop the service first (systemctl stop watchpost)."
            )
        }
        guard ci2c_set_timeout(descriptor, LinuxI2CBus.timeoutSteps) == 0 else {
            let reason = errno
            Glibc.close(descriptor)
            throw I2CFailure.opening(path, reason)
        }
        name = path
        self.descriptor = descriptor
        clockRate = LinuxI2CBus.rate(clockPath) ?? LinuxI2CBus.fastestClockRate
    }

    deinit {
        Glibc.close(descriptor)
    }

    package func write(_ bytes: [UInt8], to address: UInt8) throws(HardwareError) {
        guard !bytes.isEmpty else { return }
        guard bytes.count <= I2CLimit.bytes else {
            throw HardwareError("\(bytes.count) bytes are more than one transaction on \(name) takes.")
        }
        guard ci2c_write(descriptor, address, bytes, UInt16(bytes.count)) == 0 else {
            throw I2CFailure.writing(address, name, errno)
        }
    }

    /// Reads one byte.
    ///
    /// An expander's pins do not move when it is read: E stays low, and relays stay as they are. A write would
    /// set eight pins of whoever answers, and the empty write of i2cdetect is not known to every adapter: the
    /// one of the Pi 5 refuses messages without bytes.
    package func probe(_ address: UInt8) throws(HardwareError) -> I2CAnswer {
        if ci2c_claim(descriptor, address) != 0 {
            if errno == EBUSY { return .taken }
            throw I2CFailure.probing(address, name, errno)
        }
        var byte: UInt8 = 0
        if ci2c_read(descriptor, address, &byte) == 0 { return .answers }
        guard I2CFailure.isSilence(errno) else { throw I2CFailure.probing(address, name, errno) }
        return .silent
    }

    private static func rate(_ path: String) -> Int? {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { Glibc.close(file) }
        var bytes = [UInt8](repeating: 0, count: 4)
        guard Glibc.read(file, &bytes, bytes.count) == bytes.count else { return nil }
        let rate = bytes.reduce(0) { $0 << 8 | Int($1) }
        return rate > 0 ? rate : nil
    }
}
