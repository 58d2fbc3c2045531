import Core
import Foundation
import TestSupport
import Testing
import WatchpostModel

/// The schedule as the shipped app decodes it and computes with it, written after the app's own source.
private struct AppSchedule: Decodable {
    struct Map: Decodable {
        var name: Code
        var availableAt: Date
        var availableTo: Date
    }

    enum Code: String, Decodable { case KC, WE, OL, SP, BM, ED }

    var origin: Map
    var rotation: [Code]
    var rotationInterval: Double
    var takeoverName: String?
    var takeoverSystemImage: String?

    /// Traps on the phone for a negative index; nil here.
    func map(at date: Date) -> Code? {
        let index = Int(date.timeIntervalSince(origin.availableTo) / rotationInterval) + 1
        return index < 0 ? nil : rotation[index % rotation.count]
    }

    static func decode<Value: Decodable>(_ bytes: [UInt8]) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Value.self, from: Data(bytes))
    }
}

@Suite("Answers for the Map Timer app")
struct MapTimerTests {
    private func bodies(
        _ modes: [(String, [RotationSchedule])],
        at seconds: Int64
    ) throws -> MapTimerBodies {
        try RotationSnapshot(schedules: RotationScript.schedules(modes), at: UnixTime(seconds: seconds))
            .mapTimer(sha256: Digest.text)
    }

