import Core

/// A picture that somebody gave, put together again from what is needed to show it.
///
/// It is never decoded: its parts are walked once, from the first byte to the last, and what is no part of the picture is
/// left out (where and with what it was taken, comments, small copies of it, whatever stands behind its end).
struct Picture: Hashable, Sendable {
    /// As it is stored.
    enum Kind: String, Hashable, Sendable {
        case png, jpeg

        var mediaType: String {
            switch self {
            case .png: "image/png"
            case .jpeg: "image/jpeg"
            }
        }
    }

    /// Why it cannot be taken, in words for whoever gave it.
    enum Refusal: Error, Hashable, Sendable {
        case unknown
        case cut
        case tooLong
        case size(width: Int, height: Int)
        case moving
        case damaged(String)

        var words: String {
            switch self {
            case .unknown: "this is neither a PNG nor a JPEG; save it as one of these and send that"
            case .cut: "the picture ends too early; send the whole file"
            case .tooLong: "a picture has at most \(Picture.longest / 1_024) KiB; save a smaller one"
            case .size(let width, let height):
                "the picture has \(width) x \(height) points, and 1 to \(Picture.largestSide) are taken each way"
            case .moving: "a picture that moves is not taken; send a still one"
            case .damaged(let words): "the picture is damaged or of a rare kind: \(words)"
            }
        }
    }

    /// In bytes.
    static let longest = 65_536
    /// In points.
    static let sides = 1...1_024
    fileprivate static let largestSide = 1_024

    let kind: Kind
    let bytes: [UInt8]

    /// Takes a picture apart and puts it together again.
    init(_ given: [UInt8]) throws(Refusal) {
        guard given.count <= Picture.longest else { throw .tooLong }
        if given.starts(with: PNGParts.signature) {
            var parts = PNGParts(given)
            (kind, bytes) = (.png, try parts.read())
        } else if given.starts(with: JPEGParts.signature) {
            var parts = JPEGParts(given)
            (kind, bytes) = (.jpeg, try parts.read())
        } else {
            throw .unknown
        }
    }

    static func check(width: Int, height: Int) throws(Refusal) {
        guard sides.contains(width), sides.contains(height) else {
            throw .size(width: width, height: height)
        }
    }
}

/// Bytes that are read from the first to the last; whoever wants more than there are is told that they were cut.
struct PictureBytes {
    let bytes: [UInt8]
    private(set) var place: Int

    init(_ bytes: [UInt8], from place: Int) {
        (self.bytes, self.place) = (bytes, place)
    }

    var left: Int { bytes.count - place }

    mutating func take(_ count: Int) throws(Picture.Refusal) -> ArraySlice<UInt8> {
        guard count <= left else { throw .cut }
        defer { place += count }
        return bytes[place..<place + count]
    }

    /// Most significant byte first.
    mutating func number(_ count: Int) throws(Picture.Refusal) -> Int {
        try take(count).reduce(0) { $0 << 8 | Int($1) }
    }
}
