import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Serving

@Suite("Games of developers over the API")
struct DeveloperGameRoutesTests {
    /// Two developers, and a game of the first.
    private final class World {
        let fixture: DeveloperFixture
        let ola: String
        let jan: String

        init() async throws {
            fixture = try await DeveloperFixture()
            ola = try await fixture.registered("ola")
            jan = try await fixture.registered("jan")
            let added = await put("/snake", ["version": 0, "name": "Snake"], ola)
            #expect(added?.status == 201 && added?.json["game"] as? String == "snake")
        }

        func put(_ path: String, _ body: [String: Any], _ bearer: String) async -> RawClient.Answer? {
            await fixture.ask("PUT", "/developers/games\(path)", body, bearer: bearer)
        }

        func post(_ path: String, _ body: [String: Any]?, _ bearer: String) async -> RawClient.Answer? {
            await fixture.ask("POST", "/developers/games\(path)", body, bearer: bearer)
        }

        func list(_ bearer: String) async -> [[String: Any]]? {
            await fixture.ask("GET", "/developers/games", bearer: bearer)?.json["games"] as? [[String: Any]]
        }
    }

    @Test("a developer adds a game and its boards, begins seasons, is told each key once, and closes it")
    func life() async throws {
        let world = try await World()
        let board = await world.put("/snake/boards/level-1", ["version": 0, "name": "Level 1"], world.ola)
        #expect(board?.status == 201 && board?.json["board"] as? String == "level-1")
        let season = await world.post("/snake/boards/level-1/seasons", ["season": 0], world.ola)
        #expect(season?.status == 201)
        let key = try #require(await world.post("/snake/keys", ["keyVersion": 1], world.ola))
        #expect(key.status == 201 && (key.json["key"] as? String)?.utf8.count == 64)
        #expect(await world.post("/snake/keys", ["keyVersion": 1], world.ola)?.status == 409)
        let shown = await world.fixture.ask("GET", "/developers/games/snake/keys", bearer: world.ola)
        #expect(shown?.status == 405)
        let listed = try #require(await world.list(world.ola)?.first)
        #expect(listed["keyVersion"] as? Int == 2 && listed["oldKeyUntil"] != nil)
        #expect((listed["boards"] as? [[String: Any]])?.count == 1)
        let stale = await world.put("/snake", ["version": 1, "name": "Snake 2"], world.ola)
        #expect(stale?.status == 409 && (stale?.json["current"] as? [String: Any])?["version"] as? Int == 2)
        #expect(await world.put("/snake", ["version": 2, "name": "Snake 2"], world.ola)?.status == 200)
        let closed = await world.post("/snake/close", nil, world.ola)
        #expect(closed?.status == 200 && closed?.json["closedAt"] != nil)
    }

    @Test("the list has figures: players, results of today and of thirty days, and those that wait")
    func figures() async throws {
        let world = try await World()
        _ = await world.put("/snake/boards/level-1", ["version": 0, "name": "L", "holdAbove": 10], world.ola)
        let file = world.fixture.file
        let install = try await ArenaServiceFixture.install(1, file)
        let ledger = ResultLedger(database: file, mostResults: 100)
        let times: [Int64] = [-40 * 86_400, -29 * 86_400, -86_400, -60, 0]
        for (number, time) in times.enumerated() {
            let key = [UInt8](repeating: UInt8(number), count: 16)
            let submission = Submission(key: key, board: "level-1", score: Int64(7 + number))
            _ = try await ledger.submit(
                [submission],
                of: install,
                at: APIFixture.noon.advanced(by: time),
                standings: { _, _ in .nothing },
                then: { _ in }
            )
        }
        let listed = try #require(await world.list(world.ola)?.first)
        let figures = try #require(listed["figures"] as? [String: Int])
        #expect(figures == ["players": 1, "today": 2, "month": 4, "flagged": 1])
        #expect(await world.list(world.jan)?.isEmpty == true)
    }

