/// Whether the lines of a request's head stand in memory as lines that end in CR LF do, one right behind the other.
///
/// libmicrohttpd 0.9.75 takes a bare LF for a line's end, looks at nothing behind a NUL, and glues the lines of a folded field
/// (RFC 9112 §5.2) together in a copy somewhere else. Who stands in front of the appliance may read all that otherwise, and
/// see another request in it. The library tells none of it; but it writes two NUL over each CR LF and hands names and values
/// out where they arrived, so that anything else shows in a distance. Version 1 refuses by itself.
package struct HeadLines: Hashable, Sendable {
    /// Where a text begins, and where the NUL behind it stands.
    package struct Place: Hashable, Sendable {
        package let start: UInt
        package let end: UInt

        package init(start: UInt, end: UInt) {
            (self.start, self.end) = (start, end)
        }

        package init(_ bytes: UnsafeBufferPointer<UInt8>) {
            start = UInt(bitPattern: bytes.baseAddress)
            end = start &+ UInt(bytes.count)
        }
    }

    /// A line is not as it should be.
    package private(set) var isBroken: Bool
    /// The end of what was read last.
    private var end: UInt
    private let start: UInt

    /// CR LF.
    private static let lineEnd: UInt = 2

    /// `target`: as it was before its query was taken apart.
    package init(method: Place, target: Place, version: Place) {
        (start, end) = (method.start, version.end)
        isBroken = method.end &+ 1 != target.start || target.end &+ 1 != version.start
    }

    /// The next field.
    package mutating func add(name: Place, value: Place) {
        isBroken = isBroken || end &+ HeadLines.lineEnd != name.start
        end = value.end
    }

    /// Behind the last field; `size`: bytes of the whole head, with its empty line.
    package mutating func finish(size: Int) {
        isBroken = isBroken || end &+ 2 * HeadLines.lineEnd != start &+ UInt(bitPattern: size)
    }
}
