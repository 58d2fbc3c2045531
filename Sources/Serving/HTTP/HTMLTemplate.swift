import Core

/// A document with places for what differs: `[[main]]`.
package struct HTMLTemplate: Sendable {
    /// Texts and names of places in turn; a text comes first and last.
    private let parts: [String]

    package init(_ text: String) {
        var (parts, rest): ([String], Substring) = ([], text[...])
        while let open = rest.firstRange(of: "[["),
            let close = rest[open.upperBound...].firstRange(of: "]]")
        {
            parts += [String(rest[..<open.lowerBound]), String(rest[open.upperBound..<close.lowerBound])]
            rest = rest[close.upperBound...]
        }
        self.parts = parts + [String(rest)]
    }

    /// The document with these in its places; what is put in is not looked through again.
    package func filled(_ values: [String: String]) -> String {
        var result = ""
        for (index, part) in parts.enumerated() {
            result += index % 2 == 0 ? part : values[part] ?? ""
        }
        return result
    }
}