    @Test("another developer's game is not there, whatever is asked of it, and its name is taken")
    func others() async throws {
        let world = try await World()
        _ = await world.put("/snake/boards/level-1", ["version": 0, "name": "L"], world.ola)
        let nothing = await world.put("/chess", ["version": 3, "name": "C"], world.jan)?.text
        #expect(await world.put("/snake", ["version": 1, "name": "Mine"], world.jan)?.text == nothing)
        let taken = await world.put("/snake", ["version": 0, "name": "Mine"], world.jan)
        #expect(taken?.status == 409 && taken?.problemCode == "game-taken" && taken?.json["current"] == nil)
        let asked: [(String, String, [String: Any]?)] = [
            ("PUT", "/boards/level-1", ["version": 1, "name": "Mine"]),
            ("PUT", "/boards/new", ["version": 0, "name": "Mine"]),
            ("POST", "/boards/level-1/seasons", ["season": 0]), ("POST", "/keys", ["keyVersion": 1]),
            ("POST", "/close", nil), ("DELETE", "/style", nil), ("DELETE", "/background", nil),
            ("GET", "/results", nil), ("GET", "/export", nil), ("POST", "/results/1/hide", nil),
            ("POST", "/results/1/restore", nil),
            ("GET", "/hidings", nil), ("POST", "/hidings", ["board": "level-1", "above": 1]),
            ("POST", "/hidings/preview", ["board": "level-1", "above": 1]), ("GET", "/hidings/1", nil),
            ("POST", "/hidings/1/undo", nil), ("GET", "/bans", nil), ("GET", "/audit", nil),
            ("PUT", "/bans/abcdefghij", ["note": "cheats"]), ("DELETE", "/bans/abcdefghij", nil),
        ]
        for (method, path, body) in asked {
            let (there, none) = (
                await world.fixture.ask(method, "/developers/games/snake\(path)", body, bearer: world.jan),
                await world.fixture.ask(method, "/developers/games/chess\(path)", body, bearer: world.jan)
            )
            #expect(there?.status == 404 && there?.text == none?.text, "\(method) \(path)")
        }
        let listed = try #require(await world.list(world.ola)?.first)
        #expect(listed["version"] as? Int == 1 && listed["name"] as? String == "Snake")
        #expect(listed["closedAt"] == nil && listed["keyVersion"] as? Int == 1)
    }

    @Test("a developer looks at results, hides them, and reads in the audit who did it")
    func moderation() async throws {
        let world = try await World()
        _ = await world.put("/snake/boards/level-1", ["version": 0, "name": "L"], world.ola)
        let file = world.fixture.file
        let install = try await ArenaServiceFixture.install(1, file)
        _ = try await ResultLedger(database: file, mostResults: 100).submit(
            [Submission(key: [UInt8](repeating: 7, count: 16), board: "level-1", score: 7)],
            of: install,
            at: APIFixture.noon,
            standings: { _, _ in .nothing },
            then: { _ in }
        )
        func look(_ path: String) async -> RawClient.Answer? {
            await world.fixture.ask("GET", "/developers/games/snake\(path)", bearer: world.ola)
        }
        let results = await look("/results")?.json["results"] as? [[String: Any]]
        let number = try #require(results?.first?["number"] as? Int)
        #expect(await world.post("/snake/results/\(number)/hide", nil, world.ola)?.status == 200)
        #expect((await look("/results?state=hidden")?.json["results"] as? [Any])?.count == 1)
        let audit = await look("/audit")?.text ?? ""
        #expect(audit.contains("\"developer ") && audit.contains("result \(number)"), "\(audit)")
        #expect(await look("/hidings")?.status == 200)
        #expect(await look("/bans")?.status == 200)
    }

    @Test("a session that ended reaches no game, and games of who went are the owner's")
    func sessions() async throws {
        let world = try await World()
        let change = ["password": DeveloperFixture.password, "newPassword": "another horse"]
        let after = await world.fixture.ask("PUT", "/developers/me/password", change, bearer: world.ola)
        let session = try #require(after?.json["credential"] as? String)
        #expect(await world.put("/snake", ["version": 1, "name": "S"], world.ola)?.status == 401)
        #expect(await world.list(session)?.count == 1)
        let farewell = ["password": "another horse", "games": "owner"]
        #expect(await world.fixture.ask("DELETE", "/developers/me", farewell, bearer: session)?.status == 204)
        let games = GameStore(database: world.fixture.file)
        #expect(try await games.game("snake")?.game.developer == nil)
        let taken = await world.put("/snake", ["version": 0, "name": "S"], world.jan)
        #expect(taken?.problemCode == "game-taken")
    }
}
