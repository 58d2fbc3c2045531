import Core
import Foundation
import TestSupport
import Testing
import WatchpostModel

@testable import Appliance

/// One schedule as the reference server, or its app, had it in a commit: all that was ever published.
struct PublishedRow: Sendable, CustomTestStringConvertible {
    let commit: String
    let mode: String
    /// Codes; the first one is on from `origin`, whatever the published origin was named.
    let rotation: [String]
    let origin: String
    /// 1530 once, by mistake.
    let minutes: Int64
    let from: Int64?
    let to: Int64?
    let name: String?
    let symbol: String?

    init(
        _ commit: String,
        _ mode: String,
        _ rotation: String,
        _ origin: String,
        _ minutes: Int64,
        from: Int64? = nil,
        to: Int64? = nil,
        name: String? = nil,
        symbol: String? = nil
    ) {
        (self.commit, self.mode, self.origin, self.minutes) = (commit, mode, origin, minutes)
        self.rotation = rotation.split(separator: " ").map(String.init)
        (self.from, self.to, self.name, self.symbol) = (from, to, name, symbol)
    }

    var testDescription: String { "\(commit) \(mode) \(rotation.joined(separator: " "))" }

    /// The row as somebody would write it into a schedule file.
    var file: String {
        let cycle = rotation.map { "{ map = \"\($0)\", minutes = \(minutes) }" }.joined(separator: ", ")
        let window = [("from", from), ("to", to)].compactMap { key, time in
            time.map { "\(key) = \(UnixTime(seconds: $0).rfc3339)" }
        }
        let event = [("takeover", name), ("symbol", symbol)].compactMap { key, text in
            text.map { "\(key) = \"\($0)\"" }
        }
        let maps = ["KC", "WE", "OL", "SP", "BM", "ED"].map { "\($0) = \"Map \($0)\"" }
        let head = ["source = \"published\"", "[maps]"] + maps
        let mode = ["[[mode]]", "key = \"\(mode)\"", "name = \"Mode\"", "[[mode.schedule]]"]
        let lines = head + mode + window + event + ["anchor = \(origin)", "cycle = [\(cycle)]"]
        return lines.joined(separator: "\n")
    }

    /// The rule of the app and the server, with their mistakes about the origin's own slot and all before it put right:
    /// `rotation[floor((t - origin) / interval) mod n]`.
    func map(at time: Int64, origin: Int64) -> String? {
        if let from, time < from { return nil }
        if let to, time >= to { return nil }
        let index = Int((Double(time - origin) / Double(minutes * 60)).rounded(.down))
        let count = rotation.count
        return rotation[((index % count) + count) % count]
    }

    static let all: [PublishedRow] = [
        PublishedRow("4ae9330", "pubs", "BM KC OL", "2025-03-11T19:30:00Z", 90),
        PublishedRow("b8522f0", "ranked", "OL SP KC", "2025-03-11T18:00:00Z", 1440),
        PublishedRow("221460d", "pubs", "ED KC SP", "2025-03-29T09:30:00Z", 90),
        PublishedRow("221460d", "ranked", "ED KC SP", "2025-03-27T17:00:00Z", 1440),
        PublishedRow(
            "6ab5bb7",
            "ltm-april-fools",
            "SP ED KC",
            "2025-03-29T09:30:00Z",
            90,
            name: "April Fools",
            symbol: "party.popper.fill"
        ),
        PublishedRow(
            "6ab5bb7",
            "ltm-power-sword",
            "KC SP ED",
            "2025-03-29T09:30:00Z",
            90,
            name: "Power Sword"
        ),
        PublishedRow("ac3b891", "pubs", "KC SP ED", "2025-03-29T09:30:00Z", 90),
        PublishedRow("ac3b891", "ranked", "ED KC SP", "2025-03-27T17:00:00Z", 1440),
        PublishedRow(
            "ac3b891",
            "ltm-april-fools",
            "KC SP ED",
            "2025-03-29T09:30:00Z",
            90,
            name: "April Fools",
            symbol: "party.popper.fill"
        ),
        PublishedRow(
            "ac3b891",
            "ltm-power-sword",
            "ED KC SP",
            "2025-03-29T09:30:00Z",
            90,
            name: "Power Sword"
        ),
        PublishedRow(
            "ce8e8da",
            "ltm-power-sword",
            "ED KC SP",
            "2025-03-29T09:30:00Z",
            90,
            from: 1_744_131_600,
            to: 1_744_736_400,
            name: "Power Sword"
        ),
        PublishedRow(
            "ce8e8da",
            "ltm-solos",
            "KC SP ED",
            "2025-03-29T09:30:00Z",
            90,
            from: 1_742_922_000,
            to: 1_744_736_400,
            name: "Solos",
            symbol: "person.fill"
        ),
        PublishedRow(
            "3d88ba7",
            "ltm-epg-extreme",
            "KC SP ED",
            "2025-03-29T09:30:00Z",
            90,
            from: 1_744_736_400,
            to: 1_745_946_000,
            name: "EPG Extreme",
            symbol: "exclamationmark.shield.fill"
        ),
        PublishedRow(
            "3d88ba7",
            "ltm-straight-shot",
            "KC SP ED",
            "2025-03-29T09:30:00Z",
            90,
            from: 1_745_946_000,
            to: 1_746_464_400,
            name: "Straight Shot Quads",
            symbol: "clock.arrow.trianglehead.2.counterclockwise.rotate.90"
        ),
        PublishedRow("6ad14c2", "pubs", "OL SP WE", "2025-05-06T20:00:00Z", 90),
        PublishedRow("6ad14c2", "ranked", "OL SP WE", "2025-03-27T17:00:00Z", 1440),
        PublishedRow("6c16c18", "pubs", "OL SP WE", "2025-05-06T20:00:00Z", 90, to: 1_750_784_400),
        PublishedRow("6c16c18", "pubs", "KC WE BM", "2025-06-23T15:30:00Z", 1530, from: 1_750_784_400),
        PublishedRow("6c16c18", "ranked", "OL SP WE", "2025-03-27T17:00:00Z", 1440, to: 1_750_784_400),
        PublishedRow("6c16c18", "ranked", "KC WE BM", "2025-06-23T17:00:00Z", 1440, from: 1_750_784_400),
        PublishedRow("8f33a7a", "pubs", "KC WE BM", "2025-06-25T20:00:00Z", 90, from: 1_750_784_400),
        PublishedRow("8f33a7a", "ranked", "BM KC WE", "2025-06-23T17:00:00Z", 1440, from: 1_750_784_400),
        PublishedRow("d7db9c9", "pubs", "BM ED SP", "2025-08-05T15:30:00Z", 90),
        PublishedRow("d7db9c9", "ranked", "BM ED SP", "2025-08-04T17:00:00Z", 1440),
        PublishedRow("76c8706", "pubs", "SP ED BM", "2025-08-05T15:30:00Z", 90),
        PublishedRow("76c8706", "ranked", "SP ED BM", "2025-08-04T17:00:00Z", 1440),
        PublishedRow("b7cfb78", "pubs", "OL ED KC", "2025-09-21T21:30:00Z", 90),
        PublishedRow("b7cfb78", "ranked", "ED KC OL", "2025-09-20T17:00:00Z", 1440),
    ]
}

