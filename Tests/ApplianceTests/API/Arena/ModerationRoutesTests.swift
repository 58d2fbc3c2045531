import Foundation
import Testing
import TestSupport

@testable import Appliance
@testable import Arena
@testable import Core
@testable import Serving

@Suite("Moderation of a whole appliance: hidings, bans, names and the audit")
struct ModerationRoutesTests {
    /// An appliance that runs, and how to ask it.
    private struct Arena: Sendable {
        let port: UInt16
        let folder: String
        static let game = "/v1/admin/games/snake"

        func ask(
            _ method: String,
            _ path: String,
            _ body: String? = nil,
            bearer: String,
            _ headers: [String] = []
        ) async -> RawClient.Answer? {
            let all = ["Authorization: Bearer \(bearer)"] + headers
            return await RawClient.ask(port, method, path, body, all)
        }

        /// As the owner.
        func own(_ method: String, _ path: String, _ body: String? = nil) async -> RawClient.Answer? {
            let key = try? String(contentsOfFile: OwnerKey.path(in: folder), encoding: .utf8)
            return await ask(
                method,
                path,
                body,
                bearer: (key ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
            )
        }

        /// The code of a new player.
        func register(_ number: Int) async -> String {
            let credential = PersonalFixture.credential(number)
            let path = "/v1/games/snake/installs/\(credential.prefix(22))"
            let answer = await ask("PUT", path, #"{"name":"Player \#(number)"}"#, bearer: credential)
            return (answer?.json["player"] as? [String: Any])?["code"] as? String ?? ""
        }

        func submit(_ score: Int64, of number: Int) async -> RawClient.Answer? {
            await ask(
                "POST",
                "/v1/games/snake/boards/level-1/results",
                #"{"score":\#(score)}"#,
                bearer: PersonalFixture.credential(number),
                ["Idempotency-Key: \(UUID().uuidString)"]
            )
        }

        /// A hiding once nobody works on it any more: on a busy machine an answer does not wait for that.
        func settled(_ answer: RawClient.Answer?) async -> [String: Any]? {
            guard answer?.status == 202 else { return answer?.json }
            var body: [String: Any]?
            let isSettled = await becomesTrue {
                body = await own("GET", "\(Arena.game)/hidings/1")?.json
                return (body?["state"] as? String).map { !$0.hasSuffix("ing") } ?? false
            }
            return isSettled ? body : nil
        }

        func scores() async -> [Int]? {
            let path = "/v1/games/snake/boards/level-1?limit=100"
            let answer = await ask("GET", path, bearer: PersonalFixture.credential(1))
            return (answer?.json["rows"] as? [[String: Any]])?.compactMap { $0["score"] as? Int }
        }
    }

    private func run(_ work: (Arena) async throws -> Void) async throws {
        let fixture = try await ApplicationFixture(
            settings: "[arena]\nenabled = true\nregistrations_per_hour = 100"
        )
        defer { fixture.remove() }
        try await fixture.run { port in
            let arena = Arena(port: port, folder: fixture.folder)
            #expect(await arena.own("PUT", Arena.game, #"{"version":0,"name":"Snake"}"#)?.status == 201)
            let board = #"{"version":0,"name":"Level 1","windows":["day"]}"#
            #expect(await arena.own("PUT", "\(Arena.game)/boards/level-1", board)?.status == 201)
            try await work(arena)
        }
    }

    @Test("everything above a score is previewed, hidden in one step, listed, and undone")
    func hide() async throws {
        try await run { arena in
            for number in 1...3 { _ = await arena.register(number) }
            for (score, number) in [(50, 1), (900, 1), (70, 2), (800, 3)] as [(Int64, Int)] {
                #expect(await arena.submit(score, of: number)?.status == 201)
            }
            #expect(await arena.scores() == [900, 800, 70])
            let wish = #"{"board":"level-1","above":100}"#
            let preview = try #require(await arena.own("POST", "\(Arena.game)/hidings/preview", wish))
            #expect(preview.status == 200, "\(preview.text)")
            #expect(preview.json["results"] as? Int == 2 && preview.json["players"] as? Int == 2)
            let boards = preview.json["boards"] as? [[String: Any]]
            #expect((boards?.first?["before"] as? [String: Any])?["score"] as? Int == 900)
            #expect((boards?.first?["after"] as? [String: Any])?["score"] as? Int == 70)
            #expect(await arena.scores() == [900, 800, 70])
            let hidden = await arena.own("POST", "\(Arena.game)/hidings", wish)
            #expect(await arena.settled(hidden)?["state"] as? String == "hidden", "\(hidden?.text ?? "")")
            #expect(await arena.scores() == [70, 50])
            let undone = await arena.own("POST", "\(Arena.game)/hidings/1/undo", "{}")
            #expect(await arena.settled(undone)?["returned"] as? Int == 2, "\(undone?.text ?? "")")
            #expect(await arena.scores() == [900, 800, 70])
            let list = await arena.own("GET", "\(Arena.game)/hidings")?.json["hidings"] as? [[String: Any]]
            #expect(list?.count == 1 && list?.first?["state"] as? String == "undone")
            #expect(list?.first?["by"] as? String == "the owner")
            let audit = await arena.own("GET", "\(Arena.game)/audit")?.json["entries"] as? [[String: Any]]
            #expect(audit?.compactMap { $0["act"] as? String } == ["undid", "hid"])
            #expect(audit?.compactMap { $0["results"] as? Int } == [2, 2])
        }
    }

    @Test("what cannot be meant is refused in words, and nothing is hidden")
    func refused() async throws {
        try await run { arena in
            let code = await arena.register(1)
            #expect(await arena.submit(50, of: 1)?.status == 201)
            #expect(
                await arena.own("PUT", "/v1/admin/games/chess", #"{"version":0,"name":"Chess"}"#)?.status
                    == 201
            )
            let hidings = "\(Arena.game)/hidings"
            for (body, status) in [
                ("{}", 400), (#"{"board":"level-1"}"#, 400), (#"{"above":5}"#, 400), ("[]", 400),
                (#"{"since":"2026-11-22T12:00:00Z","until":"2026-11-22T12:00:00Z"}"#, 400),
                (#"{"since":"yesterday"}"#, 400), (#"{"board":"level-1","above":9223372036854775808}"#, 400),
                (#"{"board":"level-1","above":1.5}"#, 400),
                (#"{"board":"level-1","above":9223372036854775807}"#, 400),
                (#"{"board":"level-9","above":5}"#, 404), (#"{"player":"nobody"}"#, 404),
                (#"{"result":99}"#, 404),
                (#"{"result":1,"board":"level-1"}"#, 400), (#"{"board":"level-1","above":50}"#, 422),
            ] {
                let answer = try #require(await arena.own("POST", hidings, body))
                #expect(
                    answer.status == status && !(answer.json["detail"] as? String ?? "").isEmpty,
                    "\(body): \(answer.text)"
                )
            }
            #expect(await arena.own("POST", "/v1/admin/games/chess/hidings", #"{"result":1}"#)?.status == 404)
            #expect(await arena.own("POST", "/v1/admin/games/go/hidings", #"{"result":1}"#)?.status == 404)
            for path in ["\(hidings)/1/undo", "\(hidings)/x/undo", "\(hidings)/99999999999999999999/undo"] {
                #expect(await arena.own("POST", path, "{}")?.status == 404)
            }
            let stranger = PersonalFixture.credential(1)
            #expect(
                [401, 403].contains(
                    await arena.ask("POST", hidings, #"{"result":1}"#, bearer: stranger)?.status
                )
            )
            #expect(
                [401, 403].contains(
                    await arena.ask("PUT", "\(Arena.game)/bans/\(code)", "{}", bearer: stranger)?.status
                )
            )
            #expect([401, 403].contains(await arena.ask("GET", "/v1/admin/audit", bearer: stranger)?.status))
            #expect(await arena.scores() == [50])
            #expect((await arena.own("GET", hidings)?.json["hidings"] as? [Any])?.isEmpty == true)
        }
    }

    @Test("a banned player is refused in words and nothing is stored, until the ban is lifted")
    func ban() async throws {
        try await run { arena in
            let code = await arena.register(1)
            #expect(await arena.submit(50, of: 1)?.status == 201)
            let bans = "\(Arena.game)/bans"
            #expect(await arena.own("PUT", "\(bans)/nobody", "{}")?.status == 404)
            #expect(await arena.own("PUT", "\(bans)/\(code)", #"{"note":"a\nb"}"#)?.status == 400)
            let long = String(repeating: "x", count: 201)
            #expect(await arena.own("PUT", "\(bans)/\(code)", #"{"note":"\#(long)"}"#)?.status == 400)
            #expect(await arena.own("PUT", "\(bans)/\(code)", #"{"note":"bot"}"#)?.status == 200)
            let refused = try #require(await arena.submit(60, of: 1))
            #expect(refused.status == 403 && refused.json["code"] as? String == "player-banned")
            #expect(await arena.scores() == [50])
            let results = await arena.own("GET", "\(Arena.game)/results")?.json["results"] as? [Any]
            #expect(results?.count == 1)
            let listed = await arena.own("GET", bans)?.json["bans"] as? [[String: Any]]
            #expect(listed?.first?["note"] as? String == "bot")
            #expect(await arena.own("DELETE", "\(bans)/\(code)")?.status == 200)
            #expect(await arena.own("DELETE", "\(bans)/\(code)")?.status == 404)
            #expect(await arena.submit(60, of: 1)?.status == 201)
        }
    }

    @Test("a player gets another name, or the one that who has none has; all of it is in the audit")
    func rename() async throws {
        try await run { arena in
            let (code, other) = (await arena.register(1), await arena.register(2))
            let path = "/v1/admin/players/\(code)"
            #expect(await arena.own("PUT", path, #"{"name":"Ola"}"#)?.json["name"] as? String == "Ola")
            #expect(await arena.own("PUT", path, #"{"name":"Player 2"}"#)?.status == 409)
            #expect(await arena.own("PUT", path, #"{"name":"admin"}"#)?.status == 400)
            #expect(await arena.own("PUT", "/v1/admin/players/nobody", #"{"name":"Jan"}"#)?.status == 404)
            #expect(await arena.own("PUT", path, "{}")?.json["name"] as? String == "Player-\(code)")
            #expect(await arena.own("DELETE", "/v1/admin/players/\(other)")?.status == 200)
            let audit = await arena.own("GET", "/v1/admin/audit")?.json["entries"] as? [[String: Any]]
            #expect(audit?.compactMap { $0["act"] as? String } == ["removed-player", "renamed", "renamed"])
        }
    }
}
