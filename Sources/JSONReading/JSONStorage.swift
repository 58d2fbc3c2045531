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
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits) throws(JSONFault) {
        guard bytes.count <= limits.bytes else { throw .tooLarge(most: limits.bytes) }
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
