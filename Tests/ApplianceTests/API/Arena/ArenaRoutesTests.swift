import Foundation
import Testing

@testable import Appliance
@testable import Arena
@testable import Core
@testable import Serving

/// What the black-box stories of the arena do not tell.
@Suite("Players, games and boards of a whole appliance")
struct ArenaRoutesTests {
    private static let isOn = "[arena]\nenabled = true"

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
            return await RawClient.ask(port, method, path, body, headers)
        }

        /// As the owner.
        func own(_ method: String, _ path: String, _ body: String? = nil) async -> RawClient.Answer? {
            let key = try? String(contentsOfFile: OwnerKey.path(in: folder), encoding: .utf8)
            let bearer = (key ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            return await ask(method, "/v1/admin/games\(path)", body, bearer: bearer)
        }

        /// Installation `number` of the game makes itself known.
        func register(_ number: Int, _ body: String = "{}") async -> RawClient.Answer? {
            let credential = PersonalFixture.credential(number)
            let path = "/v1/games/snake/installs/\(credential.prefix(22))"
            return await ask("PUT", path, body, bearer: credential)
        }

        func me(_ method: String, _ number: Int, _ body: String? = nil) async -> RawClient.Answer? {
            await ask(method, "/v1/me", body, bearer: PersonalFixture.credential(number))
        }
    }

    /// Runs an appliance with one game while `work` asks it.
    private func run(_ work: (Arena) async throws -> Void) async throws {
        let fixture = try await ApplicationFixture(settings: ArenaRoutesTests.isOn)
        defer { fixture.remove() }
        try await fixture.run { port in
            let arena = Arena(port: port, folder: fixture.folder)
            #expect(await arena.own("PUT", "/snake", #"{"version":0,"name":"Snake"}"#)?.status == 201)
            try await work(arena)
        }
    }

    @Test("a change of oneself that came second is told what is current")
    func conflict() async throws {
        try await run { arena in
            _ = await arena.register(1, #"{"name":"Ola"}"#)
            #expect(await arena.me("PUT", 1, #"{"version":1,"name":"Ala"}"#)?.status == 200)
            let late = await arena.me("PUT", 1, #"{"version":1,"name":"Ela"}"#)
            #expect(late?.status == 409)
            #expect((late?.json["current"] as? [String: Any])?["name"] as? String == "Ala")
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
