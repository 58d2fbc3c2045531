import Core
import FoundationEssentials
import Testing
import WatchpostModel

@testable import Appliance
@testable import Serving

@Suite("Realms from the status page")
struct StatusPageTests {
    private let page = ScriptedPage()

    private func document(_ source: any RealmSource) async throws -> RegionDocument {
        guard case .document(let document, let requests) = try await source.poll() else {
            throw Unexpected(what: "no document")
        }
        #expect(requests == 1)
        return document
    }

    private func fault(_ source: any RealmSource) async -> PollFault? {
        do throws(PollFault) {
            _ = try await source.poll()
            return nil
        } catch {
            return error
        }
    }

    private struct Unexpected: Error { var what: String }

    @Test("one POST asks for a whole list, with the question of the page's own script and without any secret")
    func question() async throws {
        page.list(ScriptedPage.row("Kazzak", slug: "kazzak"))
        let sources = try page.sources(.eu)
        _ = try await document(try #require(sources.first))
        let request = try #require(page.asked.first)
        #expect(request.method == .post)
        #expect(request.url == "https://worldofwarcraft.blizzard.com/graphql")
        #expect(request.headers.map(\.name) == ["Content-Type", "Accept"])
        #expect(!request.hasCredentials)
        #expect(request.maximumBody == 1 << 20)
        #expect(
            request.body
                == #"{"operationName":"GetInitialRealmStatusData","variables":{"input":"#
                + #"{"compoundRegionGameVersionSlug":"eu"}},"#
                + #""extensions":{"persistedQuery":{"version":1,"sha256Hash":"#
                + #""2417df09c21c29c0fc39a8aff3909c4ca67b712dc55a6cf9481d0d918e404384"}}}"#
        )
    }

