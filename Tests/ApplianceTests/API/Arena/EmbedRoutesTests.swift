import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Serving

@Suite("Boards in pages of others")
struct EmbedRoutesTests {
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors *; "
        + "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox"

    /// An arena with the board `level-1` of the game `snake`, named as `name`.
    private static func api(name: String = "Level 1", score: String? = nil) async throws -> APIFixture {
        let state = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: nil)
        let file = try await Database.open(.memory, migrations: ArenaDatabase.tables.migrations, now: nil)
            .database
        let limits = AccessLimits(registrationsPerHour: 20, requestsPerMinute: 1_000)
        let services = try PersonalFixture.services(state.database, limits, PersonalFixture.Heard())
        let arena = try ArenaServiceFixture.service(services, state.database)
        try await ArenaServiceFixture.open(arena, file, boards: [])
        var rules = BoardRules(slug: "level-1", name: name)
        rules.windows = [.day, .week]
        rules.unit = "<b>&"
        _ = try await GameStore(database: file).put(rules, of: "snake", version: 0)
        services.gate.add([ArenaInstalls(arena: arena)])
        let api = try APIFixture(
            calls: EmbedRoutes(
                services: services.calls,
                arena: arena,
                loads: StrangersLoads(),
                languages: PageFiles().languages
            ).routes
                + GameLookRoutes(services: services.calls, arena: arena).routes
                + ResultRoutes(services: services.calls, arena: arena).routes,
            gate: services.gate
        )
        guard let score else { return api }
        _ = try await ArenaServiceFixture.install(1, file)
        let sent = await api.request(
            "POST",
            "/v1/games/snake/boards/level-1/results",
            body: "{\"score\":\(score)}",
            headers: [
                "Authorization: Bearer \(PersonalFixture.credential(1))",
                "Idempotency-Key: 0197e0a2-7c1f-7e42-9d5b-000000000001",
            ]
        )
        #expect(sent?.status == 201, "\(sent?.text ?? "")")
        return api
    }

    private static func own(
        _ api: APIFixture,
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        type: String = "text/css"
    ) async -> RawClient.Answer? {
        await api.request(
            method,
            "/v1/admin/games\(path)",
            body: body,
            headers: ["Authorization: Bearer \(PersonalFixture.ownerKey)", "Content-Type: \(type)"]
        )
    }

    @Test("a page has its first rows in it, may be framed by anybody, and is nobody to its browser")
    func page() async throws {
        let api = try await Self.api(score: "9250")
        for _ in 0..<2 {
            let page = try #require(await api.get("/embed/snake/level-1"))
            #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(page.headers["content-security-policy"] == Self.policy)
            #expect(page.headers["referrer-policy"] == "no-referrer")
            #expect(page.headers["x-content-type-options"] == "nosniff")
            #expect(page.headers["cache-control"] == "public, max-age=2")
            #expect(
                page.text.contains(
                    "<span class=\"place\">1</span> <span class=\"name\"><bdi>Player-"
                )
            )
            #expect(page.text.contains("<span class=\"score\">9250 &lt;b&gt;&amp;</span>"))
            #expect(page.text.contains("<link rel=\"stylesheet\" href=\"/assets/embed.css\">"))
            #expect(page.text.contains("<h1 class=\"title\">Level 1</h1>"))
            for inline in [" style=", "<style", "onclick", "javascript:"] {
                #expect(!page.text.contains(inline), "\(inline)")
            }
            #expect(page.text.components(separatedBy: "<script").count == 2)
        }
    }

    @Test("names that are markup stay text, wherever they stand")
    func markup() async throws {
        let api = try await Self.api(name: "\"><script>alert(1)</script>&'")
        let page = try #require(await api.get("/embed/snake/level-1"))
        #expect(page.status == 200 && page.text.components(separatedBy: "<script").count == 2)
        #expect(page.text.contains("<h1 class=\"title\">&quot;&gt;&lt;script&gt;alert(1)"))
        #expect(page.text.contains("Nobody has played here yet."))
    }

    @Test("tabs are links, in the order that was asked for, and say again what was said")
    func tabs() async throws {
        let api = try await Self.api()
        let query = "window=week,all&limit=5&language=pl&background=%23101820&color=white&title=no"
        let page = try #require(await api.get("/embed/snake/level-1?\(query)&shown=all"))
        #expect(page.status == 200, "\(page.text)")
        let tabs: [String] = Array(page.text.components(separatedBy: "class=\"tab\"").dropFirst())
        #expect(tabs.count == 2 && tabs[0].contains("Tydzień") && tabs[1].contains("aria-current"))
        let said =
            "window=week,all&amp;limit=5&amp;language=pl&amp;title=no&amp;background=%23101820&amp;color=white"
        #expect(tabs[0].contains("href=\"?\(said)&amp;shown=week\""))
        #expect(page.text.contains("theme.css?background=%23101820&amp;color=white\""))
        #expect(page.text.contains("<h1 class=\"unseen\" aria-label=\"Level 1\"></h1>"), "for readers alone")
        #expect(page.text.contains("lang=\"pl\""))
        let all = try #require(await api.get("/embed/snake/level-1"))
        #expect(all.text.components(separatedBy: "class=\"tab\"").count == 4)
        let one = try #require(await api.get("/embed/snake/level-1?window=day"))
        #expect(one.status == 200 && !one.text.contains("class=\"tab\""))
    }

    @Test(
        "what is not understood is refused in words, on a page that may be framed as well",
        arguments: [
            ("/embed/chess/level-1", 404, "no game"), ("/embed/snake/level-9", 404, "no board"),
            ("/embed/snake/level-1?window=month", 404, "it has all, day, week"),
            ("/embed/snake/level-1?window=hour", 400, "not one of all"),
            ("/embed/snake/level-1?window=all,all", 400, "twice"),
            ("/embed/snake/level-1?window=", 400, "not one of"),
            ("/embed/snake/level-1?window=day&shown=all", 400, "that window names"),
            ("/embed/snake/level-1?limit=101", 400, "1...100"),
            ("/embed/snake/level-1?language=xx", 400, "en, pl"),
            ("/embed/snake/level-1?backgruond=red", 400, "backgruond"),
            ("/embed/snake/level-1?background=nocolour&color=red", 400, "nocolour"),
            ("/embed/snake/level-1?background=red", 400, "color"),
            ("/embed/snake/level-1?image=https://spy.test", 400, "own"),
            ("/embed/snake/level-1?fontSize=%3Cscript%3E", 400, "&lt;script&gt;"),
        ]
    )
    func refused(path: String, status: Int, words: String) async throws {
        let api = try await Self.api()
        let page = try #require(await api.get(path))
        #expect(page.status == status && page.text.contains(words), "\(page.text)")
        #expect(page.headers["content-type"] == "text/html; charset=utf-8")
        #expect(page.headers["content-security-policy"] == Self.policy)
        #expect(page.headers["cache-control"] == "no-store" && !page.text.contains("<script"))
    }

    @Test("a theme is a style sheet of its own, and one that is none is refused")
    func theme() async throws {
        let api = try await Self.api()
        let path = "/embed/snake/level-1/theme.css"
        let sheet = try #require(
            await api.get("\(path)?background=101820&color=white&image=own")
        )
        #expect(sheet.status == 200 && sheet.headers["content-type"] == "text/css; charset=utf-8")
        #expect(sheet.headers["x-content-type-options"] == "nosniff")
        #expect(sheet.text.contains("--watchpost-image: url(\"/v1/games/snake/background\");"))
        for query in ["color=red", "background=red;}&color=red", "radius=99", "shown=all", "x=1"] {
            #expect(await api.get("\(path)?\(query)")?.status == 400, "\(query)")
        }
        for game in ["a%22)%7D", "A", "%5C", "-a", "%C3%8F", String(repeating: "a", count: 33)] {
            for path in ["/embed/\(game)/level-1", "/embed/snake/\(game)"] {
                let answer = await api.get("\(path)/theme.css?background=101820&color=white")
                #expect(answer?.status == 404, "\(path)")
            }
        }
    }

    @Test("a game's own style sheet takes the place of ours at once, and goes again")
    func style() async throws {
        let api = try await Self.api()
        let client = try api.client()
        #expect(await client.get("/embed/snake/level-1")?.text.contains("/assets/embed.css") == true)
        #expect(await client.get("/embed/snake/level-1/style.css")?.status == 404)
        let sheet = ".row { color: red } .board { background: url(/v1/games/snake/background) }"
        #expect(await Self.own(api, "PUT", "/snake/style", sheet)?.status == 204)
        let page = try #require(await client.get("/embed/snake/level-1"))
        let pattern = /href="(\/embed\/snake\/level-1\/style.css\?v=[0-9a-f]{16})"/
        let link = try #require(page.text.firstMatch(of: pattern)?.1)
        #expect(!page.text.contains("/assets/embed.css"))
        let kept = try #require(await client.get(String(link)))
        #expect(kept.status == 200 && kept.text == sheet)
        #expect(kept.headers["content-type"] == "text/css; charset=utf-8")
        #expect(kept.headers["x-content-type-options"] == "nosniff")
        #expect(kept.headers["cache-control"] == "public, max-age=31536000, immutable")
        let other = await client.get("/embed/snake/level-1/style.css?v=other")
        #expect(other?.headers["cache-control"] == "no-cache")
        for bad in [
            "@import 'x';", ".a { background: url(//spy.test) }", "</style>", ".a { width: expression(1) }",
        ] {
            let refused = try #require(await Self.own(api, "PUT", "/snake/style", bad))
            #expect(refused.status == 422 && refused.json["code"] as? String == "style-refused", "\(bad)")
        }
        #expect(await Self.own(api, "PUT", "/snake/style", sheet, type: "text/plain")?.status == 415)
        #expect(await Self.own(api, "PUT", "/chess/style", ".a {}")?.status == 404)
        let long = String(repeating: " ", count: GameStyle.longest + 1)
        #expect(await Self.own(api, "PUT", "/snake/style", long)?.status == 413)
        #expect(await client.get(String(link))?.text == sheet, "nothing that was refused is stored")
        #expect(await Self.own(api, "DELETE", "/snake/style")?.status == 204)
        #expect(await client.get("/embed/snake/level-1")?.text.contains("/assets/embed.css") == true)
        #expect(await Self.own(api, "DELETE", "/chess/style")?.status == 404)
    }

    @Test("what is no picture is kept behind no board")
    func background() async throws {
        let api = try await Self.api()
        let path = "/snake/background"
        #expect(await Self.own(api, "PUT", path, "<svg/>", type: "image/png")?.status == 422)
        #expect(await Self.own(api, "PUT", path, "<svg/>", type: "image/svg+xml")?.status == 415)
        #expect(await api.get("/v1/games/snake/background")?.status == 404)
        #expect(await Self.own(api, "DELETE", path)?.status == 204)
        #expect(await Self.own(api, "DELETE", "/chess/background")?.status == 404)
    }

    @Test("no other page may be framed by others")
    func others() {
        let pages = PageFiles().assets.filter { $0.key.hasSuffix(".html") }
        #expect(pages.count >= 4)
        for (name, page) in pages {
            let policy = page.headers.first { $0.name == "Content-Security-Policy" }?.value
            #expect(policy?.contains("frame-ancestors 'self'") == true, "\(name)")
        }
    }

    @Test("every phrase has words in every language")
    func words() {
        for words in PageFiles().languages.map({ EmbedWords($0) }) {
            for phrase in EmbedPhrase.allCases { #expect(words[phrase] != phrase.rawValue, "\(phrase)") }
        }
    }
}
