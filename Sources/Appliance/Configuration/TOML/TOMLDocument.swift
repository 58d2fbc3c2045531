import CTOML
import SystemSupport

/// A TOML 1.0 file as a tree in which every key and every value knows its line and column.
///
/// Parsed by toml++ (`CTOML`). Hostile input is bounded before and while it is parsed: size, nesting and the length of
/// dotted keys, because toml++ and the destructor of its tree recurse.
package struct TOMLDocument: Sendable {
    package let root: TOMLTable

    /// The largest text that is accepted, in bytes of UTF-8.
    package static let maximumSize = 256 * 1_024
    /// How deep tables and arrays may nest.
    package static let maximumDepth = 16
    /// How many dots a line may have: toml++ has no limit of its own for `a.a.a.…`, each segment of which is one
    /// level of recursion, and keys end with their line.
    static let maximumDotsOnLine = 128

    /// Parses `text`.
    package init(parsing text: String) throws(TOMLSyntaxError) {
        try TOMLDocument.checkBounds(of: text)
        var builder = TOMLTreeBuilder(maximumDepth: TOMLDocument.maximumDepth)
        var failure = ctoml_error()
        let succeeded = withUnsafeMutablePointer(to: &builder) { builder in
            ctoml_parse(text, text.utf8.count, visitor(for: builder), &failure)
        }
        guard succeeded != 0 else {
            throw TOMLSyntaxError(
                place: TextPlace(line: Int(failure.line), column: Int(failure.column)),
                reason: TOMLDocument.reason(of: failure, in: text)
            )
        }
        if let tooDeep = builder.tooDeep {
            throw TOMLSyntaxError(
                place: tooDeep,
                reason: "nests deeper than \(TOMLDocument.maximumDepth) levels; write it flatter"
            )
        }
        root = builder.root
    }

    private static func checkBounds(of text: String) throws(TOMLSyntaxError) {
        guard text.utf8.count <= maximumSize else {
            throw TOMLSyntaxError(
                place: TextPlace(line: 1, column: 1),
                reason: "the text has \(text.utf8.count) bytes, more than \(maximumSize); shorten it"
            )
        }
        var line = 1
        var dots = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\n") {
                line += 1
                dots = 0
            } else if byte == UInt8(ascii: ".") {
                dots += 1
            }
            guard dots <= maximumDotsOnLine else {
                throw TOMLSyntaxError(
                    place: TextPlace(line: line, column: 1),
                    reason: "the line has more than \(maximumDotsOnLine) dots; write it on several lines"
                )
            }
        }
    }

    /// A character on that line that only looks like a quote or a dash, else the parser's own words.
    private static func reason(of failure: ctoml_error, in text: String) -> String {
        let lines = text.split(maxSplits: Int(failure.line), omittingEmptySubsequences: false) {
            $0 == "\n" || $0 == "\r\n"
        }
        let line = lines.indices.contains(Int(failure.line) - 1) ? lines[Int(failure.line) - 1] : ""
        guard let found = TypedOtherwise(in: bare(line)) else { return message(of: failure) }
        return "the line has \(found.words); \(found.remedy)"
    }

    /// A line without its comment and what stands in straight quotes, where every character means itself; what is opened and
    /// never closed is a part of it.
    private static func bare(_ line: Substring) -> String {
        var (kept, quoted) = ("", "")
        var quote: Character?
        for character in line {
            if let open = quote {
                quoted.append(character)
                if character == open { (quote, quoted) = (nil, "") }
            } else if character == "#" {
                break
            } else if character == "\"" || character == "'" {
                quote = character
            } else {
                kept.append(character)
            }
        }
        return kept + quoted
    }

    private static func message(of failure: ctoml_error) -> String {
        withUnsafeBytes(of: failure.message) { bytes in
            let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            return TOMLNode.printable(text, limit: 250)
        }
    }
}
