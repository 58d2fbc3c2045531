/// A colour in numbers, for whatever draws.
public struct BoardColor: Hashable, Sendable {
    /// From 0 to 1, in sRGB.
    public let red, green, blue: Double
    /// From 0, which shows what is behind, to 1.
    public let opacity: Double

    /// A colour; numbers beyond 0 and 1 are held there.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        func held(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 1) }
        (self.red, self.green, self.blue) = (held(red), held(green), held(blue))
        self.opacity = held(opacity)
    }

    /// Reads `#rgb`, `#rgba`, `#rrggbb` and `#rrggbbaa`; anything else is nil.
    public init?(_ text: String) {
        guard text.first == "#" else { return nil }
        let digits = text.utf8.dropFirst().map { BoardColor.value(of: $0) }
        let known = digits.compactMap { $0 }
        guard known.count == digits.count else { return nil }
        let values: [Int]
        switch known.count {
        case 3, 4: values = known.map { $0 * 17 }
        case 6, 8: values = stride(from: 0, to: known.count, by: 2).map { known[$0] * 16 + known[$0 + 1] }
        default: return nil
        }
        let parts = values.map { Double($0) / 255 }
        self.init(red: parts[0], green: parts[1], blue: parts[2], opacity: parts.count == 4 ? parts[3] : 1)
    }

    /// The same, so much of it: 0.5 is half as opaque.
    public func faded(to part: Double) -> BoardColor {
        BoardColor(red: red, green: green, blue: blue, opacity: opacity * part)
    }

    private static func value(of digit: UInt8) -> Int? {
        switch digit {
        case 0x30...0x39: Int(digit) - 0x30
        case 0x41...0x46: Int(digit) - 0x41 + 10
        case 0x61...0x66: Int(digit) - 0x61 + 10
        default: nil
        }
    }
}

/// As its text.
extension BoardColor: Codable, CustomStringConvertible {
    /// `#rrggbbaa`.
    public var description: String {
        let parts = [red, green, blue, opacity].map { part -> String in
            let digits = String(Int((part * 255).rounded()), radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }
        return "#" + parts.joined()
    }

    /// Reads what `description` writes, and the shorter forms.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let color = BoardColor(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "“\(text)” is not a colour such as #101820 or #f0c15c80"
            )
        }
        self = color
    }

    /// Writes its description.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
