package import WatchpostModel

/// Reads what people type about the schedule: one grammar for command line, API and app.
///
///     set pubs: SP OL ED 90, SP on until 18:30
///     set ranked: SP 270 OL 270, OL on for 1h20m, ends 2027-02-09T18:00Z
///     takeover pubs Straight Shot: KC OL 15, from 2026-12-01T18:00Z, until 2026-12-15T18:00Z
///     end pubs at 20:00
///     see pubs: OL
///     set mixtape: SKULL (Gun Run) 15 SKULL (TDM) 15, SKULL (TDM) for 5m
///     undo
package struct ScheduleRequestReader: Sendable {
    private let instants: EditInstantReader
    private let maps: KnownMaps
    private let modes: [String]

    /// In bytes, as it is typed.
    package static let longest = 500
    /// In bytes, as it is said again: with whole instants, and the minutes of each map.
    package static let longestAgain = 2_000
    private static let mostTurns = 60
    private static let longestName = 40

    /// `modes`: the keys that there are; `zone`: of times without one.
    package init(modes: [String], maps: KnownMaps, now: UnixTime, zone: CivilZone) {
        self.modes = modes
        self.maps = maps
        instants = EditInstantReader(now: now, zone: zone)
    }

    /// Reads a line; throws words that say what was expected.
    ///
    /// `isAgain`: it is one that was read before and said in whole. What is read the first time can be read again: a preview
    /// that nobody can commit is none.
    package func read(_ text: String, isAgain: Bool = false) throws(EditRefusal) -> ScheduleRequest {
        let request = try line(text, isAgain: isAgain)
        guard !isAgain, case .change(let change) = request else { return request }
        guard let again = try? line("\(change)", isAgain: true), again == request else {
            throw EditRefusal(
                "with the names that it stands for this is “\(TextBytes.cut("\(change)", to: 200))”, which cannot be read again; give fewer maps, or plainer names"
            )
        }
        return request
    }

    private func line(_ text: String, isAgain: Bool) throws(EditRefusal) -> ScheduleRequest {
        let longest = isAgain ? Self.longestAgain : Self.longest
        guard text.utf8.count <= longest else {
            throw EditRefusal("the text is longer than \(longest) bytes")
        }
        let words = text.split(whereSeparator: \.isWhitespace)
        let rest = words.dropFirst().joined(separator: " ")
        switch words.first {
        case "set": return .change(try set(rest))
        case "takeover": return .change(try takeover(rest))
        case "end": return .change(try end(rest))
        case "see": return .change(try see(rest))
        case "undo" where words.count == 1: return .undo
        default:
            throw EditRefusal(
                "\(EditRefusal.quoted(words.first ?? "")) is nothing that can be done; there are set, takeover, end, see and undo"
            )
        }
    }

    private func set(_ text: String) throws(EditRefusal) -> ScheduleChange {
        let example = "pubs: SP OL ED 90, SP on until 18:30"
        let (mode, clauses) = try parts(text, example)
        let turns = try turns(clauses.first ?? "")
        var seen: ScheduleChange.Seen?
        var ends: UnixTime?
        for clause in clauses.dropFirst() {
            if let rest = clause.after("ends ") {
                ends = try instants.instant(rest)
            } else if let rest = clause.after("then "), seen != nil {
                seen?.then = try maps.map(rest).code
            } else if seen == nil {
                seen = try self.seen(clause)
            } else {
                throw EditRefusal(
                    "\(EditRefusal.quoted(clause)) is not understood; write for example: \(example)"
                )
            }
        }
        guard let seen, seen.until != nil else {
            throw EditRefusal("say which map is on, and until when; write for example: \(example)")
        }
        return ScheduleChange(mode: mode, action: .set(turns, seen: seen, ends: ends))
    }

    private func takeover(_ text: String) throws(EditRefusal) -> ScheduleChange {
        let example = "pubs Straight Shot: KC OL 15, from 18:00, until 2026-12-15T18:00Z"
        let (head, clauses) = try split(text, example)
        let words = head.split(separator: " ", maxSplits: 1).map(String.init)
        let mode = try self.mode(words.first ?? "")
        let name = try name(words.count > 1 ? words[1] : "")
        let turns = try turns(clauses.first ?? "")
        var from: UnixTime?
        var to: UnixTime?
        var seen: ScheduleChange.Seen?
        for clause in clauses.dropFirst() {
            if let rest = clause.after("from ") {
                from = try instants.instant(rest)
            } else if let rest = clause.after("until ") {
                to = try instants.instant(rest)
            } else if let rest = clause.after("then "), seen != nil {
                seen?.then = try maps.map(rest).code
            } else if seen == nil {
                seen = try self.seen(clause)
            } else {
                throw EditRefusal(
                    "\(EditRefusal.quoted(clause)) is not understood; write for example: \(example)"
                )
            }
        }
        guard let to else { throw EditRefusal("say until when; write for example: \(example)") }
        return ScheduleChange(
            mode: mode,
            action: .takeover(name: name, turns, from: from, to: to, seen: seen)
        )
    }

    private func end(_ text: String) throws(EditRefusal) -> ScheduleChange {
        let words = text.split(separator: " ", maxSplits: 2).map(String.init)
        let mode = try self.mode(words.first ?? "")
        guard words.count > 1 else { return ScheduleChange(mode: mode, action: .end(at: nil)) }
        guard words[1] == "at", words.count == 3 else {
            throw EditRefusal(
                "\(EditRefusal.quoted(text)) is not understood; write for example: pubs at 20:00"
            )
        }
        return ScheduleChange(mode: mode, action: .end(at: try instants.instant(words[2])))
    }

    private func see(_ text: String) throws(EditRefusal) -> ScheduleChange {
        let (mode, clauses) = try parts(text, "pubs: SP")
        var seen = try self.seen(clauses.first ?? "")
        for clause in clauses.dropFirst() {
            guard let rest = clause.after("then ") else {
                throw EditRefusal(
                    "\(EditRefusal.quoted(clause)) is not understood; write for example: pubs: SP, then OL"
                )
            }
            seen.then = try maps.map(rest).code
        }
        return ScheduleChange(mode: mode, action: .see(seen))
    }
}

