import CMicrohttpd

/// Reads header fields and arguments of a request, in the order in which they came.
enum FieldLines {
    /// A name or a value as it lies in the request's memory; empty where there is none.
    typealias Bytes = UnsafeBufferPointer<UInt8>
    fileprivate typealias Field = (name: Bytes, value: Bytes)

    /// What the library's iterator fills.
    fileprivate struct Fields {
        let room: UnsafeMutableBufferPointer<Field>
        var count = 0
    }

    /// How many there are; costs a look at each, and reads none.
    static func count(_ connection: OpaquePointer?, _ kind: MHD_ValueKind) -> Int {
        Int(MHD_get_connection_values_n(connection, kind, nil, nil))
    }

    /// Calls `body` with name and value of every field or argument, both valid only there.
    ///
    /// They are collected first, on the stack: a closure that the library calls by itself would have to be allocated, and
    /// every request is read here.
    static func each(
        _ connection: OpaquePointer?,
        _ kind: MHD_ValueKind = .HEADER_KIND,
        _ body: (Bytes, Bytes) -> Void
    ) {
        let most = count(connection, kind)
        guard most > 0 else { return }
        withUnsafeTemporaryAllocation(of: Field.self, capacity: most) { room in
            var fields = Fields(room: room)
            _ = MHD_get_connection_values_n(connection, kind, collectField, &fields)
            for field in room[..<fields.count] { body(field.name, field.value) }
        }
    }

    /// Calls `visit` for every line of the field; `name` in lower case.
    static func visit(
        _ connection: OpaquePointer?,
        _ name: StaticString,
        _ visit: (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        each(connection) { if $0.isField(name) { visit($1) } }
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
            let wanted = Array(name.utf8)
            each(connection) { key, value in
                guard wanted.withUnsafeBufferPointer(key.isField) else { return }
                lines.append(String(validating: value, as: UTF8.self))
            }
            guard lines.count <= 1 else {
                throw Problem(.badRequest, "\(name) is given twice; send it once")
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
}

/// The library's iterator of `FieldLines.each`.
private func collectField(
    _ context: UnsafeMutableRawPointer?,
    _ kind: MHD_ValueKind,
    _ key: UnsafePointer<CChar>?,
    _ keySize: Int,
    _ value: UnsafePointer<CChar>?,
    _ valueSize: Int
) -> MHD_Result {
    guard let fields = context?.assumingMemoryBound(to: FieldLines.Fields.self),
        fields.pointee.count < fields.pointee.room.count
    else { return .NO }
    let name = UnsafeRawBufferPointer(start: key, count: key == nil ? 0 : keySize)
    let text = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize)
    let field: FieldLines.Field = (name.bindMemory(to: UInt8.self), text.bindMemory(to: UInt8.self))
    fields.pointee.room.initializeElement(at: fields.pointee.count, to: field)
    fields.pointee.count += 1
    return .YES
}
