import CMicrohttpd

/// Reads all lines of one header field of a request, in the order in which they came.
struct FieldLines {
    private enum Name {
        case fixed(StaticString)
        case text([UInt8])
    }

    private let name: Name
    private let visit: (UnsafeBufferPointer<UInt8>) -> Void

    /// Calls `visit` for every line of the field; `name` in lower case.
    static func visit(
        _ connection: OpaquePointer?,
        _ name: StaticString,
        _ visit: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        FieldLines.visit(connection, .fixed(name), visit)
    }

    private static func visit(
        _ connection: OpaquePointer?,
        _ name: Name,
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

    /// The fields that a route names, in lower case, with nil for those that are absent.
    ///
    /// A field that stands there twice could be read differently by a proxy in front.
    static func values(of names: [String], _ connection: OpaquePointer?) throws(Problem) -> [String: String?]
    {
        var values: [String: String?] = [:]
        for name in names {
            var lines: [String?] = []
            visit(connection, .text(Array(name.utf8))) { lines.append(String(validating: $0, as: UTF8.self)) }
            guard lines.count <= 1 else {
                throw Problem(.badRequest, "\(name) stands there twice; send it once")
            }
            guard let line = lines.first else {
                values[name] = .some(nil)
                continue
            }
            guard let line else { throw Problem(.badRequest, "\(name) is not UTF-8") }
            values[name] = line
        }
        return values
    }

    fileprivate func consider(_ key: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        let isWanted =
            switch name {
            case .fixed(let name): key.isField(name)
            case .text(let name): name.withUnsafeBufferPointer { key.isField($0) }
            }
        if isWanted { visit(value) }
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
