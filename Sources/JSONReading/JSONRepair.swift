extension JSONElement {
    /// Parses a document of which a few bad values must not cost the rest: a region's realms, for example.
    ///
    /// simdjson refuses a whole document for one bad value. Only when that happens, the bytes are gone through once
    /// (no recursion, linear in their number) and each bad value gives way to something that is JSON:
    /// - bytes that are not UTF-8, half of a surrogate pair (`\uD83D` alone), unknown escapes and control characters as
    ///   they are: U+FFFD;
    /// - a number that fits into no type, or is wrongly written: `null`.
    /// So a row with bad text has U+FFFD in it, which nobody means, and one with a bad number has none. What is
    /// wrong elsewhere (a missing bracket, too deep, too large) is refused as ever.
    ///
    /// - Returns: The document, and whether something gave way: say so in the log.
    package static func repairing(
        _ bytes: some Sequence<UInt8>,
        limits: JSONLimits
    ) throws(JSONFault) -> (document: JSONElement, wasRepaired: Bool) {
        let storage = try withBytes(bytes) { bytes throws(JSONFault) -> (JSONStorage, Bool) in
            do throws(JSONFault) {
                return (try JSONStorage(bytes, limits), false)
            } catch .badText, .badNumber {
                var repairing = JSONRepair(bytes)
                let whole = repairing.run()
                return (
                    try withBytes(whole) { bytes throws(JSONFault) in try repaired(bytes, limits) }, true
                )
            }
        }
        return (JSONElement(storage.0, storage.0.root), storage.1)
    }

    /// Parses what was repaired: every number in it is one, but newer versions of simdjson call any unknown word a number.
    private static func repaired(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ limits: JSONLimits
    ) throws(JSONFault) -> JSONStorage {
        do throws(JSONFault) {
            return try JSONStorage(bytes, limits)
        } catch {
            throw error == .badNumber ? .badSyntax : error
        }
    }
}

/// One pass over bytes that simdjson refused; see ``JSONElement/repairing(_:limits:)``.
struct JSONRepair {
    private let source: [UInt8]
    private var position = 0
    private var repaired: [UInt8] = []

    /// U+FFFD, as an escape.
    private static let replacement = Array("\\ufffd".utf8)

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        // Swift's decoding puts U+FFFD in the place of what is not UTF-8.
        source = Array(String(decoding: bytes, as: UTF8.self).utf8)
        repaired.reserveCapacity(source.count)
    }

    mutating func run() -> [UInt8] {
        while position < source.count {
            switch source[position] {
            case UInt8(ascii: "\""): takeString()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): takeNumber()
            default: take(1)
            }
        }
        return repaired
    }

    private mutating func takeString() {
        take(1)
        while position < source.count {
            switch source[position] {
            case UInt8(ascii: "\""): return take(1)
            case UInt8(ascii: "\\"): takeEscape()
            case 0..<0x20: replace(1)
            default: take(1)
            }
        }
    }

    private mutating func takeEscape() {
        switch position + 1 < source.count ? source[position + 1] : 0 {
        case UInt8(ascii: "u"): takeUnicodeEscape()
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            take(2)
        default: replace(1)
        }
    }

    private mutating func takeUnicodeEscape() {
        switch codeUnit(at: position) {
        case .none: replace(2)
        case .some(0xD800..<0xDC00):
            let second = codeUnit(at: position + 6)
            if let second, (0xDC00..<0xE000).contains(second) { take(12) } else { replace(6) }
        case .some(0xDC00..<0xE000): replace(6)
        case .some: take(6)
        }
    }

    /// Of `\uXXXX` at that place; nil for anything else.
    private func codeUnit(at start: Int) -> UInt32? {
        guard start + 6 <= source.count, source[start] == UInt8(ascii: "\\"),
            source[start + 1] == UInt8(ascii: "u")
        else { return nil }
        let digits = source[(start + 2)..<(start + 6)].map { Character(Unicode.Scalar($0)).hexDigitValue }
        return digits.reduce(0) { code, digit in
            guard let code, let digit else { return nil }
            return code << 4 | UInt32(digit)
        }
    }

    private mutating func takeNumber() {
        let token = source[position...].prefix { !JSONRepair.endsNumber($0) }
        // A string right behind it is wrong in itself, and is found to be once the number is none.
        let isGlued = token.endIndex < source.count && source[token.endIndex] == UInt8(ascii: "\"")
        if !isGlued && JSONRepair.isNumber(token) {
            take(token.count)
        } else {
            repaired.append(contentsOf: "null".utf8)
            position += token.count
        }
    }

    private static func endsNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
            UInt8(ascii: "}"), UInt8(ascii: "\""), 0x20, 0x09, 0x0A, 0x0D:
            true
        default: false
        }
    }

    /// As simdjson takes it: RFC 8259's grammar, a whole number below 2^64 or a finite Double.
    private static func isNumber(_ token: ArraySlice<UInt8>) -> Bool {
        guard token.count <= 400 else { return false }
        var rest = token.drop { $0 == UInt8(ascii: "-") }
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        let whole = rest.prefix(while: isDigit)
        guard token.count - rest.count <= 1, let first = whole.first,
            first != UInt8(ascii: "0") || whole.count == 1
        else { return false }
        rest = rest.dropFirst(whole.count)
        let text = String(decoding: token, as: UTF8.self)
        if rest.isEmpty { return Int64(text) != nil || UInt64(text) != nil }
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: isDigit)
            guard !fraction.isEmpty else { return false }
            rest = rest.dropFirst(1 + fraction.count)
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            let exponent = rest.prefix(while: isDigit)
            guard !exponent.isEmpty else { return false }
            rest = rest.dropFirst(exponent.count)
        }
        return rest.isEmpty && Double(text)?.isFinite == true
    }

    private mutating func take(_ count: Int) {
        repaired.append(contentsOf: source[position..<(position + count)])
        position += count
    }

    private mutating func replace(_ count: Int) {
        repaired.append(contentsOf: JSONRepair.replacement)
        position += count
    }
}
