/// A line as it is named in the settings.
package enum GPIOLine: Hashable, Sendable, CustomStringConvertible {
    /// By the name that the kernel gives it, the one on every drawing of the header: `GPIO17`.
    case name(String)
    /// By its number on the chip.
    case offset(Int)

    package var description: String {
        switch self {
        case .name(let name): name
        case .offset(let offset): "line \(offset)"
        }
    }
}

/// An output that is asked for.
package struct OutputLine: Hashable, Sendable {
    package var line: GPIOLine
    /// Lit by driving the line to ground.
    package var isActiveLow: Bool

    package init(_ line: GPIOLine, isActiveLow: Bool = false) {
        self.line = line
        self.isActiveLow = isActiveLow
    }
}

/// A line that exists, as its chip knows it.
package struct FoundLine: Hashable, Sendable {
    package var offset: UInt32
    /// What the person asked for, for messages.
    package var line: GPIOLine
    /// Who has requested it, nil while it is free.
    package var holder: String?

    package init(offset: UInt32, line: GPIOLine, holder: String?) {
        self.offset = offset
        self.line = line
        self.holder = holder
    }
}

/// Where lines come from: the kernel, or a test's stand-in.
///
/// For one thread.
package protocol LineSource {
    /// Says for each line whether it exists and who holds it; throws when there is no chip to ask.
    func find(_ lines: [GPIOLine]) throws(HardwareError) -> [Result<FoundLine, HardwareError>]
    /// Requests lines together, all or none, driven from the first instant to `levels`.
    func claim(_ lines: [ClaimedLine], levels: UInt32, as consumer: String) throws(HardwareError)
        -> any OutputLines
}

/// A line to be requested, and its polarity.
package struct ClaimedLine: Hashable, Sendable {
    package var found: FoundLine
    package var isActiveLow: Bool

    package init(found: FoundLine, isActiveLow: Bool) {
        self.found = found
        self.isActiveLow = isActiveLow
    }
}
