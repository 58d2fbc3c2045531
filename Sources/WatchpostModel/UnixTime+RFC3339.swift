/// RFC 3339 text, UTC, second precision: the only form in which Watchpost writes an instant to the outside.
extension UnixTime: CustomStringConvertible, Codable {
    /// `2026-11-21T04:17:00Z`.
    ///
    /// Years outside 0...9999 have no RFC 3339 form and are written at the nearest end.
    public var rfc3339: String {
        let bounded = min(max(seconds, UnixTime.firstWritable), UnixTime.lastWritable)
        let days = bounded.flooredQuotient(by: 86_400)
        let second = bounded - days * 86_400
        let date = ProlepticDate(daysSince1970: days)
        var text: [UInt8] = []
        text.reserveCapacity(20)
        UnixTime.append(date.year, width: 4, then: UInt8(ascii: "-"), to: &text)
        UnixTime.append(Int64(date.month), width: 2, then: UInt8(ascii: "-"), to: &text)
        UnixTime.append(Int64(date.day), width: 2, then: UInt8(ascii: "T"), to: &text)
        UnixTime.append(second / 3_600, width: 2, then: UInt8(ascii: ":"), to: &text)
        UnixTime.append(second / 60 % 60, width: 2, then: UInt8(ascii: ":"), to: &text)
        UnixTime.append(second % 60, width: 2, then: UInt8(ascii: "Z"), to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// The same as `rfc3339`.
    public var description: String { rfc3339 }

    /// The years 0 to 9999, in seconds since 1970: what RFC 3339 can write in UTC.
    package static let writable: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    /// Reads RFC 3339 text with `Z` or a numeric offset; a fraction is dropped.
    ///
    /// Anything else, 30 February and a leap second among it, is nil, as is a time that an offset carries out of these years.
    public init?(rfc3339 text: some StringProtocol) {
        var reader = DigitReader(text.utf8)
        guard let year = reader.digits(4), reader.skip("-"),
            let month = reader.digits(2), reader.skip("-"),
            let day = reader.digits(2), reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.digits(2), reader.skip(":"),
            let minute = reader.digits(2), reader.skip(":"),
            let second = reader.digits(2),
            (1...12).contains(month), hour < 24, minute < 60, second < 60,
            day >= 1, day <= ProlepticDate.days(inMonth: Int(month), of: year),
            reader.skipFraction(), let offset = reader.offset(), reader.isAtEnd
        else { return nil }
        let days = ProlepticDate(year: year, month: Int(month), day: Int(day)).daysSince1970
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
        guard UnixTime.writable.contains(seconds) else { return nil }
        self.init(seconds: seconds)
    }

    /// Decodes RFC 3339 text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let time = UnixTime(rfc3339: text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "“\(text)” is not an RFC 3339 time"
            )
        }
        self = time
    }

    /// Encodes RFC 3339 text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rfc3339)
    }

    /// 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z.
    private static let firstWritable: Int64 = -62_167_219_200
    private static let lastWritable: Int64 = 253_402_300_799

    private static func append(_ number: Int64, width: Int, then separator: UInt8, to text: inout [UInt8]) {
        var divisor: Int64 = 1
        for _ in 1..<width { divisor *= 10 }
        while divisor > 0 {
            text.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
        text.append(separator)
    }
}

/// Reads the fixed-width fields of an RFC 3339 time.
private struct DigitReader<Bytes: Collection> where Bytes.Element == UInt8 {
    private var rest: Bytes.SubSequence

    init(_ bytes: Bytes) {
        rest = bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func digits(_ count: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<count {
            guard let byte = rest.first, byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int64(byte - 0x30)
            rest.removeFirst()
        }
        return value
    }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard let byte = rest.first, byte == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// True when there is no fraction or a well-formed one.
    mutating func skipFraction() -> Bool {
        guard skip(".") else { return true }
        guard digits(1) != nil else { return false }
        while digits(1) != nil {}
        return true
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int64
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = digits(2), skip(":"), let minutes = digits(2), hours < 24, minutes < 60 else {
            return nil
        }
        return sign * (hours * 3_600 + minutes * 60)
    }
}
