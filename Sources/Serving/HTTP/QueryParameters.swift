import CMicrohttpd
import Core

/// The query of a request: decoded strictly, each name at most once.
package struct QueryParameters: Hashable, Sendable {
    private let values: [String: String]

    /// More than any route takes.
    static let most = 16
    private static let longestValue = 512
    /// `%XX` for each byte.
    private static let longestEncoded = 3 * longestValue

    package init(_ values: [String: String] = [:]) {
        self.values = values
    }

    /// Reads the arguments that libmicrohttpd split, still encoded.
    package init(_ connection: OpaquePointer?) throws(Problem) {
        try self.init(count: FieldLines.count(connection, .GET_ARGUMENT_KIND)) {
            FieldLines.each(connection, .GET_ARGUMENT_KIND, $0)
        }
    }

    /// Reads `count` arguments that `each` hands over: too many, and too long ones, are refused before any is decoded, on
    /// threads that all requests share.
    init(count: Int, each: ((FieldLines.Bytes, FieldLines.Bytes) -> Void) -> Void) throws(Problem) {
        guard count <= QueryParameters.most else {
            throw Problem(.badRequest, "the query has more than \(QueryParameters.most) parameters")
        }
        let longest = QueryParameters.longestEncoded
        // Nil for what does not decode.
        var pairs: [(String?, String?)] = []
        each { name, value in
            let (isNamed, isShort) = (name.count <= longest, value.count <= longest)
            pairs.append(
                (isNamed ? PercentEncoding.decode(name) : nil, isShort ? PercentEncoding.decode(value) : nil)
            )
        }
        var values: [String: String] = [:]
        for (name, value) in pairs {
            guard let name, let value, value.utf8.count <= QueryParameters.longestValue else {
                throw QueryParameters.unreadable(name)
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw Problem(.badRequest, "the query parameter \(name) is given twice; send it once")
            }
        }
        self.values = values
    }

    /// Whoever pages knows by the code that a cursor is none of ours; `name`: nil where that is unreadable, too.
    private static func unreadable(_ name: String?) -> Problem {
        let words = "a query parameter is not percent-encoded UTF-8, or too long"
        guard name == "cursor" else { return Problem(.badRequest, words) }
        return Problem(.badRequest, words, code: "cursor-invalid")
    }

    /// The value of a parameter, or nil when it is absent.
    ///
    /// Parameters that nobody asks for do not matter.
    package subscript(name: String) -> String? { values[name] }

    /// What was sent, for routes that refuse what they do not know.
    package var names: [String] { values.keys.sorted() }

    /// A whole number within `range`, or `standard` when it is absent.
    package func number(
        _ name: String,
        in range: ClosedRange<Int>,
        default standard: Int
    ) throws(Problem) -> Int {
        guard let text = values[name] else { return standard }
        let isPlain = !text.isEmpty && text.isMade(of: .digits)
        guard isPlain, let number = Int(text), range.contains(number) else {
            let valid = "\(range.lowerBound)...\(range.upperBound)"
            throw Problem(.badRequest, "\(name): “\(text)” is not a whole number in \(valid)")
        }
        return number
    }

    /// One of `choices`, or `standard` when it is absent.
    package func choice(
        _ name: String,
        of choices: [String],
        default standard: String
    ) throws(Problem) -> String {
        guard let text = values[name] else { return standard }
        guard choices.contains(text) else {
            throw Problem(.badRequest, "\(name): “\(text)” is not one of \(choices.joined(separator: ", "))")
        }
        return text
    }
}
