import Core

/// The chunks of a PNG (W3C PNG, third edition, §5 and §11): IHDR, PLTE, tRNS, IDAT and IEND are kept, each as it was.
struct PNGParts {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// What came so far.
    private enum Stage {
        case nothing, header, data
        /// Something else came behind the data: no more of it may.
        case behindData
    }

    private var source: PictureBytes
    private var kept = PNGParts.signature
    private var stage = Stage.nothing
    private var colours = Colours.grey
    /// Entries of the palette; nil: it has none.
    private var palette: Int?
    private var hasTransparency = false

    init(_ bytes: [UInt8]) {
        source = PictureBytes(bytes, from: PNGParts.signature.count)
    }

    /// The picture of these chunks alone.
    mutating func read() throws(Picture.Refusal) -> [UInt8] {
        while true {
            let length = try source.number(4)
            guard length <= source.left else { throw .cut }
            let start = source.place
            let name = String(decoding: try source.take(4), as: UTF8.self)
            let data = try source.take(length)
            let sum = PNGParts.checksum(source.bytes[start..<source.place])
            guard try source.number(4) == sum else { throw .damaged("the sum of its \(name) is wrong") }
            let isKept = try take(name, Array(data))
            if isKept { kept += source.bytes[start - 4..<source.place] }
            guard name == "IEND" else { continue }
            guard source.left == 0 else { throw .damaged("something else follows its end") }
            return kept
        }
    }

    /// Whether a chunk is kept.
    private mutating func take(_ name: String, _ data: [UInt8]) throws(Picture.Refusal) -> Bool {
        guard name.utf8.count == 4, name.isMade(of: .letters) else {
            throw .damaged("a part of it has no name")
        }
        guard (name == "IHDR") == (stage == .nothing) else {
            throw .damaged("its head is not in its place")
        }
        if stage == .data, name != "IDAT" { stage = .behindData }
        switch name {
        case "IHDR": try takeHeader(data)
        case "PLTE": try takePalette(data)
        case "tRNS": try takeTransparency(data)
        case "IDAT":
            guard stage != .behindData, colours != .palette || palette != nil else {
                throw .damaged("its data is not in its place")
            }
            stage = .data
        case "IEND":
            guard stage == .behindData, data.isEmpty else { throw .damaged("it has no data") }
        case "acTL", "fcTL", "fdAT": throw .moving
        default:
            // A capital at its beginning: nobody may show the picture without it.
            guard let first = name.utf8.first, first & 0x20 != 0 else {
                throw .damaged("it has a part that nobody knows")
            }
            return false
        }
        return true
    }

    private mutating func takeHeader(_ data: [UInt8]) throws(Picture.Refusal) {
        guard data.count == 13 else { throw .damaged("its head is none") }
        var fields = PictureBytes(data, from: 0)
        try Picture.check(width: try fields.number(4), height: try fields.number(4))
        let (depth, type) = (try fields.number(1), try fields.number(1))
        guard let colours = Colours(rawValue: type), colours.depths.contains(depth), data[10] == 0,
            data[11] == 0, data[12] <= 1
        else { throw .damaged("its head is none") }
        (self.colours, stage) = (colours, .header)
    }

    private mutating func takePalette(_ data: [UInt8]) throws(Picture.Refusal) {
        guard stage == .header, palette == nil, !hasTransparency, colours.mayHavePalette,
            data.count.isMultiple(of: 3), (3...768).contains(data.count)
        else { throw .damaged("its palette is none") }
        palette = data.count / 3
    }

    private mutating func takeTransparency(_ data: [UInt8]) throws(Picture.Refusal) {
        let isRight =
            switch colours {
            case .grey: data.count == 2
            case .colour: data.count == 6
            case .palette: (1...(palette ?? 1)).contains(data.count) && palette != nil
            case .greyAndAlpha, .colourAndAlpha: false
            }
        guard stage == .header, !hasTransparency, isRight else {
            throw .damaged("its transparency is none")
        }
        hasTransparency = true
    }

    /// The colour types of PNG with their depths.
    private enum Colours: Int {
        case grey = 0
        case colour = 2
        case palette = 3
        case greyAndAlpha = 4
        case colourAndAlpha = 6

        var depths: Set<Int> {
            switch self {
            case .grey: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            case .colour, .greyAndAlpha, .colourAndAlpha: [8, 16]
            }
        }

        var mayHavePalette: Bool { self == .colour || self == .palette || self == .colourAndAlpha }
    }
}

extension PNGParts {
    /// CRC-32 (ISO 3309), as PNG has it behind each chunk.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
        let sum = bytes.reduce(UInt32.max) { sum, byte in
            table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ (sum >> 8)
        }
        return Int(~sum)
    }

    private static let table: [UInt32] = (0..<256).map { (number: UInt32) -> UInt32 in
        (0..<8).reduce(number) { sum, _ in (sum & 1) == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }
}
