import Foundation
import WatchpostClient
import WatchpostModel

/// Schedules that are told apart by their number, with hashes that say what they are of.
enum Sample {
    /// Of all modes in state `number`.
    static func hash(_ number: Int) -> String { "all\(number)" }

    /// A mode whose cycle starts `number` minutes after 1970.
    static func mode(_ key: String, _ number: Int) -> StoredSchedules.Mode {
        let body = ScheduleBody(
            cycle: [
                CycleEntryBody(code: "OL", map: "Olympus", minutes: 90),
                CycleEntryBody(code: "SP", map: "Storm Point", minutes: 60),
            ],
            anchor: UnixTime(seconds: Int64(number) * 60),
            usableFrom: nil,
            usableTo: nil,
            takeover: nil
        )
        return StoredSchedules.Mode(key: key, name: key, hash: "\(key)\(number)", schedules: [body])
    }

    static func fetched(_ number: Int, modes: [String] = ["pubs"]) -> FetchedSchedules {
        FetchedSchedules(hash: hash(number), source: "sample", modes: modes.map { mode($0, number) })
    }

    static func stored(
        _ number: Int,
        modes: [String] = ["pubs"],
        asked: Int64 = 0,
        confirmed: Int64 = 0
    ) -> StoredSchedules {
        StoredSchedules(
            hash: hash(number),
            source: "sample",
            asked: asked,
            confirmed: confirmed,
            modes: modes.map { mode($0, number) }
        )
    }

    static func live(_ number: Int) -> LiveHashes { LiveHashes(all: hash(number)) }

    static let noAnswer = WatchpostError.unreachable("sample")
}

extension ScheduleRefresh.Effect {
    /// A few words for tables: `read`, `hash`, `fetch`, `limit 1`, `save all2`, `answer pubs stored unchecked`.
    var words: String {
        switch self {
        case .begin(.readStore): "read"
        case .begin(.askHash): "hash"
        case .begin(.fetch): "fetch"
        case .begin(.limit(let number, _)): "limit \(number)"
        case .save(let schedules): "save \(schedules.hash)"
        case .answer(let schedules): "answer " + schedules.map(\.words).joined(separator: " + ")
        }
    }
}

extension MapSchedule {
    fileprivate var words: String {
        let marked =
            switch mark {
            case nil: ""
            case .unchecked: " unchecked"
            case .outdated: " outdated"
            case .contradictory: " contradictory"
            }
        return "\(key) \(origin)\(marked)"
    }
}