    @Test("the bytes are what the app expects, keys in order, times with Z")
    func bytes() throws {
        let schedule = try RotationScript.schedule(
            [("OL", 90), ("ED", 90)],
            anchor: 1_758_490_200,
            from: 1_758_042_000,
            to: 1_762_279_200,
            takeover: "Fright \"Night\" / x",
            symbol: "moon.fill"
        )
        let bodies = try bodies([("pubs", [schedule]), ("ranked", [schedule])], at: 1_758_490_200)
        #expect(
            bodies.pubsSchedule.map { String(decoding: $0, as: UTF8.self) } == """
                {"origin":{"availableAt":"2024-08-12T15:30:00Z","availableTo":\
                "2024-08-12T17:00:00Z","name":"OL"},\
                "revision":0,"rotation":["OL","ED"],"rotationInterval":5400,"takeoverName":"Fright \\"Night\\" / x",\
                "takeoverSystemImage":"moon.fill"}
                """
        )
        #expect(
            bodies.pubsCurrent.map { String(decoding: $0, as: UTF8.self) }?.hasPrefix(
                #"[{"availableAt":"2025-09-21T21:30:00Z","availableTo":"2025-09-21T23:00:00Z","name":"OL"},"#
            ) == true
        )
        #expect(bodies.rankedSchedule == bodies.pubsSchedule && bodies.absence == nil)
        #expect(bodies.ltmSchedule == Array("[]".utf8))
    }

    @Test("a phone whose clock is wrong by a year gets a map, and no negative index to trap on")
    func wrongClock() throws {
        let from: Int64 = 1_758_042_000
        let schedule = try RotationScript.schedule([("OL", 90), ("ED", 60)], anchor: from, from: from)
        let bytes = try #require(
            try bodies([("pubs", [schedule]), ("ranked", [schedule])], at: from).pubsSchedule
        )
        let app: AppSchedule = try AppSchedule.decode(bytes)
        for days in [1, 2, 30, 365, 399] {
            #expect(
                app.map(at: Date(timeIntervalSince1970: Double(from - Int64(days) * 86_400))) != nil,
                "\(days)"
            )
        }
        let age = Double(from) - app.origin.availableTo.timeIntervalSince1970
        #expect(age.truncatingRemainder(dividingBy: 9_000) == 9_000 - 1_800, "whole cycles before the anchor")
    }

    @Test("the two schedules are served together or not at all, and the absence says why and since when")
    func together() throws {
        let ranked = try RotationScript.schedule([("KC", 1_440)], from: 0)
        let short = try RotationScript.schedule([("OL", 90)], from: 0, to: 50_000)
        let later = try RotationScript.schedule([("OL", 90)], from: 60_000, to: 70_000)
        let strange = try RotationScript.schedule([("XX", 90)], from: 10)
        let cases: [([(String, [RotationSchedule])], Int64, String?)] = [
            ([("pubs", [short, later]), ("ranked", [ranked])], 40_000, nil),
            (
                [("pubs", [short, later]), ("ranked", [ranked])], 50_000,
                "pubs has a gap since 1970-01-01T13:53:20Z"
            ),
            ([("pubs", [short, later]), ("ranked", [ranked])], 65_000, nil),
            (
                [("pubs", [short, later]), ("ranked", [ranked])], 70_000, "pubs ended at 1970-01-01T19:26:40Z"
            ),
            ([("pubs", [later]), ("ranked", [ranked])], 10, "pubs begins at 1970-01-01T16:40:00Z"),
            ([("ranked", [ranked])], 10, "pubs is not a mode of the schedule"),
            (
                [("pubs", [ranked]), ("ranked", [strange])], 10,
                "ranked has a map or a cycle that the app does not know since 1970-01-01T00:00:10Z"
            ),
            (
                [("arena", [ranked])], 10,
                "pubs is not a mode of the schedule, ranked is not a mode of the schedule"
            ),
        ]
        var hashes: Set<String> = []
        for (modes, time, absence) in cases {
            let bodies = try bodies(modes, at: time)
            #expect(bodies.absence == absence)
            #expect((bodies.pubsSchedule == nil) == (absence != nil))
            #expect((bodies.rankedSchedule == nil) == (absence != nil))
            hashes.insert(bodies.hash)
        }
        #expect(hashes.count == cases.count)
    }

    @Test(
        "the app shows the right map all through the window, and a clock that is a day late does not trap it"
    )
    func rightMap() throws {
        var random = SeededGenerator.announced(for: "rightMap")
        let codes = ["KC", "WE", "OL", "SP", "BM", "ED"]
        for _ in 0..<TestEffort.rounds(15) {
            let parts: [(String, Int64)] = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                (
                    codes.randomElement(using: &random) ?? "KC",
                    [30, 60, 90, 270, 1_440].randomElement(using: &random) ?? 60
                )
            }
            let from = Int64.random(in: 1_600_000_000...1_900_000_000, using: &random)
            let schedule = try RotationScript.schedule(
                parts,
                anchor: Int64.random(in: -1_000_000_000...4_000_000_000, using: &random),
                from: Bool.random(using: &random) ? from : nil,
                to: from + 3_000_000
            )
            let both = [("pubs", [schedule]), ("ranked", [schedule])]
            let bytes = try #require(try bodies(both, at: from).pubsSchedule)
            let app: AppSchedule = try AppSchedule.decode(bytes)
            #expect(app.origin.name == app.rotation.first)
            #expect(app.origin.availableTo.timeIntervalSince1970 <= Double(from))
            for _ in 0..<20 {
                let time = Int64.random(in: from..<from + 3_000_000, using: &random)
                let map = app.map(at: Date(timeIntervalSince1970: Double(time)))
                #expect(map?.rawValue == schedule.slot(at: UnixTime(seconds: time))?.map.code)
            }
            #expect(app.map(at: Date(timeIntervalSince1970: Double(from - 86_400))) != nil)
        }
    }

    @Test("unequal slots are expanded to their common divisor")
    func expanded() throws {
        let schedule = try RotationScript.schedule([("WE", 90), ("OL", 60)], from: 0)
        let app: AppSchedule = try AppSchedule.decode(
            try #require(try bodies([("pubs", [schedule]), ("ranked", [schedule])], at: 10).rankedSchedule)
        )
        #expect(app.rotation.map(\.rawValue) == ["WE", "WE", "WE", "OL", "OL"])
        #expect(app.rotationInterval == 1_800)
    }

    @Test(
        "the hash changes exactly when a schedule begins, ends, is renamed or has another symbol, not at each slot"
    )
    func hash() throws {
        func pubs(_ takeover: String?, _ symbol: String?) throws -> [(String, [RotationSchedule])] {
            [
                (
                    "pubs",
                    [
                        try RotationScript.schedule(
                            [("KC", 90), ("OL", 60)],
                            from: 0,
                            to: 86_400,
                            takeover: takeover,
                            symbol: symbol
                        ),
                        try RotationScript.schedule([("WE", 60)], from: 86_400, to: 172_800),
                    ]
                ),
                ("mixtape", [try RotationScript.schedule([("zeus", 15)], from: 50_000)]),
                ("ranked", [try RotationScript.schedule([("KC", 1_440)])]),
            ]
        }
        func hash(_ seconds: Int64, _ takeover: String? = nil, _ symbol: String? = nil) throws -> String {
            try bodies(pubs(takeover, symbol), at: seconds).hash
        }
        let hashes = try stride(from: Int64(-7_200), to: 180_000, by: 450).map {
            (time: $0, hash: try hash($0))
        }
        let changes = zip(hashes, hashes.dropFirst()).filter { $0.hash != $1.hash }.map(\.1.time)
        #expect(changes == [0, 86_400, 172_800])
        let symbols = [nil, "moon.fill", "moon"]
        let takeovers = try symbols.map { try hash(10, "Takeover", $0) }
        #expect(Set(takeovers + [try hash(10)]).count == 4, "a name, and each symbol alone, is another body")
    }

    @Test("a rotation with a map that the app does not know, or of an absurd length, has no body")
    func undecodable() throws {
        let unknown = try RotationScript.schedule([("KC", 90), ("XX", 90)])
        let absurd = try RotationScript.schedule([("KC", 86_399), ("OL", 86_400)])
        for schedule in [unknown, absurd] {
            let served = try RotationScript.schedule([("KC", 90)])
            #expect(try bodies([("pubs", [schedule]), ("ranked", [served])], at: 10).pubsSchedule == nil)
            #expect(try bodies([("pubs", [served]), ("ranked", [schedule])], at: 10).pubsSchedule == nil)
            #expect(try bodies([("ltm", [schedule])], at: 10).ltmSchedule == Array("[]".utf8))
        }
        let current: [AppSchedule.Map] = try AppSchedule.decode(
            try #require(try bodies([("pubs", [unknown])], at: 10).pubsCurrent)
        )
        #expect(current.map(\.name) == [.KC])
        #expect(try bodies([("pubs", [unknown])], at: 5_400).pubsCurrent == nil)
    }

    @Test("current lists four maps, fewer at the end of what is known")
    func current() throws {
        let schedule = try RotationScript.schedule([("KC", 90), ("OL", 60)], from: 0, to: 36_000)
        let full: [AppSchedule.Map] = try AppSchedule.decode(
            try #require(try bodies([("pubs", [schedule])], at: 100).pubsCurrent)
        )
        #expect(full.map(\.name) == [.KC, .OL, .KC, .OL])
        #expect(full.map(\.availableAt.timeIntervalSince1970) == [0, 5_400, 9_000, 14_400])
        let last: [AppSchedule.Map] = try AppSchedule.decode(
            try #require(try bodies([("pubs", [schedule])], at: 33_000).pubsCurrent)
        )
        #expect(last.map(\.name) == [.OL])
        #expect(last.map(\.availableTo.timeIntervalSince1970) == [36_000])
    }

    @Test("limited-time modes have names, no two the same, and only those that are on are listed")
    func limitedTimeModes() throws {
        let on = try RotationScript.schedule([("KC", 90)], from: 0, to: 86_400)
        let named = try RotationScript.schedule(
            [("KC", 90)],
            from: 0,
            takeover: "Solos",
            symbol: "person.fill"
        )
        let over = try RotationScript.schedule([("KC", 90)], from: -90, to: 0)
        let bodies = try bodies(
            [
                ("ltm", [named]), ("ltm-b", [named]), ("ltm-c", [on]), ("ltm-d", [over]), ("wildcard", [on]),
                ("ltmx", [on]),
            ],
            at: 10
        )
        let apps: [AppSchedule] = try AppSchedule.decode(bodies.ltmSchedule)
        #expect(apps.map(\.takeoverName) == ["Solos", "Solos (ltm-b)", "LTM-C"])
        #expect(apps.map(\.takeoverSystemImage) == ["person.fill", "person.fill", nil])
        let current: [AppSchedule.Map] = try AppSchedule.decode(bodies.ltmCurrent)
        #expect(current.map(\.name) == [.KC, .KC, .KC])
    }

    @Test("instants at both ends of the range give answers", arguments: [Int64.min, -1, 1_549_238_399, .max])
    func ends(seconds: Int64) throws {
        let always = try RotationScript.schedule([("KC", 90), ("OL", 60)], anchor: seconds)
        let modes = [("pubs", [always]), ("ranked", [always]), ("ltm", [always])]
        #expect(try bodies(modes, at: seconds).pubsSchedule != nil)
    }
}
