import WatchpostModel

extension GameBoardChangeBody {
    /// All that a board says of itself; a new one says what is usual.
    init(_ board: GameBoardBody?, slug: String) {
        self.init(version: board?.version ?? 0, name: board?.name ?? slug)
        guard let board else { return }
        (order, `operator`, format) = (board.order, board.operator, board.format)
        (decimals, unit, low, high) = (board.decimals, board.unit, board.low, board.high)
        (holdAbove, pace, windows) = (board.holdAbove, board.pace, board.windows)
    }

    /// Replaces what is named; an empty value takes it away.
    mutating func apply(_ said: [String: String]) throws(Arguments.Misuse) {
        for (key, text) in said {
            switch key {
            case "name": name = text
            case "unit": unit = text.isEmpty ? nil : text
            case "order": order = try GameBoardChangeBody.word(key, text)
            case "operator": `operator` = try GameBoardChangeBody.word(key, text)
            case "format": format = try GameBoardChangeBody.word(key, text)
            case "windows":
                windows = []
                for part in text.split(separator: ",") {
                    windows?.append(try GameBoardChangeBody.word(key, String(part)))
                }
            default: apply(number: try GameBoardChangeBody.number(key, text), to: key)
            }
        }
    }

    private mutating func apply(number: Int64?, to key: String) {
        switch key {
        case "low": low = number
        case "high": high = number
        case "hold": holdAbove = number
        case "pace": pace = number
        default: decimals = number.map { Int(clamping: $0) }
        }
    }

    fileprivate static func word<Word: RawRepresentable & CaseIterable>(
        _ key: String,
        _ text: String
    ) throws(Arguments.Misuse) -> Word where Word.RawValue == String {
        if let word = Word(rawValue: text) { return word }
        let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
        throw Arguments.Misuse(description: "\(key)=\(text) is not understood; there are \(known)")
    }

    private static func number(_ key: String, _ text: String) throws(Arguments.Misuse) -> Int64? {
        guard !text.isEmpty else { return nil }
        guard let number = Int64(text) else {
            throw Arguments.Misuse(description: "\(key)=\(text) is not a whole number")
        }
        return number
    }
}

extension BoardSeasonChangeBody {
    /// What is named: `at` is a time, or `never`.
    mutating func apply(_ said: [String: String]) throws(Arguments.Misuse) {
        for (key, text) in said {
            switch key {
            case "order": order = try GameBoardChangeBody.word(key, text)
            case "operator": `operator` = try GameBoardChangeBody.word(key, text)
            default:
                guard text != "never" else {
                    keep = true
                    continue
                }
                guard let time = UnixTime(rfc3339: text) else {
                    throw Arguments.Misuse(
                        description: "at=\(text) is not a time; write 2026-12-01T18:00:00Z, or never"
                    )
                }
                at = time
            }
        }
    }
}
