import Core
import JSONReading
import WatchpostModel

/// Reads an answer of `maprotation`: whatever makes sense of it, mode by mode.
///
/// Every member may be missing, of another type or absurd: a slot of which not even the map can be read is left out, one
/// without times keeps its map. Modes that are not known are kept. The website wraps the whole in `rotation`; version 1
/// is the object of one mode. Everything is bounded before it is used.
enum MapRotationReader {
    private static let mostModes = RotationSchedules.maximumModes
    /// In bytes, for words of any kind.
    private static let longestWord = 64
    private static let longestName = 40
    /// From the release of the game to the year 2100: other times are mistakes.
    private static let times: ClosedRange<Int64> = 1_549_238_400...4_102_444_800

    static func report(_ document: JSONElement) -> RotationReport {
        let object = document["rotation"].flatMap { $0.kind == .object ? $0 : nil } ?? document
        if object["current"] != nil {
            return RotationReport(modes: [mode("battle_royale", object)].compactMap { $0 })
        }
        var modes: [ReportedMode] = []
        for (name, value) in object.members {
            guard modes.count < mostModes else { break }
            guard let mode = mode(name, value), !modes.contains(where: { $0.key == mode.key }) else {
                continue
            }
            modes.append(mode)
        }
        return RotationReport(modes: modes)
    }

    /// Nil for a member that is no mode, or a mode of which nothing is known.
    private static func mode(_ word: String, _ object: JSONElement) -> ReportedMode? {
        guard object.kind == .object, word.utf8.count <= longestWord,
            let (key, name) = ReportedNames.mode(word)
        else { return nil }
        let (current, next) = (object["current"].flatMap(slot), object["next"].flatMap(slot))
        guard current != nil || next != nil else { return nil }
        return ReportedMode(key: key, name: name, current: current, next: next)
    }

    private static func slot(_ object: JSONElement) -> ReportedSlot? {
        guard object.kind == .object, object["isActive"]?.bool != false,
            let map = ReportedNames.map(code: code(object["code"]), name: text(object["map"]))
        else { return nil }
        let start = time(object["start"])
        return ReportedSlot(
            map: map,
            gameMode: text(object["eventName"]),
            start: start,
            end: time(object["end"]) ?? end(of: start, lasting: object["DurationInSecs"]?.int64)
        )
    }

    /// For people: no control characters.
    private static func text(_ element: JSONElement?) -> String? {
        guard let text = element?.string(atMost: longestName), !text.isEmpty,
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        else { return nil }
        return text
    }

    /// As schedule files write codes.
    private static func code(_ element: JSONElement?) -> String? {
        guard let text = element?.string(atMost: longestName), text.isMade(of: codes) else { return nil }
        return text
    }

    private static let codes: ASCIISet = .letters | .digits | "_-"

    private static func time(_ element: JSONElement?) -> UnixTime? {
        guard let seconds = element?.int64, times.contains(seconds) else { return nil }
        return UnixTime(seconds: seconds)
    }

    private static func end(of start: UnixTime?, lasting seconds: Int64?) -> UnixTime? {
        guard let start, let seconds, times.contains(start.advanced(by: seconds).seconds) else { return nil }
        return start.advanced(by: seconds)
    }
}
