import Core
import Foundation
import Testing

@testable import Appliance
@testable import Serving

/// What a feature brings beyond tables and routes: the sample has all of it, and no line of the appliance names it.
@Suite("What a feature brings along")
struct FeatureSeamTests {
    private func ask(
        _ port: UInt16,
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        as number: Int = 1
    ) async -> RawClient.Answer? {
        let bearer = "Authorization: Bearer \(PersonalFixture.credential(number))"
        return await RawClient.ask(port, method, path, body, [bearer])
    }

    private func register(_ port: UInt16, _ number: Int) async {
        let path = PersonalFixture.path(number)
        #expect(await ask(port, "PUT", path, PersonalFixture.registration, as: number)?.status == 201)
    }

    @Test("callers of its own are known at the gate, as often as it says, and forgotten with their person")
    func callers() async throws {
        let trophies = TrophyFeature()
        let appliance = try await ApplicationFixture([trophies.feature])
        defer { appliance.remove() }
        try await appliance.run { port in
            await register(port, 1)
            #expect(await ask(port, "GET", "/v1/trophies/me", as: 9)?.status == 401, "nobody yet")
            #expect(await ask(port, "POST", PersonalFixture.path(1, "/trophies/player"))?.status == 204)
            for _ in 1...3 {
                let answer = await ask(port, "GET", "/v1/trophies/me", as: 9)
                #expect(answer?.json["person"] as? Int != nil)
            }
            #expect(trophies.asked.value == 3, "for the phone's new id, the stranger, the player")
            #expect(await ask(port, "DELETE", PersonalFixture.path(1))?.status == 204)
            #expect(await ask(port, "GET", "/v1/trophies/me", as: 9)?.status == 200)
            #expect(trophies.asked.value == 4, "what was known of the person's player was dropped")
            #expect(await ask(port, "GET", "/v1/trophies/me", as: 9)?.status == 200)
            #expect(await ask(port, "GET", "/v1/trophies/me", as: 9)?.status == 429)
        }
    }

    @Test("a file that cannot be used closes the feature alone, the panel says so, and it opens by itself")
    func file() async throws {
        let appliance = try await ApplicationFixture([TrophyFeature().feature]) { folder in
            try FileManager.default.createDirectory(
                atPath: folder + "/trophies.db",
                withIntermediateDirectories: false
            )
        }
        defer { appliance.remove() }
        try await appliance.run { port in
            await register(port, 1)
            let player = PersonalFixture.path(1, "/trophies/player")
            #expect(await ApplicationFixture.panel(port, shows: "E99"))
            #expect(await ask(port, "POST", player)?.status == 503)
            #expect(await ask(port, "GET", "/v1/trophies")?.status == 200)
            let export = PersonalFixture.path(1, "/trophies/export")
            #expect(await ask(port, "GET", export)?.status == 503, "none rather than half of one")
            try FileManager.default.removeItem(atPath: appliance.folder + "/trophies.db")
            #expect(await ApplicationFixture.panel(port, shows: "E99", false))
            #expect(await ask(port, "POST", player)?.status == 204)
            let parts = try #require(await ask(port, "GET", export)?.json)
            #expect(parts["players"] as? [String] == [String(PersonalFixture.credential(9).prefix(22))])
            #expect(parts["phones"] != nil && parts["trophies"] != nil)
        }
    }

    @Test("what stands in the way of a join is told in its words")
    func obstacle() async throws {
        let appliance = try await ApplicationFixture([TrophyFeature().feature])
        defer { appliance.remove() }
        try await appliance.run { port in
            await register(port, 1)
            await register(port, 2)
            #expect(await ask(port, "POST", PersonalFixture.path(2, "/trophies"), as: 2)?.status == 204)
            let code = await ask(port, "POST", PersonalFixture.path(1, "/link"))?.json["code"] ?? ""
            let join = PersonalFixture.path(2, "/join")
            let answer = await ask(port, "POST", join, "{\"code\":\"\(code)\"}", as: 2)
            #expect(answer?.status == 409)
            #expect(answer?.json["code"] as? String == "winner")
            #expect(answer?.json["detail"] as? String == "who won a cup joins nobody")
        }
    }

    @Test("one that the settings leave out serves and opens nothing, and what it kept goes with its person")
    func leftOut() async throws {
        let trophies = TrophyFeature()
        let appliance = try await ApplicationFixture(
            [trophies.feature],
            settings: "hosts = [\"no-trophies\"]"
        )
        defer { appliance.remove() }
        try await appliance.run { port in
            await register(port, 1)
            #expect(await ask(port, "GET", "/v1/trophies")?.status == 404)
            #expect(await ask(port, "GET", PersonalFixture.path(1, "/trophies"))?.status == 404)
            let paths = await ask(port, "GET", "/openapi.json")?.json["paths"] as? [String: Any]
            #expect(paths?["/v1/regions"] != nil && paths?["/v1/trophies"] == nil)
            let metrics = try #require(await ask(port, "GET", "/metrics")?.text)
            #expect(!metrics.contains("trophies"))
            #expect(await ask(port, "DELETE", PersonalFixture.path(1))?.status == 204)
        }
        #expect(trophies.heard.all == ["person deleted"])
        #expect(!FileManager.default.fileExists(atPath: appliance.folder + "/trophies.db"))
    }

    /// What the archive's key says, and what is there after the restore.
    private static let keys: [(kept: String, after: String)] = [("gold", "gold"), ("brass", "silver")]

    @Test("a kept file is in backups and comes back, unless it is worth nothing", arguments: keys)
    func keptFile(kept: String, after: String) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/watchpost-\(UUID().uuidString)"
        let folder = (Feature.all + [TrophyFeature().feature]).folder(at: path + "/state")
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let tables = (Feature.all + [TrophyFeature().feature]).tables
        let state = StateFile.state(tables).file(in: folder.path)
        let opened = try await Database.open(state, migrations: tables.migrations, now: nil)
        await opened.database.close()
        try Data(kept.utf8).write(to: URL(filePath: folder.file("trophy-key")))
        let archive = path + "/archive"
        #expect(BackupCommand(folder: folder, file: archive, now: nil).run() == 0)
        #expect(try ArchiveReader(path: archive).files.map(\.name).sorted() == ["state.db", "trophy-key"])
        try Data("silver".utf8).write(to: URL(filePath: folder.file("trophy-key")))
        #expect(RestoreCommand(folder: folder, file: archive, now: nil).run() == 0)
        let bytes = try Data(contentsOf: URL(filePath: folder.file("trophy-key")))
        #expect(String(decoding: bytes, as: UTF8.self) == after)
        let ours = Feature.all.folder(at: folder.path)
        #expect(RestoreCommand(folder: ours, file: archive, now: nil).run() == 1, "unknown to this release")
    }
}