/// A schedule as the shipped app decodes it and computes with it.
private struct ShippedAppSchedule: Decodable {
    struct Map: Decodable {
        var name: String
        var availableAt: Date
        var availableTo: Date
    }

    var origin: Map
    var rotation: [String]
    var rotationInterval: Double
    var takeoverName: String?
    var takeoverSystemImage: String?

    /// nil: the app would trap.
    func map(at time: Int64) -> String? {
        let passed = Double(time) - origin.availableTo.timeIntervalSince1970
        let index = Int(passed / rotationInterval) + 1
        return index < 0 ? nil : rotation[index % rotation.count]
    }
}

@Suite("Everything that was ever published")
struct PublishedRowsTests {
    @Test("each published schedule loads and gives the published maps", arguments: PublishedRow.all)
    func answers(row: PublishedRow) throws {
        let mode = try #require(try ScheduleFile.read(row.file, file: "row.toml").mode(row.mode))
        let origin = try #require(UnixTime(rfc3339: row.origin)).seconds
        let interval = row.minutes * 60
        let begins = (-30..<90).map { origin + $0 * interval }
        var instants = begins.flatMap { [$0, $0 + interval - 1] }
        for end in [row.from, row.to] {
            if let end { instants += [end - 1, end, end + 1] }
        }
        for time in instants {
            let slot = mode.slot(at: UnixTime(seconds: time))
            #expect(slot?.map.code == row.map(at: time, origin: origin), "\(time)")
            #expect(slot?.takeover == (slot == nil ? nil : row.name))
        }
    }

    @Test("the app reads from our answer what was published", arguments: PublishedRow.all)
    func onTheApp(row: PublishedRow) throws {
        let isEvent = row.mode.hasPrefix("ltm")
        let mode = try #require(try ScheduleFile.read(row.file, file: "row.toml").modes.first)
        let both = try ["pubs", "ranked"].map { key in
            try RotationMode(key: key, name: "", schedules: mode.schedules)
        }
        let origin = try #require(UnixTime(rfc3339: row.origin)).seconds
        let start = max(origin, row.from ?? origin)
        let snapshot = RotationSnapshot(
            schedules: try RotationSchedules(source: "", modes: isEvent ? [mode] : both),
            at: UnixTime(seconds: start)
        )
        let bodies = try snapshot.mapTimer { "\($0.count)" }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let app: ShippedAppSchedule
        if isEvent {
            let list = try decoder.decode([ShippedAppSchedule].self, from: Data(bodies.ltmSchedule))
            app = try #require(list.first)
        } else {
            app = try decoder.decode(ShippedAppSchedule.self, from: Data(try #require(bodies.pubsSchedule)))
            #expect(bodies.rankedSchedule == bodies.pubsSchedule)
        }
        #expect(app.takeoverName == (isEvent ? row.name : nil))
        #expect(app.takeoverSystemImage == row.symbol)
        for step in 0..<200 {
            let time = start + Int64(step) * row.minutes * 20
            guard let map = row.map(at: time, origin: origin) else { continue }
            #expect(app.map(at: time) == map, "\(time)")
        }
        // A phone whose clock is a year slow shows something, and does not trap.
        #expect(app.map(at: start - 365 * 86_400) != nil)
    }
}
