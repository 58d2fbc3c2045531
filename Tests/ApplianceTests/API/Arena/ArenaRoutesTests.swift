import Foundation
import Testing

@testable import Appliance
@testable import Core
@testable import Serving

@Suite("Players, games and boards of a whole appliance")
struct ArenaRoutesTests {
    private static let isOn = "[arena]\nenabled = true\nregistrations_per_hour = 20\nmax_players = 33"

    /// An appliance that runs, and how to ask it.
    private struct Arena: Sendable {
        let port: UInt16
        let folder: String

        func ask(
            _ method: String,
            _ path: String,
            _ body: String? = nil,
            bearer: String
        ) async -> RawClient.Answer? {
            let headers = ["Authorization: Bearer \(bearer)"]
            return await PatientClient(port: port).request(method, path, body: body, headers: headers)
        }

        /// As the owner.
        func own(_ method: String, _ path: String, _ body: String? = nil) async -> RawClient.Answer? {
            let key = try? String(contentsOfFile: OwnerKey.path(in: folder), encoding: .utf8)
            let bearer = (key ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            return await ask(method, "/v1/admin/games\(path)", body, bearer: bearer)
        }

        /// Installation `number` of a game makes itself known.
        func register(
            _ number: Int,
            _ body: String = "{}",
            game: String = "snake",
            secret: Character = "s"
        ) async -> RawClient.Answer? {
            let credential = PersonalFixture.credential(number, secret: secret)
            let path = "/v1/games/\(game)/installs/\(credential.prefix(22))"
            return await ask("PUT", path, body, bearer: credential)
        }

        func me(_ method: String, _ number: Int, _ body: String? = nil) async -> RawClient.Answer? {
            await ask(method, "/v1/me", body, bearer: PersonalFixture.credential(number))
        }
    }

    /// Runs an appliance with one game while `work` asks it.
    private func run(
        _ settings: String = ArenaRoutesTests.isOn,
        game: Bool = true,
        _ work: (Arena) async throws -> Void
    ) async throws {
        let fixture = try await ApplicationFixture(settings: settings)
        defer { fixture.remove() }
        try await fixture.run { port in
            let arena = Arena(port: port, folder: fixture.folder)
            if game {
                #expect(await arena.own("PUT", "/snake", #"{"version":0,"name":"Snake"}"#)?.status == 201)
            }
            try await work(arena)
        }
    }

    @Test("while it is off there is no route and no file")
    func off() async throws {
        try await run("", game: false) { arena in
            #expect(await arena.own("GET", "")?.status == 404)
            #expect(await arena.register(1)?.status == 404)
            #expect(await arena.me("GET", 1)?.status == 404)
            #expect(!FileManager.default.fileExists(atPath: arena.folder + "/arena.db"))
        }
    }

    @Test("an installation registers, again without harm, and never with another secret")
    func register() async throws {
        try await run { arena in
            let first = try #require(await arena.register(1, #"{"name":"Żółć"}"#))
            #expect(first.status == 201, "\(first.text)")
            let player = try #require(first.json["player"] as? [String: Any])
            #expect(player["name"] as? String == "Żółć" && player["guest"] as? Bool == true)
            #expect(first.json["nameChange"] == nil)
            let again = try #require(await arena.register(1, #"{"name":"other"}"#))
            #expect(again.status == 200)
            #expect((again.json["player"] as? [String: Any])?["code"] as? String == player["code"] as? String)
            #expect(await arena.register(1, secret: "t")?.status == 401)
            #expect(await arena.register(2, game: "chess")?.status == 404)
            #expect(await arena.own("POST", "/snake/close")?.status == 200)
            #expect(await arena.register(2)?.status == 410)
            #expect(await arena.register(1)?.status == 200)
        }
    }

