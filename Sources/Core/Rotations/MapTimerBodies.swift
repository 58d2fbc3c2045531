import FoundationEssentials
import WatchpostModel

/// The answers for the Map Timer app of 2025 (`/hash`, `/pubs|ranked|ltm/schedule`, `…/current`), all of one
/// instant.
///
/// A body is nil when there is no schedule in force, or none that the app can decode: the route then answers
/// 404 with a problem. Every object that the app can decode names a map that it rolls on for ever, so any 200
/// would be the guess that Watchpost refuses to make; on a failed decode the app falls back to its own stored
/// schedule. The list of limited-time modes is always there, and empty when none is on.
///
/// The two schedules are there together or not at all. The app has one hash for both: when one is fetched and the other
/// is not, it keeps the new hash beside the old schedule, and calls that one accurate from then on.
package struct MapTimerBodies: Sendable {
    package let pubsSchedule: [UInt8]?
    package let rankedSchedule: [UInt8]?
    package let ltmSchedule: [UInt8]
    package let pubsCurrent: [UInt8]?
    package let rankedCurrent: [UInt8]?
    package let ltmCurrent: [UInt8]
    /// Why there are no schedules, and since when, for people; nil when they are there.
    package let absence: String?
    /// 64 lower-case hexadecimal digits over exactly the three schedule bodies, or what stands for two of them while they
    /// are absent: it changes when one of them does, and with the revision in them it never returns.
    package let hash: String

    /// How many maps `…/current` lists.
    static let currentMaps = 4
}

/// What there is for the Map Timer app at an instant, apart from the maps that are on.
///
/// The app asks for the hash first and stores it with whatever it fetched after. When the schedule changes in between and
/// back again (an edit and its undo, a takeover that ends), it would find the hash of a schedule beside another one's maps,
/// and show them as accurate for good. So each change of this gives the next revision, a number that stands in the bodies:
/// a hash that was once given out never comes back. The numbers of a run begin at random, far from those of others.
package struct MapTimerContent: Hashable, Sendable {
    let pubs: MapTimerSchedule?
    let ranked: MapTimerSchedule?
    let events: [MapTimerSchedule]
    /// Why there is neither of the first two; an absence says since when.
    let absence: String?

    /// So many revisions lie between the beginnings of two runs at least: more changes than one has.
    package static let revisionsOfRun: Int64 = 1 << 20
    /// The runs that can be told apart: JSON keeps numbers below 2^53.
    package static let runs: Range<Int64> = 0..<1 << 32
}

extension RotationSnapshot {
    package var mapTimerContent: MapTimerContent {
        let absence = mapTimerAbsence
        return MapTimerContent(
            pubs: absence == nil ? mapTimerSchedule("pubs") : nil,
            ranked: absence == nil ? mapTimerSchedule("ranked") : nil,
            events: limitedTimeModes.map(\.schedule),
            absence: absence
        )
    }

    /// Makes the answers; throws only what `JSONEncoder` throws.
    ///
    /// `sha256` gives the digest of bytes as lower-case hexadecimal digits.
    package func mapTimer(sha256: ([UInt8]) -> String) throws -> MapTimerBodies {
        let content = mapTimerContent
        let pubs = try content.pubs.map { try encoded(numbered($0)) }
        let ranked = try content.ranked.map { try encoded(numbered($0)) }
        let ltm = try encoded(content.events.map(numbered))
        let rest = "\(content.absence ?? "")\n\(revision)"
        let hashed = [pubs ?? [], ranked ?? [], ltm, Array(rest.utf8)]
        return MapTimerBodies(
            pubsSchedule: pubs,
            rankedSchedule: ranked,
            ltmSchedule: ltm,
            pubsCurrent: try currentMaps("pubs").map(encoded),
            rankedCurrent: try currentMaps("ranked").map(encoded),
            ltmCurrent: try encoded(limitedTimeModes.map(\.current)),
            absence: content.absence,
            hash: sha256(Array(hashed.joined(separator: [UInt8(ascii: "\n")])))
        )
    }

    private func numbered(_ schedule: MapTimerSchedule) -> MapTimerSchedule {
        var schedule = schedule
        schedule.revision = revision
        return schedule
    }

    /// What keeps the app's two schedules away; nil when both can be served.
    private var mapTimerAbsence: String? {
        let reasons = ["pubs", "ranked"].compactMap { key in
            mapTimerSchedule(key) == nil ? "\(key) \(mapTimerReason(key))" : nil
        }
        return reasons.isEmpty ? nil : reasons.joined(separator: ", ")
    }

    private func mapTimerReason(_ key: String) -> String {
        guard let lookup = schedules.mode(key)?.lookup(at: at) else { return "is not a mode of the schedule" }
        switch lookup {
        case .running:
            let since = schedules.mode(key)?.schedule(at: at)?.usableFrom
            return "has a map or a cycle that the app does not know" + (since.map { " since \($0)" } ?? "")
        case .notStarted(let until): return "begins at \(until)"
        case .gap(let since, _): return "has a gap since \(since)"
        case .ended(let since): return "ended at \(since)"
        }
    }

    /// JSON with sorted keys: the same value is always the same bytes, and so the same hash.
    private func encoded(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    private func mapTimerSchedule(_ key: String) -> MapTimerSchedule? {
        schedules.mode(key)?.schedule(at: at).flatMap { MapTimerSchedule($0, name: $0.takeover, at: at) }
    }

    /// The current map and up to three after it, as far as they are known to follow and known to the app.
    private func currentMaps(_ key: String) -> [MapTimerMap]? {
        guard let mode = schedules.mode(key) else { return nil }
        var maps: [MapTimerMap] = []
        var slot = mode.slot(at: at)
        while let known = slot, let map = MapTimerMap(known), maps.count < MapTimerBodies.currentMaps {
            maps.append(map)
            slot = mode.slot(after: known)
        }
        return maps.isEmpty ? nil : maps
    }

    /// The modes `ltm` and `ltm-…` that are on, as far as the app can decode them.
    ///
    /// One that it cannot decode would empty its whole list. The app tells them apart by name alone: each
    /// gets one, and no two the same.
    private var limitedTimeModes: [(schedule: MapTimerSchedule, current: MapTimerMap)] {
        var names: Set<String> = []
        return schedules.modes.filter { $0.key == "ltm" || $0.key.hasPrefix("ltm-") }.compactMap { mode in
            guard let schedule = mode.schedule(at: at),
                let current = mode.slot(at: at).flatMap(MapTimerMap.init)
            else { return nil }
            let wanted = schedule.takeover ?? mode.name
            let name = names.contains(wanted) ? "\(wanted) (\(mode.key))" : wanted
            guard let encodable = MapTimerSchedule(schedule, name: name, at: at) else { return nil }
            names.insert(name)
            return (encodable, current)
        }
    }
}
