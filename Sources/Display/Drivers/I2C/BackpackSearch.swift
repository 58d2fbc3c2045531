/// Finds the backpack on a bus.
package struct BackpackSearch: Hashable, Sendable {
    /// Where a PCF8574 and a PCF8574A can be, the two at which they are sold first.
    package static let addresses: [UInt8] = usual + (Array(0x20...0x26) + Array(0x38...0x3E))
    private static let usual: [UInt8] = [0x27, 0x3F]

    /// All that answered, in ascending order.
    package private(set) var answering: [UInt8] = []
    /// All that the kernel keeps for a driver of its own, in ascending order.
    package private(set) var taken: [UInt8] = []

    /// Asks all addresses.
    package init(on bus: any I2CBus) throws(HardwareError) {
        for address in BackpackSearch.addresses.sorted() {
            switch try bus.probe(address) {
            case .silent: continue
            case .answers: answering.append(address)
            case .taken: taken.append(address)
            }
        }
    }

    /// The backpack among those who answer: 0x27, else 0x3F, else the only one.
    ///
    /// Nil when there is none or a guess would be needed: other devices live at these addresses, relays among
    /// them, and writing to one is no harmless mistake.
    package var backpack: UInt8? {
        if let usual = BackpackSearch.usual.first(where: answering.contains) { return usual }
        return answering.count == 1 ? answering.first : nil
    }

    /// Why there is no backpack at `address` (nil: anywhere), and what to do.
    package func failure(at address: UInt8?, on bus: String) -> HardwareError {
        if let address, taken.contains(address) { return heldByKernel(address, on: bus) }
        if let address { return silent(address, on: bus) }
        if answering.count > 1 {
            return HardwareError(
                "\(list(answering)) answer on \(bus), and none is the usual 0x27 or 0x3f: "
                    + "say which one is the display with address = … in [panel.backpack]."
            )
        }
        if let held = taken.first { return heldByKernel(held, on: bus) }
        return HardwareError(
            "No display answers on \(bus) at 0x20…0x27 or 0x38…0x3f. \(BackpackSearch.cable)"
        )
    }

    /// What to look at when nobody answers.
    static let cable = "Check the cable: SDA on pin 3, SCL on pin 5, 5 V on pin 2, ground on pin 6."

    private func silent(_ address: UInt8, on bus: String) -> HardwareError {
        let others = answering.filter { $0 != address }
        let hint =
            others.isEmpty
            ? BackpackSearch.cable
            : "\(list(others)) \(others.count == 1 ? "answers" : "answer"): if that is the display, set address "
                + "in [panel.backpack]."
        return HardwareError("Nobody answers at \(I2CAddress.text(address)) on \(bus). \(hint)")
    }

    private func heldByKernel(_ address: UInt8, on bus: String) -> HardwareError {
        HardwareError(
            "\(I2CAddress.text(address)) on \(bus) belongs to a driver of the kernel: remove its dtoverlay "
                + "line from config.txt and restart."
        )
    }

    private func list(_ addresses: [UInt8]) -> String {
        addresses.map(I2CAddress.text).joined(separator: ", ")
    }
}

/// Addresses as i2cdetect and the settings write them.
package enum I2CAddress {
    /// `0x27`.
    package static func text(_ address: UInt8) -> String {
        "0x" + (address < 16 ? "0" : "") + String(address, radix: 16)
    }
}
