import Core
import Foundation
import TestSupport
import Testing
import WatchpostModel

@testable import Appliance
@testable import Serving
@testable import SystemSupport

@Suite("Calendars to subscribe to", .serialized)
struct CalendarRouteTests {
    /// A server with the calendars of a database in memory.
    private static func fixture() async throws -> (APIFixture, Database) {
        let tables = CalendarRevisionStore.tables
        let opened = try await Database.open(.memory, migrations: tables.migrations, now: nil)
        let database = opened.database
        let revisions = CalendarRevisions(
            store: CalendarRevisionStore(database: database),
            disk: DiskErrorLog(provedCommits: { database.provedCommits }, log: { _ in }),
            now: { Moment(wall: APIFixture.noon, monotonic: .zero) }
        )
        // Time stands still: twenty questions of strangers pass.
        let routes = CalendarRoutes(revisions: revisions, budget: StrangersBudget(now: { .zero })).routes
        return (try APIFixture(calls: routes), database)
    }

    private func ask(_ fixture: APIFixture, _ path: String, _ headers: [String] = []) async -> RawClient
        .Answer?
    {
        await fixture.request("GET", path, body: nil, headers: headers)
    }

    private func sequence(_ answer: RawClient.Answer?) throws -> Int64 {
        let text = try #require(answer?.text)
        let line = try #require(text.split(separator: "\r\n").first { $0.hasPrefix("SEQUENCE:") })
        return try #require(Int64(line.dropFirst("SEQUENCE:".count)))
    }

    @Test(
        "the first answer and the kept ones are the same, with a type, a name for files and a tag that is told 304"
    )
    func answers() async throws {
        let (fixture, _) = try await Self.fixture()
        for path in ["/v1/calendar/pubs.ics", "/v1/calendar/pubs/OL.ics"] {
            let first = try #require(await ask(fixture, path))
            let second = try #require(await ask(fixture, path))
            #expect(first.status == 200)
            #expect(first.text == second.text)
            for answer in [first, second] {
                #expect(answer.headers["content-type"] == "text/calendar; charset=utf-8")
                #expect(answer.headers["x-content-type-options"] == "nosniff")
                #expect(answer.headers["cache-control"] == "no-cache")
                #expect(answer.headers["content-disposition"]?.hasPrefix("inline; filename=\"pubs") == true)
            }
            let tag = try #require(first.headers["etag"])
            #expect(second.headers["etag"] == tag)
            let known = await ask(fixture, path, ["If-None-Match: \(tag)"])
            #expect(known?.status == 304)
        }
    }

    @Test("docs/api.md says how many are kept")
    func documented() throws {
        let path = ConfigurationFixture.repositoryFile("docs/api.md")
        let page = try BoundedFile.read(path, limit: 262_144).text
        #expect(page.contains("(kept: up to \(CalendarRoutes.mostKept) in each language)"))
    }

    @Test(
        "what there is not is named",
        arguments: [
            ("/v1/calendar/pubs/OL", ".ics"), ("/v1/calendar/arena/OL.ics", "pubs, ranked"),
            ("/v1/calendar/.ics", "pubs, ranked"),
        ]
    )
    func refused(path: String, words: String) async throws {
        let (fixture, _) = try await Self.fixture()
        let answer = try #require(await ask(fixture, path))
        #expect(answer.status == 404)
        #expect(answer.text.contains(words))
    }

    @Test("other schedules raise the number of every entry, once, and what is on next does not")
    func revisions() async throws {
        let (fixture, database) = try await Self.fixture()
        let schedules = try APIFixture.rotations.get().snapshot.schedules
        var answers: [RawClient.Answer?] = []
        for seconds in [0, 5_400] as [Int64] {
            let snapshot = RotationSnapshot(
                schedules: schedules,
                at: APIFixture.noon.advanced(by: seconds)
            )
            fixture.publisher.publish(rotations: PublishedRotations(snapshot))
            answers.append(await ask(fixture, "/v1/calendar/pubs.ics"))
        }
        #expect(database.provedCommits == 1)
        fixture.publisher.publish(
            rotations: PublishedRotations(try APIFixture.snapshot(map: "Another name"))
        )
        answers.append(await ask(fixture, "/v1/calendar/pubs.ics"))
        answers.append(await ask(fixture, "/v1/calendar/pubs/OL.ics"))
        #expect(database.provedCommits == 2)
        let numbers = try answers.map(sequence)
        #expect(numbers == [numbers[0], numbers[0], numbers[0] + 1, numbers[0] + 1])
    }

