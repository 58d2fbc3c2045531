import CMicrohttpd

/// Reads all lines of one header field of a request, in the order in which they came.
struct FieldLines {
    private let name: StaticString
    private let visit: (UnsafeBufferPointer<UInt8>) -> Void

    /// Calls `visit` for every line of the field; `name` in lower case.
    static func visit(
        _ connection: OpaquePointer?,
        _ name: StaticString,
        _ visit: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        withoutActuallyEscaping(visit) { visit in
            var lines = FieldLines(name: name, visit: visit)
            _ = withUnsafeMutablePointer(to: &lines) {
                MHD_get_connection_values_n(connection, .HEADER_KIND, visitLine, $0)
            }
        }
    }

    /// The last line of the field as text, or nil when there is none or it is not UTF-8.
    static func last(_ connection: OpaquePointer?, _ name: StaticString) -> String? {
        var found: String?
        visit(connection, name) { found = String(validating: $0, as: UTF8.self) }
        return found
    }

    fileprivate func consider(_ key: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        if key.isField(name) { visit(value) }
    }
}

/// The library's iterator of `FieldLines.visit`.
private func visitLine(
    _ context: UnsafeMutableRawPointer?,
    _ kind: MHD_ValueKind,
    _ key: UnsafePointer<CChar>?,
    _ keySize: Int,
    _ value: UnsafePointer<CChar>?,
    _ valueSize: Int
) -> MHD_Result {
    guard let lines = context?.assumingMemoryBound(to: FieldLines.self) else { return .NO }
    withFieldBytes(key, keySize, value, valueSize) { lines.pointee.consider($0, $1) }
    return .YES
}
