/// A text with places for values: `{name} is down`.
struct PhraseTemplate: Sendable {
    private enum Piece: Sendable {
        case text(String)
        case value(String)
    }

    private let pieces: [Piece]

    init(_ text: String) {
        var pieces: [Piece] = []
        for (index, part) in text.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
            guard index > 0, let end = part.firstIndex(of: "}") else {
                pieces.append(.text(String(part)))
                continue
            }
            pieces.append(.value(String(part[..<end])))
            pieces.append(.text(String(part[part.index(after: end)...])))
        }
        self.pieces = pieces
    }

    /// A place without a value stays empty.
    func filled(_ values: KeyValuePairs<String, String>, count: Int64?) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let part): text += part
            case .value("count"): if let count { text += String(count) }
            case .value(let name): text += values.first { $0.key == name }?.value ?? ""
            }
        }
        return text
    }
}
