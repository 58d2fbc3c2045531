import Foundation
import Testing
import TestSupport
import WatchpostClient
import WatchpostModel

@Suite("A game through the library, with an appliance that is a model")
struct WatchpostGameTests {
    let folder: TemporaryFolder
    let box = GameBox()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func game(name: String? = "Ola", key: GameKey? = nil) -> WatchpostGame {
        WatchpostGame(
            "snake",
            transport: ScriptedTransport { [box] request in box.answer(request) },
            address: "http://box",
            folder: folder.url,
            name: name,
            key: key
        )
    }

    private static let results = "POST /v1/games/snake/results"
    private static let registration = "PUT /v1/games/snake/installs/ID"

    @Test(
        "the first result registers the player and comes back with what the appliance says; the second only goes"
    )
    func first() async throws {
        let game = game()
        let said = try #require(try await game.submit(9_250, to: "level-1"))
        #expect(said.score == 9_250 && said.state == .counts)
        #expect(box.asked == [Self.registration, Self.results])
        try await game.submit(1, to: "level-1", extra: "{\"hat\":1}")
        #expect(box.asked == [Self.registration, Self.results, Self.results])
        #expect(box.state.results["a"]?.map(\.score) == [9_250, 1])
        #expect(box.state.results["a"]?.last?.extra == "{\"hat\":1}")
        #expect(try await game.waiting == 0)
        let body = try #require(box.state.asked.first { $0.method == "PUT" }?.body)
        #expect(try JSONDecoder().decode(InstallRegistrationBody.self, from: body).name == "Ola")
    }

    @Test("the player's key, for a web view, is the one that the box knows by then")
    func token() async throws {
        let game = game()
        let token = try await game.token()
        #expect(box.asked == [Self.registration])
        #expect(box.state.installs["a"]?.map { "\($0.key).\($0.value)" } == [token])
        #expect(try await game.token() == token)
        box.set { $0.isCut = true }
        await #expect(throws: WatchpostError.self) { _ = try await self.game(name: "Ewa").token() }
    }

    @Test("without a connection it waits, also for another process, which is the same player")
    func offline() async throws {
        box.set { $0.isCut = true }
        let first = game()
        #expect(try await first.submit(7, to: "level-1") == nil)
        #expect(try await first.waiting == 1)
        await first.close()
        box.set { $0.isCut = false }
        let second = game()
        #expect(try await second.submit(8, to: "level-1")?.score == 8)
        #expect(box.state.results["a"]?.map(\.score) == [7, 8])
        #expect(box.state.installs["a"]?.count == 1)
        #expect(try await second.waiting == 0)
    }

    @Test("a result that no board takes throws the words of the appliance, and has left")
    func refused() async throws {
        let game = game()
        let news = await game.news()
        do {
            try await game.submit(-1, to: "level-1")
            Issue.record("it was taken")
        } catch {
            guard case .refused(let problem) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(problem.status == 422 && problem.detail == "words of 422")
        }
        #expect(try await game.waiting == 0)
        var heard = news.makeAsyncIterator()
        guard case .refused(let result, _)? = await heard.next() else {
            Issue.record("not told")
            return
        }
        #expect(result.score == -1)
    }

    @Test("who does not want to wait hears of it")
    func kept() async throws {
        let game = game()
        let news = await game.news()
        let kept = try await game.keep(
            5,
            for: "level-1",
            achieved: Date(timeIntervalSince1970: 1_790_000_000.9)
        )
        #expect(kept.achieved == UnixTime(seconds: 1_790_000_000))
        var heard = news.makeAsyncIterator()
        guard case .sent(let result, let body)? = await heard.next() else {
            Issue.record("not told")
            return
        }
        #expect(result == kept && body?.score == 5)
        #expect(UUID(uuidString: kept.key) != nil)
    }

    @Test("another appliance at the address gets nothing of what was played for the first one")
    func elsewhere() async throws {
        let first = game()
        try await first.submit(1, to: "level-1")
        box.set { $0.isCut = true }
        #expect(try await first.submit(2, to: "level-1") == nil)
        await first.close()
        box.set { ($0.isCut, $0.appliance) = (false, "b") }
        let second = game()
        let (atA, atB) = (await first.player?.code, try await second.me().code)
        #expect(atA != nil && atA != atB, "it is somebody else there")
        #expect(try await second.submit(4, to: "level-1")?.score == 4)
        #expect(try await second.waiting == 1)
        #expect(box.state.results["b"]?.map(\.score) == [4])
        await second.close()
        box.set { $0.appliance = "a" }
        let third = game()
        _ = try await third.me()
        try await third.submit(5, to: "level-1")
        #expect(box.state.results["a"]?.map(\.score) == [1, 2, 5])
        #expect(box.state.installs["a"]?.count == 1)
        #expect(try await third.waiting == 0)
    }

    @Test("an appliance that knows no such game is left alone until there is another connection")
    func noGame() async throws {
        let none = ScriptedTransport.problem(404, nil)
        box.set { $0.says[Self.registration] = [none] }
        let game = game()
        let news = await game.news()
        #expect(try await game.submit(1, to: "level-1") == nil)
        #expect(try await game.submit(2, to: "level-1") == nil)
        #expect(box.asked == [Self.registration])
        #expect(try await game.waiting == 2)
        var heard = news.makeAsyncIterator()
        guard case .stopped(let problem)? = await heard.next() else {
            Issue.record("not told")
            return
        }
        #expect(problem.status == 404)
        await game.connectionChanged()
        #expect(await heard.next() != nil)
        #expect(await heard.next() != nil)
        #expect(box.state.results["a"]?.map(\.score) == [1, 2])
    }

