/// The pieces of one body that are made and not sent yet: two at most, however slow the reader.
///
/// A value of rules without I/O: the stream performs what its methods say.
struct BodyPieces {
    /// What the library's request for more bytes is answered with.
    enum Supply: Equatable {
        /// So many bytes were copied.
        case bytes(Int)
        /// The next piece is not made yet: the connection shall be suspended.
        case sleep
        /// Everything was sent.
        case end
        /// No more comes, and that was not all.
        case broken
    }

    private enum Phase { case open, whole, broken }

    /// One that is sent, and one that is ready when it is.
    static let most = 2

    private var phase = Phase.open
    private var pieces: [[UInt8]] = []
    private var offset = 0
    private var isMaking = false

    /// True when another piece shall be made now; it counts as being made from then on.
    mutating func begins() -> Bool {
        guard phase == .open, !isMaking, pieces.count < BodyPieces.most else { return false }
        isMaking = true
        return true
    }

    /// What was made came: nil: that was all.
    mutating func add(_ piece: [UInt8]?) {
        isMaking = false
        guard phase == .open else { return }
        guard let piece else {
            phase = .whole
            return
        }
        if !piece.isEmpty { pieces.append(piece) }
    }

    /// The rest will not come, and nobody gets what is here.
    mutating func breakOff() {
        if phase == .whole && pieces.isEmpty { return }
        phase = .broken
        pieces = []
        offset = 0
    }

    /// Whether `supply` has something to say other than to sleep.
    var isReady: Bool { !pieces.isEmpty || phase != .open }

    /// Moves the next bytes into `buffer`.
    mutating func supply(_ buffer: UnsafeMutableRawBufferPointer) -> Supply {
        guard phase != .broken else { return .broken }
        guard let piece = pieces.first else { return phase == .whole ? .end : .sleep }
        let count = min(piece.count - offset, buffer.count)
        buffer.copyBytes(from: piece[offset..<(offset + count)])
        offset += count
        if offset == piece.count {
            pieces.removeFirst()
            offset = 0
        }
        return .bytes(count)
    }
}
