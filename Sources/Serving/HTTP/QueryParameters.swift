import CMicrohttpd
import Core

/// The query of a request: decoded strictly, each name at most once.
package struct QueryParameters: Hashable, Sendable {
    private let values: [String: String]

    /// More than any route takes.
    private static let most = 16
    private static let longestValue = 512

    package init(_ values: [String: String] = [:]) {
        self.values = values
    }

    /// Reads the arguments that libmicrohttpd split, still encoded.
    package init(_ connection: OpaquePointer?) throws(Problem) {
        // Nil for what does not decode.
        var pairs: [(String?, String?)] = []
        FieldLines.each(connection, .GET_ARGUMENT_KIND) { name, value in
            pairs.append((PercentEncoding.decode(name), PercentEncoding.decode(value)))
        }
        guard pairs.count <= QueryParameters.most else {
            throw Problem(.badRequest, "the query has more than \(QueryParameters.most) parameters")
        }
        var values: [String: String] = [:]
        for (name, value) in pairs {
            guard let name, let value, value.utf8.count <= QueryParameters.longestValue else {
                throw Problem(.badRequest, "a query parameter is not percent-encoded UTF-8, or too long")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw Problem(.badRequest, "the query parameter \(name) stands there twice; send it once")
            }
        }
        self.values = values
    }

    /// The value of a parameter, or nil when it is absent.
    ///
    /// Parameters that nobody asks for do not matter.
    package subscript(name: String) -> String? { values[name] }

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
            throw Problem(.badRequest, "\(name): “\(text)” is none of \(choices.joined(separator: ", "))")
        }
        return text
    }
}
