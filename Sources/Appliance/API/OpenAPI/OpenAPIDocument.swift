import JSONReading
import SystemSupport

/// The description of this API (OpenAPI 3.1), joined of the parts that the features bring along.
///
/// A part is an object with `paths` and `components` of its own; what several parts use stands in `common.json`, the first.
/// Objects of the same name are joined member by member, in the order of the parts. Nothing may be said twice: a test
/// looks for that, and for references that lead nowhere.
enum OpenAPIDocument {
    /// What the parts of several features use.
    static let common = EmbeddedFiles.OpenAPI.common

    /// The parts' own files, far below a megabyte.
    private static let limits = JSONLimits(bytes: 1 << 20, depth: 32)

    /// One document of all parts, without blanks; a part that is no JSON is left out.
    static func join(_ parts: [[UInt8]]) -> [UInt8] {
        let values = parts.compactMap { part -> JSONElement? in
            do throws(JSONFault) {
                return try JSONElement(parsing: part, limits: limits)
            } catch {
                return nil
            }
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        write(values, into: &bytes)
        return bytes
    }

    /// Writes what stands under one name in several parts: objects together, of anything else the first.
    private static func write(_ values: [JSONElement], into bytes: inout [UInt8]) {
        guard let first = values.first else { return bytes.append(contentsOf: "{}".utf8) }
        switch first.kind {
        case .object: writeObject(values, into: &bytes)
        case .array:
            bytes.append(UInt8(ascii: "["))
            for (index, element) in first.elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                write([element], into: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .string: bytes += JSONBody.encode(first.string ?? "")
        case .integer: bytes += "\(first.int64 ?? 0)".utf8
        case .number: bytes += "\(first.double ?? 0)".utf8
        case .boolean: bytes += (first.bool == true ? "true" : "false").utf8
        case .null: bytes += "null".utf8
        }
    }

    private static func writeObject(_ values: [JSONElement], into bytes: inout [UInt8]) {
        var names: [String] = []
        var members: [String: [JSONElement]] = [:]
        for value in values where value.kind == .object {
            for (name, member) in value.members {
                if members[name] == nil { names.append(name) }
                members[name, default: []].append(member)
            }
        }
        bytes.append(UInt8(ascii: "{"))
        for (index, name) in names.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += JSONBody.encode(name)
            bytes.append(UInt8(ascii: ":"))
            write(members[name] ?? [], into: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }
}
