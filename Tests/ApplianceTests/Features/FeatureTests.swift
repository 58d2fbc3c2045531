import Core
import Foundation
import Testing
import TestSupport

@testable import Appliance
@testable import Arena

@Suite("Features")
struct FeatureTests {
    private func ask(
        _ port: UInt16,
        _ method: String,
        _ path: String,
        _ body: String? = nil
    ) async -> RawClient.Answer? {
        let bearer = "Authorization: Bearer \(PersonalFixture.credential(1))"
        return await RawClient.ask(port, method, path, body, [bearer])
    }

    @Test("everything that a feature hands over is there when its value is in the list, and nowhere else")
    func sample() async throws {
        let trophies = TrophyFeature()
        let appliance = try await ApplicationFixture([trophies.feature])
        defer { appliance.remove() }
        try await appliance.run { port in
            #expect(await becomesTrue { trophies.heard.all == ["file opened", "prepared", "runs"] })
            let path = PersonalFixture.path(1)
            #expect(await ask(port, "PUT", path, PersonalFixture.registration)?.status == 201)
            #expect(await ask(port, "GET", "/v1/trophies")?.text == #"{"won":0}"#)
            #expect(await ask(port, "GET", "/v1/cups/1")?.text == #"{"won":0}"#)
            #expect(await ask(port, "POST", path + "/trophies")?.status == 204)
            #expect(await ask(port, "GET", path + "/trophies")?.json["person"] as? Int != nil)
            let notices = await ask(port, "GET", path + "/notices")?.json["notices"] as? [[String: Any]]
            #expect(notices?.map { $0["title"] as? String } == ["You won a cup"])
            #expect(await ask(port, "GET", "/v1/trophies")?.text == #"{"won":0}"#, "kept")
            #expect(await ask(port, "GET", "/v1/cups/1")?.text == #"{"won":0}"#, "kept, too")
            for cup in 2...3 { _ = await ask(port, "GET", "/v1/cups/\(cup)") }
            #expect(
                await ask(port, "GET", "/v1/cups/1")?.text == #"{"won":1}"#,
                "two others took its place"
            )
            #expect(await ask(port, "GET", "/v1/trophies")?.text == #"{"won":0}"#, "which is no place of all")
            #expect(await ask(port, "POST", "/v1/trophies/show")?.status == 204)
            #expect(await ask(port, "GET", "/v1/trophies")?.text == #"{"won":1}"#, "its part was published")
            let metrics = try #require(await ask(port, "GET", "/metrics")?.text)
            #expect(metrics.contains("# TYPE trophies_won_total counter\ntrophies_won_total 1\n"))
            let paths = await ask(port, "GET", "/openapi.json")?.json["paths"] as? [String: Any]
            #expect(paths?["/v1/trophies"] != nil && paths?["/v1/regions"] != nil)
            #expect(try await count(appliance) == 1)
            #expect(await ask(port, "DELETE", path)?.status == 204)
            #expect(try await count(appliance) == 0)
        }
        let end = ["person deleted", "farewell", "stopped", "ended", "closed", "file ends"]
        #expect(trophies.heard.all == ["file opened", "prepared", "runs"] + end)
        let names = try FileManager.default.contentsOfDirectory(atPath: appliance.folder)
        #expect(
            names.filter { $0.hasPrefix("trophies.db") } == ["trophies.db"],
            "closed, its log emptied into it"
        )
    }

    private func count(_ appliance: ApplicationFixture) async throws -> Int64? {
        try await appliance.stores.state.read("count") { db throws(SQLiteError) in
            try db.first("SELECT count(*) FROM trophies") { row throws(SQLiteError) in try row.integer(0) }
        }
    }

    @Test("a backup with a feature's table is restored where the feature is, its values within their bounds")
    func backup() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/watchpost-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = DatabaseFile(path: folder + "/state.db", durability: .full, damage: .report)
        let tables = (Feature.all + [TrophyFeature().feature]).tables
        for (title, word) in [("cup", nil), ("the largest cup", "title is longer than 8")]
            as [(String, String?)]
        {
            let opened = try await Database.open(file, migrations: tables.migrations, now: nil)
            try await opened.database.write("win") { db throws(SQLiteError) in
                try db.execute("INSERT INTO trophies VALUES (?1, 1)", .text(title))
            }
            await opened.database.close()
            #expect(refusal(file.path, tables).map { $0.contains(word ?? "?") } == word.map { _ in true })
        }
        #expect(refusal(file.path, Feature.all.tables)?.contains("unknown: trophies/1") == true)
    }

    /// Why a file is not restored.
    private func refusal(_ path: String, _ tables: StateTables) -> String? {
        do throws(DatabaseError) {
            try StateSnapshot.check(path, tables, comesFromElsewhere: true)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("the description of the API names exactly the routes that the features serve")
    func described() async throws {
        let appliance = try await ApplicationFixture(settings: "[arena]\nenabled = true")
        let routes = appliance.application.routes.filter { !$0.pattern.hasPrefix("/demo/") }
        await appliance.close()
        let document = try JSONSerialization.jsonObject(with: OpenAPITests.served) as? [String: Any]
        let paths = try #require(document?["paths"] as? [String: [String: Any]])
        let documented = paths.flatMap { path, methods in methods.keys.map { "\($0.uppercased()) \(path)" } }
        #expect(documented.sorted() == routes.map { "\($0.verb.rawValue) \($0.pattern)" }.sorted())
    }

    @Test("the tables of a release are never edited")
    func pinned() {
        var sums: [String] = []
        let files = History.tables.migrations + ArenaDatabase.tables.migrations
        for migration in Feature.all.tables.migrations + files {
            // FNV-1a, 64 bits.
            var sum: UInt64 = 0xcbf2_9ce4_8422_2325
            for byte in migration.sql.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
            sums.append("\(migration.name) \(String(sum, radix: 16))")
        }
        #expect(
            sums == [
                "realms/1 c5dce4c08d1524fb", "events/1 6f12db6f4674fa09",
                "rotations/1 2848c0f63da740eb", "rotations/2 37f16fd7a2feeb7c", "devices/1 516c35bb844a98ff",
                "devices/2 c6d0d18a057b15eb", "devices/3 69bd419942e1d845", "devices/4 12ad3d59301528e2",
                "devices/5 62a0c81927507c04", "devices/6 993e039fe11dcea", "devices/7 2f3f4093b2a2413",
                "notices/1 1a61ab200a3668a0",
                "notices/2 68fd0074210c5ddd",
                "notices/3 5dd7729a452487a1", "notices/4 13d15829d655cad9",
                "notices/5 c57bb42e9780b9cd", "notices/6 810ba511d80a44a7",
                "settings/1 4065e5d1b534394c",
                "persons/1 2927ed11d7b97b78", "persons/2 2ca299645bb8287b", "calendar/1 eae66ebb4667369b",
                "likes/1 9252db918e76d320", "arena-persons/1 38a994f1f85a6746", "files/1 566bb0109bb0b08e",
                "history/1 8f53d36c2d9a5471", "arena/20 c6a1c1e532a08aee",
            ]
        )
    }
}
