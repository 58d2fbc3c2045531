import CGpiod
import Glibc

/// An open chip, for the moment in which something is asked of it.
///
/// For one thread.
final class GPIOChip {
    let path: String
    let label: String
    private let chip: OpaquePointer

    init(path: String) throws(HardwareError) {
        guard let chip = cgpiod_chip_open(path) else { throw GPIOChip.cannotOpen(path, errno) }
        self.path = path
        self.chip = chip
        var text = KernelName()
        label = cgpiod_chip_label(chip, &text.bytes) == 0 ? text.string : ""
    }

    deinit { cgpiod_chip_close(chip) }

    /// `gpiochip0 (pinctrl-bcm2835)`.
    var name: String { "\(path.split(separator: "/").last ?? "") (\(label))" }

    func find(_ line: GPIOLine) -> Result<FoundLine, HardwareError> {
        let offset: UInt32
        switch line {
        case .offset(let number):
            guard let exact = UInt32(exactly: number) else { return .failure(missing(line)) }
            offset = exact
        case .name(let name):
            let found = cgpiod_chip_find(chip, name)
            guard let number = found >= 0 ? UInt32(found) : headerOffset(name) else {
                return .failure(missing(line))
            }
            offset = number
        }
        var info = cgpiod_line_info()
        guard cgpiod_line_info(chip, offset, &info) == 0 else { return .failure(missing(line)) }
        let holder = withUnsafeBytes(of: info.consumer) { KernelName.string($0) }
        let isHeld = info.used
        return .success(
            FoundLine(
                offset: offset,
                line: line,
                holder: isHeld ? (holder.isEmpty ? "the kernel" : holder) : nil
            )
        )
    }

    /// Debian's device tree names some lines by their function (`SDA1`, `TXD1`), Raspberry Pi OS all of them `GPIOn`:
    /// on the header's chips n is the line's number.
    private func headerOffset(_ name: String) -> UInt32? {
        guard GPIOHeader.labels.contains(label), name.hasPrefix("GPIO") else { return nil }
        // A sign would be read as part of the number.
        guard name.dropFirst(4).allSatisfy(\.isWholeNumber) else { return nil }
        return UInt32(name.dropFirst(4)).flatMap { GPIOHeader.numbers.contains($0) ? $0 : nil }
    }

    private func missing(_ line: GPIOLine) -> HardwareError {
        HardwareError(
            "\(line) is not a line of \(name): use the names on a drawing of the header, such as GPIO17",
            short: "\(line) does not exist"
        )
    }

    private static func cannotOpen(_ path: String, _ code: Int32) -> HardwareError {
        let reason = String(cString: strerror(code))
        let isForbidden = code == EACCES || code == EPERM
        let remedy =
            isForbidden ? "the user must be a member of the group gpio" : "see gpio.chip in the settings"
        return HardwareError(
            "cannot open \(path) as a GPIO chip: \(reason); \(remedy)",
            short: isForbidden ? "no access to GPIO" : "no GPIO chip"
        )
    }
}
