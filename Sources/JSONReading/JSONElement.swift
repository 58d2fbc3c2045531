import CSimdJSON

/// One value of a parsed JSON document: what comes from outside is read through it, value by value.
///
/// An element may be copied and kept without danger: it keeps its whole document alive (some two bytes for each byte
/// of JSON), so take out what is wanted and let go of it. Nothing is converted before it is asked for, and a question
/// that does not fit (a string asked for its number) is answered by nil.
///
/// Two members of the same name: the first counts, as for FoundationEssentials' decoder.
/// Whole numbers of 64 bits are exact. Any thread may read.
package struct JSONElement: Sendable {
    /// The kinds of JSON values.
    package enum Kind: Hashable, Sendable {
        case null, boolean
        /// A whole number that fits into Int64 and is written without point or exponent.
        case integer
        /// Any other number.
        case number
        case string, array, object
    }

    let storage: JSONStorage
    let value: csimdjson_value

    init(_ storage: JSONStorage, _ value: csimdjson_value) {
        self.storage = storage
        self.value = value
    }

    /// Parses a whole document; `self` is its outermost value.
    ///
    /// Strict: one piece of bad text anywhere refuses the whole document. Where a document is worth more than its odd
    /// rows, use ``repairing(_:limits:)``.
    package init(parsing bytes: some Sequence<UInt8>, limits: JSONLimits) throws(JSONFault) {
        let storage = try JSONElement.withBytes(bytes) { bytes throws(JSONFault) in
            try JSONStorage(bytes, limits)
        }
        self.init(storage, storage.root)
    }

    package var kind: Kind {
        switch csimdjson_kind_of(value) {
        case CSIMDJSON_BOOLEAN: .boolean
        case CSIMDJSON_INTEGER: .integer
        case CSIMDJSON_NUMBER: .number
        case CSIMDJSON_STRING: .string
        case CSIMDJSON_ARRAY: .array
        case CSIMDJSON_OBJECT: .object
        default: .null
        }
    }

    package var isNull: Bool { csimdjson_kind_of(value) == CSIMDJSON_NULL }

    /// nil unless it is `true` or `false`.
    package var bool: Bool? { kind == .boolean ? csimdjson_boolean(value) != 0 : nil }

    /// nil unless it is a whole number that fits; `3.0` and `3e2` are whole numbers, too, up to 2^53.
    package var int64: Int64? {
        switch kind {
        case .integer: csimdjson_integer(value)
        case .number: JSONElement.whole(csimdjson_number(value))
        default: nil
        }
    }

    /// nil unless it is a number; one of more than 53 bits is rounded.
    package var double: Double? {
        switch kind {
        case .integer: Double(csimdjson_integer(value))
        case .number: csimdjson_number(value)
        default: nil
        }
    }

    /// nil unless it is a string.
    package var string: String? { string(atMost: .max) }

    /// nil unless it is a string of at most so many bytes of UTF-8; a longer one costs nothing.
    package func string(atMost bytes: Int) -> String? {
        guard kind == .string else { return nil }
        let text = csimdjson_string(value)
        return text.length <= bytes ? JSONElement.string(text) : nil
    }

    /// How many elements or members there are, exact up to 16,777,214; 0 for other kinds.
    package var count: Int {
        switch kind {
        case .array: csimdjson_array_size(value)
        case .object: csimdjson_object_size(value)
        default: 0
        }
    }

    /// Between -2^53 and 2^53 each whole number is a Double of its own.
    private static func whole(_ number: Double) -> Int64? {
        abs(number) <= 9_007_199_254_740_992 ? Int64(exactly: number) : nil
    }

    static func string(_ text: csimdjson_text) -> String {
        String(decoding: UnsafeBufferPointer(start: text.bytes, count: text.length), as: UTF8.self)
    }

    /// Lends the bytes where they lie; only what lies in pieces is copied.
    static func withBytes<Result>(
        _ bytes: some Sequence<UInt8>,
        _ body: (UnsafeBufferPointer<UInt8>) throws(JSONFault) -> Result
    ) throws(JSONFault) -> Result {
        let outcome = bytes.withContiguousStorageIfAvailable { bytes -> Swift.Result<Result, JSONFault> in
            do throws(JSONFault) {
                return .success(try body(bytes))
            } catch {
                return .failure(error)
            }
        }
        if let outcome { return try outcome.get() }
        return try withBytes(Array(bytes), body)
    }
}
