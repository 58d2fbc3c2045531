import Glibc

/// How long a program's file must be by its own headers (ELF, elf(5)); a download that was cut off is shorter.
struct ExecutableExtent {
    /// Where the last of its parts ends, in bytes: header tables and loadable segments.
    let end: UInt64

    /// Programs have a dozen segments; a header that says more is not believed.
    private static let mostSegments: UInt64 = 256

    /// nil when the headers themselves are not there.
    static func read(from descriptor: Int32) -> ExecutableExtent? {
        guard let head = bytes(descriptor, at: 0, count: 64) else { return nil }
        let isWide = head[4] == 2
        let segments = Table(head, isWide ? (32, 8, 54) : (28, 4, 42))
        let sections = Table(head, isWide ? (40, 8, 58) : (32, 4, 46))
        guard segments.count <= mostSegments, segments.end < 1 << 40, sections.end < 1 << 40 else {
            return nil
        }
        var end = max(segments.end, sections.end)
        for index in 0..<segments.count {
            let place = segments.offset + index * segments.entry
            guard let segment = bytes(descriptor, at: place, count: isWide ? 56 : 32) else { return nil }
            let offset = number(segment, isWide ? (8, 8) : (4, 4))
            let length = number(segment, isWide ? (32, 8) : (16, 4))
            let (last, isTooLarge) = offset.addingReportingOverflow(length)
            guard !isTooLarge else { return nil }
            end = max(end, last)
        }
        return ExecutableExtent(end: end)
    }

    /// A table of headers: where it begins, the size of an entry, how many there are.
    private struct Table {
        let offset: UInt64
        let entry: UInt64
        let count: UInt64

        /// `layout`: where the offset stands, its width, and where the entry's size stands, before the count.
        init(_ head: [UInt8], _ layout: (offset: Int, width: Int, entry: Int)) {
            offset = number(head, (layout.offset, layout.width))
            entry = number(head, (layout.entry, 2))
            count = number(head, (layout.entry + 2, 2))
        }

        /// Both factors have 16 bits.
        var end: UInt64 {
            offset.addingReportingOverflow(entry * count).overflow ? .max : offset + entry * count
        }
    }

    private static func number(_ bytes: [UInt8], _ field: (at: Int, width: Int)) -> UInt64 {
        bytes[field.at..<field.at + field.width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func bytes(_ descriptor: Int32, at offset: UInt64, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        guard offset < 1 << 40, pread(descriptor, &bytes, count, off_t(offset)) == count else { return nil }
        return bytes
    }
}
