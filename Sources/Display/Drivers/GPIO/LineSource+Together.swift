extension LineSource {
    /// Requests the lines of a part that can do nothing with only some of them, such as a display's.
    ///
    /// Two wires on one line are refused here: libgpiod 2 takes them for one, grants it, and all later levels would
    /// be written to the wrong lines without a word.
    package func claimTogether(
        _ wires: [OutputLine],
        levels: UInt32,
        as consumer: String
    ) throws(HardwareError) -> any OutputLines {
        var lines: [ClaimedLine] = []
        for (wire, result) in zip(wires, try find(wires.map(\.line))) {
            let found = try result.get()
            if let error = found.taken { throw error }
            guard !lines.contains(where: { $0.found.offset == found.offset }) else {
                throw HardwareError(
                    "\(found.line) is the line of two wires of one display: give each a line of its own",
                    short: "two wires on \(found.line)"
                )
            }
            lines.append(ClaimedLine(found: found, isActiveLow: wire.isActiveLow))
        }
        return try claim(lines, levels: levels, as: consumer)
    }
}
