import Core
import SystemSupport
import WatchpostModel

/// How results of a whole game are written: rows may come one after the other, none has to know of another.
struct ResultSheet: Sendable {
    enum Format: String, CaseIterable, Sendable {
        case csv, json
    }

    let format: Format

    /// Media type.
    var type: String {
        switch format {
        case .csv: "text/csv; charset=utf-8; header=present"
        case .json: JSONBody.type
        }
    }

    /// Before all rows.
    var begin: [UInt8] {
        switch format {
        case .csv: Array((ResultSheet.columns.joined(separator: ",") + "\r\n").utf8)
        case .json: Array("[".utf8)
        }
    }

    /// Behind all rows.
    var end: [UInt8] {
        switch format {
        case .csv: []
        case .json: Array("\n]\n".utf8)
        }
    }

    /// Some rows; `areFirst`: there was none before them.
    ///
    /// Of JSON each is a line, and all of them are one array: who reads it whole may, and who reads line by line as well.
    func rows(_ results: [SentResultBody], areFirst: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        for (number, result) in results.enumerated() {
            switch format {
            case .csv: bytes += ResultSheet.line(result)
            case .json:
                bytes += (areFirst && number == 0 ? "\n" : ",\n").utf8
                bytes += JSONBody.encode(result)
            }
        }
        return bytes
    }

    /// As the members of JSON are called.
    private static let columns = [
        "number", "board", "player", "name", "score", "scoreText", "at", "achieved", "extra", "state",
        "reasons",
    ]

    /// RFC 4180: text in quotes, whatever it says; numbers and times as they are; what was not said is nothing at all.
    private static func line(_ result: SentResultBody) -> [UInt8] {
        var line: [UInt8] = []
        line += "\(result.number),".utf8
        for text in [result.board, result.player.code, result.player.name] { add(text, to: &line) }
        line += "\(result.score),".utf8
        add(result.scoreText, to: &line)
        line += "\(result.at.rfc3339),\(result.achieved?.rfc3339 ?? ""),".utf8
        for text: String? in [result.extra, result.state.rawValue, result.reasons?.joined(separator: " ")] {
            add(text, to: &line)
        }
        line.removeLast()
        line += "\r\n".utf8
        return line
    }

    /// What spreadsheets take for the beginning of a formula, in the writing of any keyboard.
    private static let formulas: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠",
    ]

    /// A field of text and the comma behind it.
    ///
    /// An apostrophe stands before what a spreadsheet could carry out, and before what begins with one already: who takes the
    /// first one off has what was sent.
    private static func add(_ text: String?, to line: inout [UInt8]) {
        let (quote, apostrophe, comma) = (UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ","))
        if let text {
            line.append(quote)
            if let first = text.unicodeScalars.first, formulas.contains(first) || first == "'" {
                line.append(apostrophe)
            }
            for byte in text.utf8 {
                if byte == quote { line.append(quote) }
                line.append(byte)
            }
            line.append(quote)
        }
        line.append(comma)
    }
}
