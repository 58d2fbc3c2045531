import Core

/// The segments of a JPEG (ITU-T T.81, annex B): tables, one frame and its scans are kept.
///
/// Of what applications add, a plain JFIF head is made anew, without its small copy of the picture, and Adobe's word on
/// the colours stays, without which some would be shown wrong.
struct JPEGParts {
    static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]

    private static let jfif = Array("JFIF\0".utf8)
    private static let adobe = Array("Adobe".utf8)
    /// Each costs whoever shows it as much as a whole picture.
    private static let mostScans = 32

    private var source: PictureBytes
    private var kept: [UInt8] = [0xFF, 0xD8]
    private var hasHead = false
    private var hasFrame = false
    private var scans = 0

    init(_ bytes: [UInt8]) {
        source = PictureBytes(bytes, from: 2)
    }

    /// The picture of these segments alone.
    mutating func read() throws(Picture.Refusal) -> [UInt8] {
        while true {
            let marker = try marker()
            guard marker != 0xD9 else {
                guard scans > 0 else { throw .damaged("it has no data") }
                return kept + [0xFF, 0xD9]
            }
            try takeSegment(marker)
        }
    }

    /// The next marker; any number of 0xFF may stand before it.
    private mutating func marker() throws(Picture.Refusal) -> UInt8 {
        guard try source.number(1) == 0xFF else { throw .damaged("its parts do not follow each other") }
        var code = 0xFF
        while code == 0xFF { code = try source.number(1) }
        return UInt8(truncatingIfNeeded: code)
    }

    private mutating func takeSegment(_ marker: UInt8) throws(Picture.Refusal) {
        switch marker {
        case 0xC0...0xC2, 0xC4, 0xDA, 0xDB, 0xDD, 0xE0...0xEF, 0xFE: break
        default: throw .damaged("it has parts that are not taken; save it as a plain JPEG")
        }
        let length = try source.number(2)
        guard length >= 2 else { throw .damaged("a part of it has no length") }
        let data = Array(try source.take(length - 2))
        switch marker {
        case 0xE0: takeHead(data)
        case 0xEE where data.starts(with: JPEGParts.adobe) && data.count == 12: keep(marker, data)
        case 0xE1...0xEF, 0xFE: break
        case 0xC0...0xC2:
            try checkFrame(data)
            keep(marker, data)
        case 0xDA:
            try checkScan(data)
            keep(marker, data)
            try takeScan()
        default: keep(marker, data)
        }
    }

    private mutating func keep(_ marker: UInt8, _ data: [UInt8]) {
        let length = data.count + 2
        kept += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + data
    }

    /// `JFIF`, version, unit and density; then the measures of a small copy, which has none now.
    private mutating func takeHead(_ data: [UInt8]) {
        guard !hasHead, data.starts(with: JPEGParts.jfif), data.count >= 14 else { return }
        hasHead = true
        keep(0xE0, Array(data.prefix(12)) + [0, 0])
    }

    private mutating func checkFrame(_ data: [UInt8]) throws(Picture.Refusal) {
        guard !hasFrame else { throw .damaged("it has two frames") }
        var fields = PictureBytes(data, from: 0)
        guard try fields.number(1) == 8 else { throw .damaged("its colours have not 8 bits each") }
        let (height, width) = (try fields.number(2), try fields.number(2))
        try Picture.check(width: width, height: height)
        let components = try fields.number(1)
        guard [1, 3, 4].contains(components), fields.left == 3 * components else {
            throw .damaged("its frame is none")
        }
        hasFrame = true
    }

    private mutating func checkScan(_ data: [UInt8]) throws(Picture.Refusal) {
        guard hasFrame, let components = data.first, (1...4).contains(components),
            data.count == 2 * Int(components) + 4
        else { throw .damaged("its data is not in its place") }
        scans += 1
        guard scans <= JPEGParts.mostScans else { throw .damaged("it is shown in too many steps") }
    }

    /// Data up to the next marker that is none of its own (a zero behind 0xFF, and marks to begin again at).
    private mutating func takeScan() throws(Picture.Refusal) {
        let (bytes, start) = (source.bytes, source.place)
        var end = start
        while true {
            guard end + 1 < bytes.count else { throw .cut }
            let isOwn = bytes[end + 1] == 0 || (0xD0...0xD7).contains(bytes[end + 1])
            if bytes[end] == 0xFF, !isOwn { break }
            end += 1
        }
        guard end > start else { throw .damaged("it has no data") }
        kept += try source.take(end - start)
    }
}
