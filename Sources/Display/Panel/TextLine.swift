/// Fits text into the few columns of a display; everything counts characters, never bytes.
enum TextLine {
    /// The text itself when it fits, else without its small words (`Culte de la Rive noire` becomes `Culte
    /// Rive noire`), else cut and ended with a full stop.
    static func shortened(_ text: String, to width: Int) -> String {
        guard text.count > width else { return text }
        let words = text.split(separator: " ")
        let telling = words.filter { !smallWords.contains($0.lowercased()) }
        let short = telling.isEmpty ? text : telling.joined(separator: " ")
        return short.count <= width ? short : cut(short, to: width)
    }

    /// Left and right text with at least one space between; the left one gives way.
    static func spread(_ left: String, _ right: String, width: Int) -> String {
        guard !right.isEmpty else { return shortened(left, to: width) }
        let end = String(right.prefix(width))
        let start = shortened(left, to: max(width - end.count - 1, 0))
        return start + String(repeating: " ", count: max(width - start.count - end.count, 0)) + end
    }

    /// The first of the candidates that fits beside `right`, else the last one, shortened.
    static func first(of candidates: [String], beside right: String = "", width: Int) -> String {
        let room = right.isEmpty ? width : width - right.count - 1
        let left = candidates.first { $0.count <= room } ?? candidates.last ?? ""
        return spread(left, right, width: width)
    }

    /// Words over at most `rows` rows; a word longer than a row is cut.
    static func wrapped(_ text: String, width: Int, rows: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else if lines.count < rows {
                lines.append(word.count <= width ? String(word) : cut(String(word), to: width))
            } else {
                break
            }
        }
        return lines
    }

    private static func cut(_ text: String, to width: Int) -> String {
        guard width > 1 else { return String(text.prefix(max(width, 0))) }
        let kept = text.prefix(width - 1)
        guard let last = kept.last, last != " ", last != "-", last != "'" else {
            return String(kept.dropLast())
        }
        return kept + "."
    }

    private static let smallWords: Set<String> = [
        "the", "of", "de", "la", "le", "les", "du", "des", "der", "die", "das", "den", "dell", "di", "el",
        "los",
    ]
}