/// The parts of a line.
extension ScheduleRequestReader {
    private func parts(_ text: String, _ example: String) throws(EditRefusal) -> (String, [String]) {
        let (head, clauses) = try split(text, example)
        return (try mode(head), clauses)
    }

    /// What stands before the first colon, and behind it, between commas.
    private func split(_ text: String, _ example: String) throws(EditRefusal) -> (String, [String]) {
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else {
            throw EditRefusal("a colon is missing behind the mode; write for example: \(example)")
        }
        let clauses = halves[1].split(separator: ",", omittingEmptySubsequences: false)
        return (String(halves[0].trimmed), clauses.map { String($0.trimmed) })
    }

    private func mode(_ key: String) throws(EditRefusal) -> String {
        guard modes.contains(key) else {
            throw EditRefusal(
                "there is no mode \(EditRefusal.quoted(key)); there are \(modes.joined(separator: ", "))"
            )
        }
        return key
    }

    private func name(_ text: String) throws(EditRefusal) -> String {
        guard isName(text) else {
            throw EditRefusal(
                "a takeover has a name of 1 to \(Self.longestName) characters; write for example: pubs Straight Shot: KC OL 15, …"
            )
        }
        return text
    }

    /// What pages and displays show: no control characters, no blanks alone.
    private func isName(_ text: String) -> Bool {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .privateUse: false
            default: true
            }
        }
        return !text.isEmpty && isPlain && text.count <= Self.longestName
            && text.utf8.count <= 4 * Self.longestName
    }

    /// `SP OL ED 90` or `SP 90 OL (TDM) 60`: minutes belong to all maps before them that have none.
    private func turns(_ text: String) throws(EditRefusal) -> [ScheduleChange.Turn] {
        var turns: [ScheduleChange.Turn] = []
        var open: [Played] = []
        var rest = text[...]
        while let word = rest.word() {
            guard let minutes = Int64(word) else {
                open.append(try played(word, &rest))
                continue
            }
            guard (1...RotationCycle.maximumMinutes).contains(minutes) else {
                throw EditRefusal(
                    "\(minutes) minutes are not possible; give 1 to \(RotationCycle.maximumMinutes)"
                )
            }
            guard !open.isEmpty else {
                throw EditRefusal(
                    "\(minutes) comes after no map; write the maps and then their minutes: SP OL ED 90"
                )
            }
            turns += open.map { ScheduleChange.Turn(map: $0.map, gameMode: $0.gameMode, minutes: minutes) }
            open = []
        }
        guard open.isEmpty, !turns.isEmpty else {
            throw EditRefusal("say the maps in order and for how many minutes each is on: SP OL ED 90")
        }
        guard turns.count <= Self.mostTurns else {
            throw EditRefusal("these are \(turns.count) maps; at most \(Self.mostTurns) can be given here")
        }
        return turns
    }

    /// A map, and what is played on it where that is said.
    private typealias Played = (map: GameMap, gameMode: String?)

    /// `SP`, or `SP (Gun Run)`, whose second part still stands in `rest`.
    private func played(_ word: String, _ rest: inout Substring) throws(EditRefusal) -> Played {
        let map = try maps.map(word)
        rest = rest.trimmed
        guard rest.first == "(" else { return (map, nil) }
        guard let end = rest.firstIndex(of: ")") else {
            throw EditRefusal("a bracket is open behind \(map.code); write for example: \(map.code) (TDM) 15")
        }
        let text = String(String(rest[..<end].dropFirst()).trimmed)
        rest = rest[rest.index(after: end)...]
        guard isName(text), !text.contains("(") else {
            throw EditRefusal(
                "what is played on \(map.code) is 1 to \(Self.longestName) characters; write for example: \(map.code) (TDM) 15"
            )
        }
        return (map, maps.gameMode(text))
    }

    /// `SP`, `SP on until 18:30`, `SP for 42m`.
    private func seen(_ text: String) throws(EditRefusal) -> ScheduleChange.Seen {
        var behind = text[...]
        guard let code = behind.word() else {
            throw EditRefusal("say which map is on; write for example: SP on until 18:30")
        }
        let played = try played(code, &behind)
        var seen = ScheduleChange.Seen(map: played.map, gameMode: played.gameMode)
        var rest = behind.split(separator: " ").map(String.init)
        if rest.first == "on" { rest.removeFirst() }
        guard let word = rest.first else { return seen }
        let time = rest.dropFirst().joined(separator: " ")
        switch word {
        case "until", "till": seen.until = try instants.instant(time)
        case "for": seen.until = try instants.instant(after: time)
        default:
            throw EditRefusal(
                "\(EditRefusal.quoted(text)) is not understood; write for example: SP on until 18:30"
            )
        }
        return seen
    }
}

extension Substring {
    /// Takes the next word away, which ends before a blank or a bracket; nil: there is none.
    fileprivate mutating func word() -> String? {
        self = trimmed
        guard !isEmpty else { return nil }
        let word = prefix(1) + dropFirst().prefix { $0 != " " && $0 != "(" }
        self = dropFirst(word.count)
        return String(word)
    }
}

extension StringProtocol {
    /// Without blanks at the ends.
    fileprivate var trimmed: SubSequence {
        let start = drop { $0 == " " }
        guard let end = start.lastIndex(where: { $0 != " " }) else { return start }
        return start[...end]
    }

    /// What follows a word at the beginning; nil where something else stands there.
    fileprivate func after(_ word: String) -> String? {
        hasPrefix(word) ? String(dropFirst(word.count)) : nil
    }
}
