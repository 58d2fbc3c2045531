import Foundation
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Core
@testable import Serving

@Suite("Games where people look for games, over the API")
struct GameFrontRoutesTests {
    /// A page of the public list.
    private static func page(_ games: [String], _ query: [String: String], day: Int64 = 0) async throws
        -> PublicGameListBody
    {
        let arena = try await ArenaServiceFixture.arena(boards: [])
        let listed = try await arena.use { stores throws(SQLiteError) -> [GameStore.Listed] in
            for slug in games {
                guard let facts = try? GameFacts(slug: slug, name: slug, description: "", zone: "UTC") else {
                    continue
                }
                _ = try await stores.games.put(facts, version: 0, at: APIFixture.noon)
            }
            return try await stores.games.games()
        }
        return try GameListQuestion(QueryParameters(query)).page(of: listed, on: day)
    }

    @Test("the list comes in pages; one of another day is over")
    func pages() async throws {
        let games = ["a", "b", "c"]
        let first = try await Self.page(games, ["limit": "2"], day: 5)
        #expect(first.games.map(\.game) == ["a", "b"] && first.next == "5.b")
        let second = try await Self.page(games, ["limit": "2", "cursor": "5.b"], day: 5)
        #expect(second.games.map(\.game) == ["c", "snake"] && second.next == nil)
        for cursor in ["5.b", "6.none", "", ".", "x.b", "6.'; DROP TABLE games"] {
            do throws(Problem) {
                try await Self.problem(games, ["cursor": cursor])
                Issue.record("\(cursor) was taken")
            } catch {
                #expect(error.code == "list-over")
            }
        }
    }

    @Test("whoever asks for no page gets all games, however many there are")
    func whole() throws {
        let games = try (10..<70).map { number in
            let facts = try GameFacts(slug: "g\(number)", name: "G", description: "", zone: "UTC")
            let game = Game(
                id: Int64(number),
                facts: facts,
                keys: .first,
                version: 1,
                since: APIFixture.noon,
                closedAt: nil
            )
            return GameStore.Listed(game: game, boards: [])
        }
        let all = try GameListQuestion(QueryParameters([:])).page(of: games, on: 0)
        #expect(all.games.count == 60 && all.next == nil)
        let fifty = try GameListQuestion(QueryParameters(["limit": "50"])).page(of: games, on: 0)
        #expect(fifty.games.count == 50 && fifty.next == "0.g59")
        let long = String(repeating: "ż", count: 200)
        #expect(try GameListQuestion(QueryParameters(["q": long])).page(of: games, on: 0).games.isEmpty)
        #expect(throws: Problem.self) { try GameListQuestion(QueryParameters(["q": long + "ż"])) }
    }

    private static func problem(_ games: [String], _ query: [String: String]) async throws(Problem) {
        do {
            _ = try await page(games, query, day: 6)
        } catch let problem as Problem {
            throw problem
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test(
        "bad prices, links, genres and places are refused in words, and a fourth promotion with the names of three"
    )
    func refused() async throws {
        let fixture = try await DeveloperFixture()
        let ola = try await fixture.registered("ola")
        func put(_ path: String, _ body: [String: Any]) async -> RawClient.Answer? {
            await fixture.ask("PUT", "/developers/games\(path)", body, bearer: ola)
        }
        let bad: [([String: Any], String)] = [
            (["price": -1, "currency": "EUR"], "price"), (["price": 5], "currency"),
            (["price": 1.5, "currency": "EUR"], "price"), (["currency": "EUR"], "currency"),
            (["shop": "http://example.org"], "shop"), (["genre": "nonsense"], "genre"),
            (["submissions": "nobody"], "submissions"),
        ]
        for (more, word) in bad {
            let answer = await put("/snake", ["version": 0, "name": "S"].merging(more) { $1 })
            #expect(answer?.status == 400 && answer?.text.contains(word) == true, "\(more)")
        }
        for number in 1...4 { _ = await put("/g\(number)", ["version": 0, "name": "G"]) }
        for place in [0, 4, -1] { #expect(await put("/g1/promotion", ["place": place])?.status == 400) }
        #expect(await put("/g1/promotion", ["pin": "pinned"])?.status == 403)
        for number in 1...3 { #expect(await put("/g\(number)/promotion", ["place": 1])?.status == 200) }
        let fourth = await put("/g4/promotion", ["place": 1])
        #expect(fourth?.status == 422 && fourth?.problemCode == "promotion-full")
        #expect(fourth?.text.contains("g1, g2, g3") == true)
        let taken = await fixture.ask("DELETE", "/developers/games/g1/promotion", bearer: ola)
        #expect(taken?.status == 200 && taken?.json["place"] == nil)
        #expect(await put("/g4/promotion", ["place": 1])?.status == 200)
    }
}
