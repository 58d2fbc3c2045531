import Glibc

/// The kernel's numbers in words: what was tried, what happened, what to do.
enum I2CFailure {
    static func opening(_ path: String, _ number: Int32) -> HardwareError {
        switch number {
        case ENOENT, ENXIO, ENODEV:
            HardwareError(
                "\(path) does not exist: I2C is not switched on. Add dtparam=i2c_arm=on to config.txt, "
                    + "load the module i2c-dev and restart; i2cdetect -l lists the buses there are."
            )
        case EACCES, EPERM:
            HardwareError(
                "\(path) may not be opened: the user of this service is not in the group i2c "
                    + "(usermod -aG i2c watchpost, then restart the service)."
            )
        case ENOTTY, EINVAL:
            HardwareError("\(path) is not an I2C bus: set bus in [panel.backpack] to the N of a /dev/i2c-N.")
        default: HardwareError("\(path) cannot be opened: \(reason(number)).")
        }
    }

    static func writing(_ address: UInt8, _ bus: String, _ number: Int32) -> HardwareError {
        let display = "The display at \(I2CAddress.text(address)) on \(bus)"
        if isSilence(number) {
            return HardwareError("\(display) does not answer any more. \(BackpackSearch.cable)")
        }
        if number == ETIMEDOUT { return stuck(bus) }
        return HardwareError("\(display) cannot be written: \(reason(number)). \(BackpackSearch.cable)")
    }

    static func probing(_ address: UInt8, _ bus: String, _ number: Int32) -> HardwareError {
        if number == ETIMEDOUT { return stuck(bus) }
        return HardwareError(
            "\(I2CAddress.text(address)) on \(bus) cannot be asked: \(reason(number)). \(BackpackSearch.cable)"
        )
    }

    /// Whether the number means that nobody acknowledged; drivers differ (kernel, i2c/fault-codes).
    static func isSilence(_ number: Int32) -> Bool {
        [EREMOTEIO, ENXIO].contains(number)
    }

    private static func stuck(_ bus: String) -> HardwareError {
        HardwareError(
            "\(bus) is stuck: somebody holds SDA or SCL low. Look for a short circuit or swapped wires, "
                + "then take the display's power away for a moment."
        )
    }

    private static func reason(_ number: Int32) -> String {
        String(cString: strerror(number))
    }
}
