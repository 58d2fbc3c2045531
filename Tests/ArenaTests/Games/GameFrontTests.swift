import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("What games show where people look for games")
struct GameFrontTests {
    private static func front(_ price: Int64?, _ currency: String?, _ shop: String?) throws -> GameFront {
        let price = try price.map { try GamePrice(hundredths: $0, currency: currency) }
        return try GameFront(genre: .puzzle, price: price, shop: shop)
    }

    @Test(
        "a price has a currency, a shop is an https address, and what is neither says which field it is",
        arguments: [
            (-1, "EUR", "", "price"), (10_000_001, "EUR", "", "price"), (499, nil, "", "currency"),
            (499, "eur", "", "currency"), (499, "EURO", "", "currency"), (499, "ÀÀÀ", "", "currency"),
            (499, "<b>", "", "currency"), (nil, nil, "http://example.org/", "shop"),
            (nil, nil, "javascript:alert(1)", "shop"), (nil, nil, "https://localhost/", "shop"),
            (nil, nil, "https://a.example/\"><b>", "shop"), (nil, nil, "https://a b.example/", "shop"),
        ] as [(Int64?, String?, String, String)]
    )
    func refused(price: Int64?, currency: String?, shop: String, field: String) {
        do {
            _ = try Self.front(price, currency, shop)
            Issue.record("it was taken")
        } catch {
            #expect((error as? ArenaText.Refusal)?.field == field)
        }
    }

    @Test("what is said is kept, changes the version, and goes when it is not said any more")
    func kept() async throws {
        let arena = try await ArenaFixture()
        let said = try Self.front(499, "EUR", "https://shop.example.org/snake")
        func put(_ front: GameFront, _ version: Int64) async throws {
            let facts = try GameFacts(
                slug: "snake",
                name: "S",
                description: "",
                zone: "UTC",
                submissions: .server,
                front: front
            )
            _ = try await arena.games.put(facts, version: version, at: ArenaFixture.noon)
        }
        try await put(said, 0)
        let game = try #require(try await arena.games.game("snake")?.game)
        #expect(game.facts.front == said && game.facts.submissions == .server && game.version == 1)
        try await put(try Self.front(0, "EUR", nil), 1)
        let free = try #require(try await arena.games.game("snake")?.game.facts.front)
        #expect(free.price == GamePrice(stored: 0, nil) && free.shop == nil && free.genre == .puzzle)
        try await put(.none, 2)
        #expect(try await arena.games.game("snake")?.game.facts.front == GameFront.none)
        #expect(try await arena.games.game("snake")?.game.version == 3)
    }