    @Test("a doubt raises the number of every entry, and so does its end")
    func doubts() async throws {
        let (fixture, _) = try await Self.fixture()
        var numbers: [Int64] = []
        for verdict in [.confirmed, .disagreeing, .disagreeing, .confirmed] as [RotationCheckBody.Verdict] {
            let snapshot = RotationSnapshot(
                schedules: try APIFixture.rotations.get().snapshot.schedules,
                at: APIFixture.noon,
                overlay: RotationOverlay(body: .fresh([.saying(verdict, of: "pubs")]))
            )
            fixture.publisher.publish(rotations: PublishedRotations(snapshot))
            numbers.append(try sequence(await ask(fixture, "/v1/calendar/pubs.ics")))
        }
        #expect(numbers.map { $0 - numbers[0] } == [0, 1, 1, 2])
    }

    @Test(
        "calendars of maps are kept while there are few of them, those of modes always; other ones are bounded"
    )
    func bounded() async throws {
        let (fixture, _) = try await Self.fixture()
        let entries = (0..<200).map {
            RotationCycle.Entry(map: GameMap(code: "M\($0)", name: "Map \($0)"), minutes: 15)
        }
        let schedule = try RotationSchedule(cycle: RotationCycle(entries), anchor: APIFixture.noon)
        let mode = try RotationMode(key: "pubs", name: "Pubs", schedules: [schedule])
        let schedules = try RotationSchedules(source: "a test", modes: [mode])
        fixture.publisher.publish(
            rotations: PublishedRotations(RotationSnapshot(schedules: schedules, at: APIFixture.noon))
        )
        var passed = 0
        for index in 0..<30 {
            let answer = await ask(fixture, "/v1/calendar/pubs/M\(index).ics", ["Via: 1.1 elsewhere"])
            if answer?.status == 200 { passed += 1 } else { #expect(answer?.status == 429) }
        }
        #expect(passed == 20)
        // As many maps in modes of their own are few calendars: each is kept, whoever asks.
        let modes = try (0..<5).map { number in
            let own = try RotationSchedule(
                cycle: RotationCycle(Array(entries[number * 15..<number * 15 + 15])),
                anchor: APIFixture.noon
            )
            return try RotationMode(key: "mode\(number)", name: "Mode", schedules: [own])
        }
        let several = try RotationSchedules(source: "a test", modes: modes)
        fixture.publisher.publish(
            rotations: PublishedRotations(RotationSnapshot(schedules: several, at: APIFixture.noon))
        )
        let first = await ask(fixture, "/v1/calendar/mode0.ics")
        #expect(first?.status == 200)
        for index in 0..<75 {
            let path = "/v1/calendar/mode\(index / 15)/M\(index).ics"
            let answer = await ask(fixture, path, ["Via: 1.1 elsewhere"])
            #expect(answer?.status == 200)
        }
    }

    @Test("a disk that refuses hides no map: the number of this run counts")
    func refusingDisk() async throws {
        let (fixture, database) = try await Self.fixture()
        await database.close()
        let first = await ask(fixture, "/v1/calendar/pubs.ics")
        let second = await ask(fixture, "/v1/calendar/pubs.ics")
        #expect(first?.status == 200)
        #expect(second?.text == first?.text)
    }

    @Test("calendars at home and of whole modes are answered, however many maps there are")
    func manyMaps() async throws {
        let (fixture, _) = try await Self.fixture()
        let entries = (0..<200).map {
            RotationCycle.Entry(map: GameMap(code: "M\($0)", name: "Map \($0)"), minutes: 15)
        }
        let schedule = try RotationSchedule(cycle: RotationCycle(entries), anchor: APIFixture.noon)
        let mode = try RotationMode(key: "pubs", name: "Pubs", schedules: [schedule])
        let schedules = try RotationSchedules(source: "a test", modes: [mode])
        fixture.publisher.publish(
            rotations: PublishedRotations(RotationSnapshot(schedules: schedules, at: APIFixture.noon))
        )
        let home = await ask(fixture, "/v1/calendar/pubs/M99.ics")
        #expect(home?.status == 200)
        let whole = await ask(fixture, "/v1/calendar/pubs.ics", ["Via: 1.1 elsewhere"])
        #expect(whole?.status == 200)
    }
}
