import CSimdJSON

/// One parsed document; its values keep it alive.
///
/// `@unchecked Sendable`: simdjson's document is never changed after `csimdjson_parse` returned, its readers have no
/// state, and it is freed in `deinit`, when nobody holds it.
final class JSONStorage: @unchecked Sendable {
    private let document: OpaquePointer
    /// See ``JSONLimits/elements``.
    let mostElements: Int

    var root: csimdjson_value { csimdjson_root(document) }

    /// Parses; about 1 ms for a megabyte.
    ///
    /// A byte order mark at the beginning is passed over (RFC 8259 §8.1): the writers of some languages put one before every text.
    init(_ given: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits) throws(JSONFault) {
        guard given.count <= limits.bytes else { throw .tooLarge(most: limits.bytes) }
        let bytes: UnsafeBufferPointer<UInt8> =
            given.starts(with: JSONStorage.mark) ? .init(rebasing: given.dropFirst(3)) : given
        guard let base = bytes.baseAddress, !bytes.allSatisfy(JSONStorage.isSpace) else { throw .empty }
        var parsed: OpaquePointer?
        let result = csimdjson_parse(base, bytes.count, max(limits.depth, 1), &parsed)
        guard let parsed else { throw JSONStorage.fault(result, limits) }
        document = parsed
        mostElements = limits.elements
    }

    deinit {
        csimdjson_free(document)
    }

    /// U+FEFF in UTF-8.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D
    }

    private static func fault(_ result: csimdjson_result, _ limits: JSONLimits) -> JSONFault {
        switch result {
        case CSIMDJSON_TOO_DEEP: .tooDeep(most: limits.depth)
        case CSIMDJSON_BAD_TEXT: .badText
        case CSIMDJSON_BAD_NUMBER: .badNumber
        case CSIMDJSON_NO_MEMORY: .noMemory
        default: .badSyntax
        }
    }
}