    @Test(
        "three games of a developer are promoted, a fourth is refused with their names, and others have their own"
    )
    func promotion() async throws {
        let fixture = try await DeveloperFixture()
        let ola = GameDoor.developer(try await fixture.developer("ola", 1).id)
        let games = fixture.arena.games
        for number in 1...4 {
            let facts = try ArenaFixture.facts("g\(number)")
            _ = try await games.put(facts, version: 0, through: ola, at: ArenaFixture.noon)
        }
        try await fixture.arena.addGame("chess")
        func promote(_ slug: String, _ place: Int?, _ door: GameDoor = ola) async throws -> GameStore.Promoted
        {
            try await games.promote(slug, place: place, pin: nil, through: door)
        }
        for number in 1...3 { #expect(try await promote("g\(number)", number) == .done) }
        #expect(try await promote("g4", 1) == .full(["g1", "g2", "g3"]))
        #expect(try await promote("g3", 1) == .done)
        #expect(try await promote("chess", 1) == .noGame)
        #expect(try await promote("chess", 1, .all) == .done)
        #expect(try await promote("g1", nil) == .done)
        #expect(try await promote("g4", 3) == .done)
        #expect(try await games.close("g2", at: ArenaFixture.noon))
        #expect(try await promote("g1", 2) == .done)
        let closed = try #require(try await games.game("g2")?.game)
        #expect(closed.promotion.place == 2)
        let back = try ArenaFixture.facts("g2")
        _ = try await games.put(back, version: closed.version, through: ola, at: ArenaFixture.noon)
        let open = try #require(try await games.game("g2")?.game)
        #expect(open.closedAt == nil && open.promotion.place == nil)
    }

    @Test("what the owner said of a promotion stays whatever the developer says")
    func pinned() async throws {
        let fixture = try await DeveloperFixture()
        let ola = GameDoor.developer(try await fixture.developer("ola", 1).id)
        let games = fixture.arena.games
        let facts = try ArenaFixture.facts("snake")
        _ = try await games.put(facts, version: 0, through: ola, at: ArenaFixture.noon)
        _ = try await games.promote("snake", place: nil, pin: .removed)
        _ = try await games.promote("snake", place: 1, pin: nil, through: ola)
        let promotion = try #require(try await games.game("snake")?.game.promotion)
        #expect(promotion == GamePromotion(place: 1, pin: .removed) && promotion.rank == nil)
        #expect(GamePromotion(place: 2, pin: .pinned).rank == 0 && GamePromotion(place: 2).rank == 2)
    }

    @Test("equal ranks take turns by day, each as often the first; a closed game is never promoted")
    func turns() async throws {
        let arena = try await ArenaFixture()
        for slug in ["a", "b", "c", "d", "e", "z"] { try await arena.addGame(slug) }
        for slug in ["a", "b", "c"] { _ = try await arena.games.promote(slug, place: 2, pin: nil) }
        _ = try await arena.games.promote("z", place: nil, pin: .pinned)
        _ = try await arena.games.promote("e", place: nil, pin: .pinned)
        _ = try await arena.games.close("e", at: ArenaFixture.noon)
        let games = try await arena.games.games()
        func order(_ day: Int64) -> String {
            GameOrder.arranged(games, on: day).map(\.game.facts.slug).joined()
        }
        #expect([order(0), order(1), order(2), order(3)] == ["zabcde", "zbcade", "zcabde", "zabcde"])
        #expect(order(-1) == "zcabde")
    }

    @Test("games are found by their genre and by a part of their name, however it is written")
    func search() async throws {
        let arena = try await ArenaFixture()
        let facts = try GameFacts(
            slug: "snake",
            name: "Żółty Wąż",
            description: "",
            zone: "UTC",
            front: try GameFront(genre: .arcade, price: nil, shop: nil)
        )
        _ = try await arena.games.put(facts, version: 0, at: ArenaFixture.noon)
        let game = try #require(try await arena.games.game("snake")?.game)
        for text in ["żółty", "ŻÓŁTY", "wąż", "snake", "", "  "] {
            #expect(GameSearch(text: text).finds(game), "\(text)")
        }
        #expect(!GameSearch(text: "chess").finds(game) && !GameSearch(text: "%' OR 1=1").finds(game))
        #expect(GameSearch(genre: .arcade, text: "wąż").finds(game))
        #expect(!GameSearch(genre: .word, text: "wąż").finds(game))
    }

    @Test("a picture goes when neither a game's front nor anybody else has it any more")
    func pictures() async throws {
        let arena = try await ArenaFixture()
        try await arena.addGame()
        let one = HashedPicture(try Picture(PictureSamples.png), hash: [UInt8](repeating: 1, count: 32))
        #expect(try await arena.games.setPicture(one, .icon, of: "snake"))
        #expect(try await arena.games.setPicture(one, .picture, of: "snake"))
        #expect(try await !arena.games.setPicture(one, .icon, of: "chess"))
        #expect(try await !arena.games.setPicture(nil, .icon, of: "snake", through: .developer(7)))
        #expect(try await arena.games.setPicture(nil, .icon, of: "snake"))
        #expect(try await arena.players.picture(one.hash)?.bytes == one.picture.bytes)
        #expect(
            try await arena.games.game("snake")?.game.pictures == GamePictures(icon: nil, picture: one.hash)
        )
        #expect(try await arena.games.setPicture(nil, .picture, of: "snake"))
        #expect(try await arena.players.picture(one.hash) == nil)
    }
}