    @Test("a row becomes a realm on its own, with the words of the Game Data API")
    func row() async throws {
        page.list(
            ScriptedPage.row("Kel'Thuzad", slug: "kelthuzad"),
            ScriptedPage.row("Azjol-Nerub", slug: "azjol-nerub", online: false),
            ScriptedPage.row(
                "Tichondrius",
                slug: "tichondrius",
                more: #","realmLockStatus":{"isLockedForNewCharacters":"true","isLockedForPct":"false"}"#
            )
        )
        let sources = try page.sources(.us)
        let groups = try await document(try #require(sources.first)).groups
        #expect(groups.map(\.status) == [.up, .down, .up])
        #expect(groups.map(\.population.word) == ["high", "offline", "locked"])
        #expect(groups.flatMap(\.realms).map(\.slug) == ["kelthuzad", "azjolnerub", "tichondrius"])
        #expect(groups.flatMap(\.realms).map(\.timezone) == Array(repeating: "America/Chicago", count: 3))
        #expect(groups.flatMap(\.realms).map(\.type) == ["pvp", "pvp", "pvp"])
        #expect(groups.allSatisfy { LoneRealm.isLone($0.connectedRealm) && !$0.hasQueue })
    }

    private static let names: [(String, String, String)] = [
        ("aggra-portugues", "Aggra (Português)", "aggra-português"),
        ("pozzo-delleternita", "Pozzo dell’Eternità", "pozzo-delleternità"),
        ("chants-éternels", "Chants éternels", "chants-éternels"), ("arak-arahm", "Arak-arahm", "arakarahm"),
        ("area-52", "Area 52", "area-52"), ("howling-fjord", "Howling Fjord", "howling-fjord"),
        ("howling-fjord", "Ревущий фьорд", "howling-fjord"),
        ("ревущий-фьорд", "Ревущий фьорд", "howling-fjord"),
        ("아즈샤라", "아즈샤라", "azshara"), ("불타는-군단", "불타는 군단", "burning-legion"),
        ("guldan", "굴단", "guldan"), ("雲蛟衛", "雲蛟衛", "order-of-the-cloud-serpent"),
        ("arugal-au", "Arugal (AU)", "arugal-au"), ("some-new-realm", "Ganz anders", "some-new-realm"),
        ("Kazzak", "Kazzak", "kazzak"),
    ]

    @Test(
        "a slug that cannot be a part of an address is none",
        arguments: [".", "..", "a/b", "a\\b", "a\u{7F}"]
    )
    func unusable(slug: String) {
        #expect(StatusPageName(slug: slug, name: slug) == nil)
    }

    @Test("slugs are those of the Game Data API, whatever the page makes of them", arguments: names)
    func slug(given: String, name: String, slug: String) {
        #expect(StatusPageName(slug: given, name: name)?.slug == slug)
    }

    @Test("native names are known by their English ones as well")
    func nativeName() {
        let name = StatusPageName(slug: "굴단", name: "굴단")
        #expect(name?.text.standard == "Gul'dan")
        #expect(name?.text.name(in: "ko_KR") == "굴단")
    }

    private static let oddRows = [
        #"{"name":"B","slug":"b","online":"true"}"#, #"{"name":"B","slug":"b"}"#,
        #"{"name":"B","slug":"b","online":true,"population":{"enum":5}}"#,
        #"{"name":"B","slug":"b","online":true,"type":{}}"#,
        #"{"name":"B","slug":"b","online":true,"category":7}"#,
    ]

    @Test("a row that makes no sense is an unknown realm, and takes no other with it", arguments: oddRows)
    func oddRow(row: String) async throws {
        page.list(ScriptedPage.row("A", slug: "a"), row, ScriptedPage.row("C", slug: "c"))
        let sources = try page.sources(.us)
        let document = try await document(try #require(sources.first))
        #expect(document.groups.flatMap(\.realms).map(\.slug) == ["a", "c"])
        #expect(document.unreadable.keys.map { $0 } == [LoneRealm.number(of: "b")])
        #expect(document.nameless.isEmpty)
    }

    private static let namelessRows = [
        "null", "[]", "7", "{}", #"{"name":"B","online":true}"#, #"{"slug":"b","online":true}"#,
        #"{"name":"B","slug":"a/b","online":true}"#, #"{"name":"B","slug":"","online":true}"#,
        #"{"name":"\#(String(repeating: "x", count: 201))","slug":"b","online":true}"#,
    ]

    @Test("a row of which not even the realm can be read may be any realm", arguments: namelessRows)
    func namelessRow(row: String) async throws {
        page.list(ScriptedPage.row("A", slug: "a"), row)
        let sources = try page.sources(.us)
        let document = try await document(try #require(sources.first))
        #expect(document.groups.flatMap(\.realms).map(\.slug) == ["a"])
        #expect(document.nameless.count == 1)
    }

    @Test("a realm that is listed twice is unknown")
    func twice() async throws {
        page.list(
            ScriptedPage.row("A", slug: "a"),
            ScriptedPage.row("B", slug: "b"),
            ScriptedPage.row("A", slug: "a", online: false)
        )
        let sources = try page.sources(.us)
        let document = try await document(try #require(sources.first))
        #expect(document.groups.flatMap(\.realms).map(\.slug) == ["b"])
        #expect(document.unreadable.count == 1)
    }

    private static let strangeAnswers: [(Int, String)] = [
        (200, ""), (200, "<html>hello</html>"), (200, "[]"), (200, "{}"), (200, #"{"data":null}"#),
        (200, #"{"data":{"Realms":{}}}"#), (200, #"{"data":{"Realms":[]}}"#),
        (200, #"{"data":{"Realms":[{"name":"A","slug":"a","online":true}]},"errors":[{"message":"half"}]}"#),
        (500, "oops"), (502, "<html>"), (503, #"{"data":{"Realms":[]}}"#), (301, ""),
        (400, #"{"errors":[]}"#),
        (200, String(repeating: "[", count: 100_000)),
    ]

    @Test(
        "nonsense gives nothing, says why, is what the box lacks while nothing is known, and is asked for again",
        arguments: strangeAnswers
    )
    func nonsense(status: Int, body: String) async throws {
        page.answer(status, body)
        let source = try #require(try page.sources(.us).first)
        let fault = try #require(await fault(source))
        #expect(fault.description.hasPrefix("Blizzard's status page us/retail: it "))
        #expect(fault.needsSetUp == .withoutFacts && fault.wasAsked && !fault.mayBeOurs)
        #expect(page.faults.isEmpty)
        page.list(ScriptedPage.row("A", slug: "a"))
        _ = try await document(source)
    }

    @Test("more realms than a region can have are nonsense")
    func tooMany() async throws {
        let rows = (0...4_000).map { #"{"name":"R\#($0)","slug":"r\#($0)","online":true}"# }
        page.answer(200, #"{"data":{"Realms":[\#(rows.joined(separator: ","))]}}"#)
        let source = try #require(try page.sources(.us).first)
        #expect(await fault(source)?.description.contains("more realms than") == true)
    }

    private static let refusals: [(Int, String, String)] = [
        (403, "<html>Access denied</html>", "HTTP 403"), (401, "", "HTTP 401"), (429, "", "HTTP 429"),
        (200, #"{"errors":[{"message":"PersistedQueryNotFound"}]}"#, "PersistedQueryNotFound"),
        (400, #"{"errors":[{"message":"PersistedQueryNotSupported"}]}"#, "PersistedQueryNotSupported"),
    ]

    @Test(
        "once it has said no, no list is asked for during a day, the panel says why, and then one asks",
        arguments: refusals
    )
    func refused(status: Int, body: String, words: String) async throws {
        page.answer(status, body)
        let sources = try page.sources(.us, .eu)
        let (us, eu) = (try #require(sources.first), try #require(sources.last))
        let first = try #require(await fault(us))
        #expect(first.wasAsked && first.description.contains(words))
        for _ in 0..<5 {
            page.pass(.seconds(3_600))
            for source in [us, eu] {
                let fault = try #require(await fault(source))
                #expect(
                    !fault.wasAsked && fault.needsSetUp == .whileRefused && fault.description.contains(words)
                )
                #expect(fault.description.contains(source.feed.description))
            }
        }
        #expect(page.asked.count == 1)
        #expect(page.faults.count == 1)
        #expect(page.told.count == 1)
        #expect(page.told.first?.contains("docs/install.md, step 3") == true)
        #expect(page.faults.first??.hasPrefix("E31 status page: ") == true)
        page.pass(.seconds(86_400 + 7_200))
        page.list(ScriptedPage.row("A", slug: "a"))
        _ = try await document(eu)
        #expect(page.asked.count == 2)
        #expect(page.faults.last == .some(nil))
    }

    @Test(
        "a list that is gone is left alone for a day, and takes no other list with it",
        arguments: [404, 410]
    )
    func gone(status: Int) async throws {
        page.answer(status, "")
        let sources = try page.sources(.us, .eu)
        let (us, eu) = (try #require(sources.first), try #require(sources.last))
        #expect(await fault(us)?.needsSetUp == .whileRefused)
        #expect(page.faults.first??.contains("HTTP \(status)") == true)
        page.list(ScriptedPage.row("A", slug: "a"))
        page.pass(.seconds(3_600))
        _ = try await document(eu)
        #expect(await fault(us)?.wasAsked == false)
        // The other list has answered; this one is still gone.
        #expect(page.faults.count == 1)
        page.pass(.seconds(86_400 + 7_200))
        #expect(us.wait() == nil)
        _ = try await document(us)
        #expect(page.asked.count == 3)
        #expect(page.faults.last == .some(nil))
    }

    @Test("Retry-After of a 429 is granted")
    func retryAfter() async throws {
        page.answer(429, "", headers: ["retry-after": "7200"])
        let source = try #require(try page.sources(.us).first)
        _ = await fault(source)
        page.pass(.seconds(7_000))
        #expect(await fault(source)?.wasAsked == false)
        page.pass(.seconds(900))
        #expect(await fault(source)?.wasAsked == true)
        #expect(page.asked.count == 2)
    }

    @Test("silence may be our own connection's; what cannot be sent or is too long is not")
    func silence() async throws {
        let source = try #require(try page.sources(.us).first)
        page.fail(.connection("refused"))
        let silent = try #require(await fault(source))
        #expect(silent.mayBeOurs && silent.needsSetUp == .wouldNotHelp)
        #expect(silent.description == "Blizzard's status page us/retail: no connection (refused)")
        page.fail(.tooLarge(1 << 20))
        let huge = try #require(await fault(source))
        #expect(!huge.mayBeOurs && huge.needsSetUp == .withoutFacts)
        #expect(page.faults.isEmpty)
    }

    private static let rests: [(Int, String)] = [
        (10, "a minute"), (900, "15 minutes"), (7_200, "2 hours"), (86_400, "a day"), (93_600, "a day"),
        (200_000, "2 days"),
    ]

    @Test("how long it is left alone is said in words", arguments: rests)
    func rest(seconds: Int, words: String) {
        #expect(StatusPageAccess.words(.seconds(seconds)) == words)
    }
}
