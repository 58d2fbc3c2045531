/// Pictures by hand, from the standards and not from what reads them.
enum PictureSamples {
    static func of(_ parts: [UInt8]...) -> [UInt8] { Array(parts.joined()) }

    /// CRC-32 bit by bit (ISO 3309).
    private static func sum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            for bit in 0..<8 {
                let isSet = (sum ^ UInt32(byte) >> UInt32(bit)) & 1 == 1
                sum = isSet ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1
            }
        }
        return ~sum
    }

    static func number(_ value: Int) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    static func chunk(_ name: String, _ data: [UInt8] = []) -> [UInt8] {
        let body = Array(name.utf8) + data
        return of(number(data.count), body, number(Int(sum(body))))
    }

    static let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func header(_ width: Int = 1, _ height: Int = 1, depth: UInt8 = 8, type: UInt8 = 0) -> [UInt8] {
        chunk("IHDR", of(number(width), number(height), [depth, type, 0, 0, 0]))
    }

    /// One grey point, deflated.
    static let data = chunk("IDAT", [0x78, 0x9C, 0x63, 0x60, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01])
    static let end = chunk("IEND")
    static let png = of(start, header(), data, end)
    static let paletteHeader = header(type: 3)

    // JPEG.

    static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
        let length = data.count + 2
        return of([0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)], data)
    }

    static let jfif = of(Array("JFIF\0".utf8), [1, 1, 0, 0, 72, 0, 72])
    static let head = segment(0xE0, jfif + [0, 0])
    static let table = segment(0xDB, of([0], [UInt8](repeating: 1, count: 64)))
    static let codes = segment(0xC4, of([0, 1], [UInt8](repeating: 0, count: 15), [0]))
    static let scan = of(segment(0xDA, [1, 1, 0, 0, 63, 0]), [0xD2, 0xFF, 0x00, 0xFF, 0xD0, 0x20])

    static func frame(_ width: Int = 8, _ height: Int = 8, marker: UInt8 = 0xC0) -> [UInt8] {
        let size = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        return segment(marker, of([8], size, [1, 1, 0x11, 0]))
    }

    static let jpegStart: [UInt8] = [0xFF, 0xD8]
    static let jpegEnd: [UInt8] = [0xFF, 0xD9]
    static let jpeg = of(jpegStart, head, table, frame(), codes, scan, jpegEnd)
}
