import Display

extension Display.BackpackSettings {
    /// The settings in the driver's own terms.
    init(_ settings: BackpackSection) {
        self.init()
        bus = settings.bus
        address = settings.address.flatMap { UInt8(exactly: $0) }
        isBacklightActiveLow = settings.isBacklightActiveLow
        timing = HD44780Timing(slow: settings.isSlow)
        for (pin, path) in BackpackPins.paths {
            pins[keyPath: path] = settings.pins[pin] ?? pins[keyPath: path]
        }
    }
}

extension BackpackPins {
    /// Where each pin of the settings is kept.
    fileprivate static var paths: [(BackpackSection.Pin, WritableKeyPath<BackpackPins, Int>)] {
        [
            (.rs, \.rs), (.rw, \.rw), (.e, \.e), (.backlight, \.backlight), (.d4, \.d4), (.d5, \.d5),
            (.d6, \.d6),
            (.d7, \.d7),
        ]
    }
}

extension ParallelDisplay {
    /// Who holds the lines, as other programs see it.
    static let consumer = "watchpost display"

    convenience init(_ settings: ParallelSection, on header: any LineSource) {
        let wires = settings.wires
        self.init(timing: HD44780Timing(slow: settings.isSlow), hasBacklight: settings.backlight != nil) {
            levels throws(HardwareError) in
            try header.claimTogether(wires, levels: levels, as: ParallelDisplay.consumer)
        }
    }
}

extension ParallelSection {
    /// The lines in the order of `ParallelDisplay.Line`.
    fileprivate var wires: [OutputLine] {
        Pin.allCases.compactMap { lines[$0] }.map { OutputLine($0) }
            + (backlight.map { [OutputLine($0, isActiveLow: isBacklightActiveLow)] } ?? [])
    }
}