    @Test("a name that is taken or not allowed gets a free variant, and the answer says so")
    func names() async throws {
        try await run { arena in
            #expect(await arena.register(1, #"{"name":"Ola"}"#)?.status == 201)
            let taken = try #require(await arena.register(2, #"{"name":"0LA"}"#))
            #expect(taken.status == 201 && taken.json["nameChange"] as? String == "taken")
            #expect((taken.json["player"] as? [String: Any])?["name"] as? String == "0LA-2")
            let bad = try #require(await arena.register(3, "{\"name\":\"a\\u202eb\"}"))
            #expect(bad.status == 201 && bad.json["nameChange"] as? String == "notAllowed")
            let name = (bad.json["player"] as? [String: Any])?["name"] as? String
            #expect(name?.hasPrefix("Player-") == true)
            let none = try #require(await arena.register(4))
            #expect(none.status == 201 && none.json["nameChange"] == nil)
        }
    }

    @Test("players read and rename themselves, and a change that came second is told the current one")
    func me() async throws {
        try await run { arena in
            #expect(await arena.me("GET", 1)?.status == 401)
            _ = await arena.register(1, #"{"name":"Ola"}"#)
            _ = await arena.register(2, #"{"name":"Jan"}"#)
            #expect(await arena.me("GET", 1)?.json["name"] as? String == "Ola")
            let renamed = await arena.me("PUT", 1, #"{"version":1,"name":"Ala"}"#)
            #expect(renamed?.status == 200 && renamed?.json["version"] as? Int == 2)
            let late = await arena.me("PUT", 1, #"{"version":1,"name":"Ela"}"#)
            #expect(late?.status == 409)
            #expect((late?.json["current"] as? [String: Any])?["name"] as? String == "Ala")
            let taken = await arena.me("PUT", 2, #"{"version":1,"name":"ALA"}"#)
            #expect(taken?.status == 409 && taken?.json["code"] as? String == "name-taken")
            for name in ["", "123456789012345678901", "pаypal", "a\u{200B}"] {
                let refused = await arena.me("PUT", 2, "{\"version\":1,\"name\":\"\(name)\"}")
                #expect(refused?.status == 400 && refused?.json["code"] as? String == "name-not-allowed")
            }
        }
    }

    @Test("a phone is the player of its person, is exported with it, and ends with it")
    func phone() async throws {
        try await run { arena in
            let path = PersonalFixture.path(9)
            let phone = PersonalFixture.credential(9)
            let registration = PersonalFixture.registration
            #expect(await arena.ask("PUT", path, registration, bearer: phone)?.status == 201)
            let player = try #require(await arena.me("GET", 9))
            #expect(player.status == 200 && player.json["guest"] as? Bool == false)
            let name = try #require(player.json["name"] as? String)
            #expect(await arena.me("GET", 9)?.text == player.text)
            #expect(await arena.me("PUT", 9, #"{"version":1,"name":"Zosia"}"#)?.status == 200)
            #expect(await arena.ask("DELETE", path, bearer: phone)?.status == 204)
            #expect(await arena.me("GET", 9)?.status == 401)
            // Its name is free once the arena has followed.
            var status: Int?
            var number = 1
            while status != 200, number < 15 {
                status = nil
                let next = try #require(await arena.register(number, #"{"name":"Zosia"}"#))
                if next.json["nameChange"] == nil { status = 200 }
                number += 1
                try await Task.sleep(for: .seconds(1))
            }
            #expect(status == 200 && name.hasPrefix("Player-"))
        }
    }

    @Test("games and boards are kept as they were said, and refused where they make no sense")
    func games() async throws {
        try await run { arena in
            let whole = """
                {"version":0,"name":"Level 1","order":"less","operator":"latest","format":"decimals","decimals":3,"unit":"s",
                "low":-9223372036854775808,"high":9223372036854775807,"holdAbove":0,"pace":5,"windows":["week","day"]}
                """
            let board = try #require(await arena.own("PUT", "/snake/boards/level-1", whole))
            #expect(board.status == 201, "\(board.text)")
            #expect(board.text.contains(#""low":-9223372036854775808"#))
            #expect(board.json["windows"] as? [String] == ["day", "week"])
            #expect(await arena.own("PUT", "/snake/boards/level-1", whole)?.status == 200)
            let games = await arena.own("GET", "")?.json["games"] as? [[String: Any]]
            #expect((games?.first?["boards"] as? [[String: Any]])?.first?["version"] as? Int == 1)
            let bad = [
                ("/snake/boards/b", #"{"version":0,"name":"B","low":9223372036854775808}"#, 400),
                ("/snake/boards/b", #"{"version":0,"name":"B","low":1.5}"#, 400),
                ("/snake/boards/b", #"{"version":0,"name":"B","low":"1"}"#, 400),
                ("/snake/boards/b", #"{"version":0,"name":"B","low":2,"high":1}"#, 400),
                ("/snake/boards/b", #"{"version":0,"name":"B","order":"up"}"#, 400),
                ("/snake/boards/B", #"{"version":0,"name":"B"}"#, 400),
                ("/snake/boards/b", #"{"version":7,"name":"B"}"#, 400),
                (
                    "/snake/boards/level-1", #"{"version":1,"name":"B","order":"more","operator":"latest"}"#,
                    400
                ),
                (
                    "/snake/boards/level-1", #"{"version":9,"name":"B","order":"less","operator":"latest"}"#,
                    409
                ),
                ("/chess/boards/b", #"{"version":0,"name":"B"}"#, 404),
                ("/chess/close", "", 404), ("/tetris", #"{"version":0,"name":"T","zone":"Mars/Base"}"#, 400),
                ("/tetris", #"{"version":3,"name":"T"}"#, 404), ("/snake", #"{"version":3,"name":"T"}"#, 409),
            ]
            for (path, body, status) in bad {
                let answer = await arena.own(
                    body.isEmpty ? "POST" : "PUT",
                    path,
                    body.isEmpty ? nil : body
                )
                #expect(answer?.status == status, "\(path) \(body): \(answer?.text ?? "")")
            }
            #expect(
                await arena.ask("GET", "/v1/admin/games", bearer: PersonalFixture.credential(1))?.status
                    == 401
            )
        }
    }

    @Test("new players of a game are counted by the game, and a full arena takes nobody new")
    func floods() async throws {
        try await run { arena in
            for number in 1...20 { #expect(await arena.register(number)?.status == 201, "player \(number)") }
            #expect(await arena.register(21)?.status == 429)
            #expect(await arena.register(20)?.status == 200, "who is known goes on")
            #expect(await arena.own("PUT", "/tetris", #"{"version":0,"name":"Tetris"}"#)?.status == 201)
            for number in 31...40 { #expect(await arena.register(number, game: "tetris")?.status == 201) }
            let full = await arena.register(41, game: "tetris")
            #expect(full?.status == 503 && full?.json["code"] as? String == "arena-full")
        }
    }

    @Test("every route is in the API's description, as long as the arena is on")
    func described() async throws {
        try await run { arena in
            let document = await arena.ask("GET", "/openapi.json", bearer: "x")
            let paths = try #require(document?.json["paths"] as? [String: Any])
            for path in ["/v1/me", "/v1/games/{game}/installs/{id}", "/v1/admin/games/{game}/boards/{board}"]
            {
                #expect(paths[path] != nil, "\(path)")
            }
        }
    }

    @Test("a damaged file closes the arena alone: 503, a fault on the panel, and everything else goes on")
    func damaged() async throws {
        let fixture = try await ApplicationFixture(settings: ArenaRoutesTests.isOn) { folder in
            try Data(repeating: 7, count: 8_192).write(to: URL(fileURLWithPath: folder + "/arena.db"))
        }
        defer { fixture.remove() }
        try await fixture.run { port in
            let arena = Arena(port: port, folder: fixture.folder)
            let closed = await arena.register(1)
            #expect(closed?.status == 503 && closed?.json["code"] as? String == "arena-closed")
            #expect(await arena.me("GET", 1)?.status == 503)
            #expect(await arena.own("GET", "")?.status == 503)
            #expect(await ApplicationFixture.panel(port, shows: "E34"))
            #expect(await arena.ask("GET", "/v1/regions", bearer: "x")?.status == 200)
            let path = PersonalFixture.path(1)
            let phone = PersonalFixture.credential(1)
            #expect(await arena.ask("PUT", path, PersonalFixture.registration, bearer: phone)?.status == 201)
        }
    }
}
