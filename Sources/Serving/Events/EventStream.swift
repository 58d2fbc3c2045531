/// What one reader of the event stream is still to be sent, and whether its connection sleeps.
///
/// A value of rules without I/O: the hub performs what its methods say.
package struct EventStream {
    /// What the library's request for more bytes is answered with.
    package enum Supply: Equatable {
        /// So many bytes were copied.
        case bytes(Int)
        /// Nothing to send: the connection shall be suspended.
        case sleep
        /// Everything was sent and no more will come.
        case end
        /// The reader was too slow.
        case dropped
    }

    private enum Phase { case open, ending, dropped }

    /// Bytes that may wait for a reader beyond what it was given at the start.
    package static let largestBacklog = 262_144

    private var chunks: [[UInt8]]
    private var offset = 0
    private var backlog: Int
    private let allowance: Int
    private var phase = Phase.open
    package private(set) var isAsleep = false

    /// `first`: the retry line and what the reader missed.
    package init(first: [[UInt8]]) {
        chunks = first
        backlog = first.reduce(0) { $0 + $1.count }
        allowance = backlog + EventStream.largestBacklog
    }

    /// Adds text; false when the reader is too slow and was dropped.
    package mutating func append(_ text: [UInt8]) -> Bool {
        guard phase == .open else { return true }
        guard backlog + text.count <= allowance else {
            phase = .dropped
            chunks = []
            return false
        }
        chunks.append(text)
        backlog += text.count
        return true
    }

    /// A comment keeps idle connections alive and shows who is gone; a reader with a backlog needs none.
    package mutating func appendComment() {
        if phase == .open && chunks.isEmpty { _ = append(Array(":\n\n".utf8)) }
    }

    /// Whether its reader was too slow, or left: it no longer counts as a stream.
    package var isDropped: Bool { phase == .dropped }

    /// The reader is gone; one that sleeps has to be woken for it.
    package mutating func drop() {
        phase = .dropped
        chunks = []
    }

    /// The reader is gone: its connection is closed instead of put to sleep.
    package mutating func abandon() {
        drop()
        isAsleep = false
    }

    /// No more text will come.
    package mutating func end() {
        if phase == .open { phase = .ending }
    }

    /// True when the connection sleeps although there is something to do; it counts as awake from then on.
    package mutating func wakes() -> Bool {
        guard isAsleep, !chunks.isEmpty || phase != .open else { return false }
        isAsleep = false
        return true
    }

    /// Moves the next bytes into `buffer`.
    package mutating func supply(_ buffer: UnsafeMutableRawBufferPointer) -> Supply {
        guard phase != .dropped else { return .dropped }
        guard let chunk = chunks.first else {
            if phase == .ending { return .end }
            isAsleep = true
            return .sleep
        }
        let count = min(chunk.count - offset, buffer.count)
        buffer.copyBytes(from: chunk[offset..<(offset + count)])
        offset += count
        backlog -= count
        if offset == chunk.count {
            chunks.removeFirst()
            offset = 0
        }
        return .bytes(count)
    }
}