    @Test("a player that the appliance forgot begins again, and an id that is another's makes a new player")
    func forgotten() async throws {
        let game = game()
        try await game.submit(1, to: "level-1")
        box.set { $0.installs = [:] }
        try await game.submit(2, to: "level-1")
        let id = try #require(box.state.installs["a"]?.keys.first)
        box.set { $0.installs = ["a": [id: "another secret"]] }
        try await game.submit(3, to: "level-1")
        #expect(box.state.installs["a"]?.count == 2)
        #expect(box.state.results["a"]?.map(\.score) == [1, 2, 3])
        for code in ["other-game", "id-taken"] {
            box.set {
                ($0.installs, $0.says[Self.registration]) = ([:], [ScriptedTransport.problem(409, code)])
            }
            try await game.submit(4, to: "level-1")
            #expect(box.state.installs["a"]?.count == 1)
        }
    }

    @Test("what is signed is signed by the clock of the appliance, and again where that was not known")
    func signed() async throws {
        let late = ScriptedTransport.problem(403, "signature-time")
        box.set { $0.says[Self.results] = [late] }
        let game = game(key: GameKey(String(repeating: "2", count: 64), version: 2))
        #expect(try await game.submit(1, to: "level-1") != nil)
        let sent = box.state.asked.filter { $0.method == "POST" }
        let fields = sent.compactMap { $0.fields["Watchpost-Signature"] }
        // 2026-11-25T12:00:00Z
        #expect(fields.count == 2 && fields.allSatisfy { $0.hasPrefix("v=2,t=17956080") })
        #expect(box.state.asked.filter { $0.method != "POST" }.allSatisfy { $0.fields.isEmpty })
    }

    @Test("a board has rows for a game's own views, and knows who is the player")
    func board() async throws {
        let game = game()
        let page = try await game.board("level-1", window: .week, limit: 2, cursor: "a b&c")
        let path = "/v1/games/snake/boards/level-1?window=week&limit=2&cursor=a%20b%26c"
        #expect(box.asked == ["GET \(path)"] && box.state.asked.last?.bearer == nil)
        #expect(page.rows.map(\.score) == [9_007_199_254_740_993, 5])
        #expect(page.rows[0].picture == URL(string: "http://box/v1/pictures/ab"))
        #expect(page.rows[0].at == Date(timeIntervalSince1970: 1_795_348_801) && page.next == "more")
        #expect(page.rows.allSatisfy { !$0.isMe } && page.own == nil)
        let known = BoardRowBody(
            position: 1,
            rank: 1,
            player: PlayerBody(code: "k", name: "n"),
            score: 1,
            scoreText: "1"
        )
        #expect(BoardRow(known, address: "", me: "k").isMe)
        _ = try await game.board("level-1", .around("k7m2p9x4qa"))
        #expect(box.asked.last == "GET /v1/games/snake/boards/level-1/around/k7m2p9x4qa?window=all")
        _ = try await game.board("level-1", .friends, window: .day, period: "2026-11-21")
        let friends = "/v1/games/snake/boards/level-1/me?window=day&period=2026-11-21&scope=friends"
        #expect(box.asked.last == "GET \(friends)" && box.state.asked.last?.bearer != nil)
        #expect(await game.player?.name == "Ola")
    }

    @Test("what did not change is not sent again")
    func unchanged() async throws {
        let path = "/v1/games/snake/boards/level-1?window=all"
        var tagged = GameBox.page
        tagged.headers["etag"] = "\"ab\""
        let known = HTTPReply(status: 304)
        box.set {
            $0.says["GET \(path)"] = [tagged, known, tagged, ScriptedTransport.problem(404, nil), known]
        }
        let game = game()
        let first = try await game.board("level-1")
        #expect(try await game.board("level-1").rows == first.rows)
        #expect(try await game.board("level-1").rows == first.rows)
        await #expect(throws: WatchpostError.self) { try await game.board("level-1") }
        // What was refused meanwhile is not known any more, and is not asked about.
        await #expect(throws: WatchpostError.notWatchpost(status: 304)) { try await game.board("level-1") }
        let tags = box.state.asked.map { $0.fields["If-None-Match"] }
        #expect(tags == [nil, "\"ab\"", "\"ab\"", "\"ab\"", nil])
    }

    @Test("what can be guessed wrong is refused in words, and nothing is written down or asked")
    func mistakes() async throws {
        for address in ["", "watchpost.local", "ftp://box", "http://"] {
            #expect(throws: WatchpostError.self) { try WatchpostGame("snake", at: address) }
        }
        for name in ["", "No Name", "-a", "a-", "ż", String(repeating: "a", count: 33)] {
            #expect(throws: WatchpostError.self) { try WatchpostGame(name, at: "http://box") }
            await #expect(throws: WatchpostError.self) { try await game().submit(1, to: name) }
        }
        for extra in [String(repeating: "ż", count: 129), "a\u{0}"] {
            await #expect(throws: WatchpostError.self) {
                try await game().submit(1, to: "level-1", extra: extra)
            }
        }
        #expect(box.state.asked.isEmpty)
        #expect(try await game().waiting == 0)
    }

    @Test("who is cancelled has an answer at once, and the result stays")
    func cancelled() async throws {
        let silent = WatchpostGame(
            "snake",
            transport: ScriptedTransport { _ in nil },
            address: "http://box",
            folder: folder.url
        )
        let task = Task { try await silent.submit(1, to: "level-1") }
        #expect(try await becomesTrue { try await silent.waiting == 1 })
        task.cancel()
        #expect(try await task.value == nil)
        #expect(try await silent.waiting == 1)
    }
}
