import Core

/// Names one result, however often it is sent: a UUID that the game makes (draft-ietf-httpapi-idempotency-key-header-07).
///
/// One of version 7 begins with its time and so costs the card the least; any other one does as well.
struct IdempotencyKey: Hashable, Sendable {
    /// 16 bytes.
    let bytes: [UInt8]

    /// `"f81d4fae-7dec-11d0-a765-00a0c91e6bf6"`, with its quotation marks, as the draft writes it, or without; nil: it is
    /// none.
    init?(_ text: String) {
        let digits = IdempotencyKey.value(of: text).utf8
        guard digits.count == 36 else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for (index, digit) in digits.enumerated() {
            if [8, 13, 18, 23].contains(index) {
                guard digit == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let number = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            let value = UInt8(number)
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        self.bytes = bytes
    }

    /// What the field says, without the quotation marks in which a structured field stands (RFC 9651, 3.3.3); as it was sent
    /// otherwise.
    static func value(of text: String) -> Substring {
        guard text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text[...] }
        return text.dropFirst().dropLast()
    }
}
