/// An HD44780 behind a PCF8574 on an I2C bus.
///
/// For one thread; blocks. Unless a batch went through, the next one opens the bus and asks for the backpack
/// again.
package final class BackpackDisplay: CharacterDisplayDriver {
    /// What was found, for the person with the soldering iron.
    package struct Finding: Hashable, Sendable {
        /// `/dev/i2c-1`.
        package let bus: String
        package let address: UInt8
        /// Who else answered where a backpack can be; empty when the address was set and only that was asked.
        package let others: [UInt8]
    }

    /// Opens the bus.
    package typealias Opening = () throws(HardwareError) -> any I2CBus

    private struct Connection {
        var bus: any I2CBus
        var finding: Finding
        var encoder: BackpackEncoder
    }

    private let settings: BackpackSettings
    private let delay: any BusDelay
    private let open: Opening
    /// Nil before the first batch and after an error.
    private var connection: Connection?
    /// The address that was written to: when the display is unplugged, nothing else becomes the display.
    private var known: UInt8?
    private var isLit = true

    /// Touches no hardware yet.
    package init(
        settings: BackpackSettings,
        delay: any BusDelay = MonotonicDelay(),
        open: @escaping Opening
    ) {
        self.settings = settings
        self.delay = delay
        self.open = open
    }

    /// On the kernel's /dev/i2c-N.
    ///
    /// `isExclusive`: keeps other displays' drivers off the bus; false for one that only looks who answers.
    package convenience init(settings: BackpackSettings, isExclusive: Bool = true) {
        self.init(settings: settings) { () throws(HardwareError) in
            try LinuxI2CBus(number: settings.bus, isExclusive: isExclusive)
        }
    }

    /// Opens the bus and finds the backpack if that is not done yet; writes nothing.
    package func connect() throws(HardwareError) -> Finding {
        try connected().finding
    }

    package func perform(_ operations: [DisplayOperation]) throws(HardwareError) {
        if let isOn = operations.firstBacklight { isLit = isOn }
        var connection = try connected()
        self.connection = nil  // stays so unless all goes well
        for transfer in connection.encoder.transfers(for: operations) {
            switch transfer {
            case .send(let bytes): try connection.bus.write(bytes, to: connection.finding.address)
            case .wait(let duration): delay.wait(duration)
            }
        }
        for case .backlight(let isOn) in operations { isLit = isOn }
        known = connection.finding.address
        self.connection = connection
    }

    private func connected() throws(HardwareError) -> Connection {
        if let connection { return connection }
        let bus = try open()
        let encoder = BackpackEncoder(
            pins: settings.pins,
            isBacklightActiveLow: settings.isBacklightActiveLow,
            timing: settings.timing,
            clockRate: bus.clockRate,
            isLit: isLit
        )
        let new = Connection(bus: bus, finding: try find(on: bus), encoder: encoder)
        connection = new
        return new
    }

    private func find(on bus: any I2CBus) throws(HardwareError) -> Finding {
        let wanted = settings.address ?? known
        if let wanted, try bus.probe(wanted) == .answers {
            return Finding(bus: bus.name, address: wanted, others: [])
        }
        let search = try BackpackSearch(on: bus)
        guard wanted == nil, let address = search.backpack else {
            throw search.failure(at: wanted, on: bus.name)
        }
        return Finding(
            bus: bus.name,
            address: address,
            others: search.answering.filter { $0 != address }
        )
    }
}
