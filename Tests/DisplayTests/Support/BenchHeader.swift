import Display

/// A header on the bench: lines that exist, programs that hold some, and a log of what was driven.
///
/// Not the kernel: it knows only what a request promises, exclusive lines that are driven from the first instant.
final class BenchHeader: LineSource {
    /// Offsets of the lines that exist; `GPIOn` is line n.
    var lines: Set<UInt32> = Set(0..<28)
    var holders: [UInt32: String] = [:]
    /// No chip at all.
    var absence: HardwareError?
    /// Logical levels of the lines that are requested.
    private(set) var levels: [UInt32: Bool] = [:]
    /// Each call that drove something: which lines, in the order of their offsets.
    private(set) var calls: [[UInt32]] = []
    private(set) var activeLow: Set<UInt32> = []

    func find(_ wanted: [GPIOLine]) throws(HardwareError) -> [Result<FoundLine, HardwareError>] {
        if let absence { throw absence }
        return wanted.map { line in
            guard let offset = BenchHeader.offset(of: line), lines.contains(offset) else {
                return .failure(HardwareError("\(line) is not there"))
            }
            return .success(FoundLine(offset: offset, line: line, holder: holders[offset]))
        }
    }

    func claim(
        _ wanted: [ClaimedLine],
        levels bits: UInt32,
        as consumer: String
    ) throws(HardwareError) -> any OutputLines {
        if let absence { throw absence }
        let offsets = wanted.map(\.found.offset)
        for offset in offsets where holders[offset] != nil { throw HardwareError("busy") }
        for (index, line) in wanted.enumerated() {
            holders[line.found.offset] = consumer
            if line.isActiveLow { activeLow.insert(line.found.offset) }
            levels[line.found.offset] = bits >> UInt32(index) & 1 == 1
        }
        calls.append(offsets.sorted())
        return BenchLines(self, offsets)
    }

    fileprivate func drive(_ offsets: [UInt32], _ bits: UInt32, mask: UInt32) throws(HardwareError) {
        if let absence { throw absence }
        let driven = offsets.enumerated().filter { mask >> UInt32($0.offset) & 1 == 1 }
        for (index, offset) in driven { levels[offset] = bits >> UInt32(index) & 1 == 1 }
        calls.append(driven.map(\.element).sorted())
    }

    fileprivate func release(_ offsets: [UInt32]) {
        for offset in offsets {
            holders[offset] = nil
            levels[offset] = nil
        }
    }

    private static func offset(of line: GPIOLine) -> UInt32? {
        switch line {
        case .offset(let offset): UInt32(exactly: offset)
        case .name(let name): UInt32(name.dropFirst(4))
        }
    }
}

private final class BenchLines: OutputLines {
    private let header: BenchHeader
    private let offsets: [UInt32]

    init(_ header: BenchHeader, _ offsets: [UInt32]) {
        self.header = header
        self.offsets = offsets
    }

    deinit { header.release(offsets) }

    func set(_ levels: UInt32, mask: UInt32) throws(HardwareError) {
        try header.drive(offsets, levels, mask: mask)
    }
}
