import Core
import FoundationEssentials
import Testing
import WatchpostModel

@testable import Appliance

@Suite("Which documents of a walk through the index are the same")
struct WalkIdentityTests {
    private let api = ScriptedAPI()

    /// A source whose search is refused and whose connected realms 1 to 3 are up and marked by tags of their own.
    private func source(marked: Bool = true) async -> BattleNetSource {
        let source = api.source()
        api.answer("/search/", status: 404)
        let links = (1...3).map {
            #"{"href":"https://us.example/data/wow/connected-realm/\#($0)?namespace=dynamic-us"}"#
        }
        let index = #"{"connected_realms":[\#(links.joined(separator: ","))]}"#
        api.answer(
            "connected-realm/index",
            status: 200,
            index,
            headers: marked ? ["etag": "\"index\""] : [:]
        )
        for number in 1...3 { answer(number, marked ? ["etag": "\"a\""] : [:]) }
        for _ in 0..<2 { await #expect(throws: PollFault.self) { try await source.poll() } }
        return source
    }

    private func answer(_ number: Int, _ headers: [String: String], _ status: String = "UP") {
        api.answer(
            "connected-realm/\(number)?",
            status: 200,
            ScriptedAPI.group(number, status: status),
            headers: headers
        )
    }

    /// One walk, an hour after the last.
    private func walk(_ source: BattleNetSource) async throws -> RegionDocument {
        api.pass(.seconds(3_600))
        guard case .walked(let document, _, _) = try await source.poll() else { throw NoWalk() }
        await source.settle(believed: true)
        return document
    }

    private struct NoWalk: Error {}

    private func isSame(_ first: RegionDocument, _ second: RegionDocument) -> [Bool] {
        zip(first.groups, second.groups).map { $0.generation != nil && $0.generation == $1.generation }
    }

    @Test(
        "documents that the server marks and that have not changed are the same, each by itself and the whole"
    )
    func marked() async throws {
        let source = await source()
        let first = try await walk(source)
        #expect(first.generation != nil)
        let second = try await walk(source)
        #expect(second.generation == first.generation)
        #expect(isSame(first, second) == [true, true, true])
        answer(2, ["etag": "\"a\""], "DOWN")
        let third = try await walk(source)
        #expect(third.generation != first.generation, "another body is another document")
        #expect(isSame(first, third) == [true, false, true])
    }

    @Test("of a server that marks nothing each answer counts")
    func unmarked() async throws {
        let source = await source(marked: false)
        let document = try await walk(source)
        #expect(document.generation == nil)
        #expect(document.groups.map(\.generation) == [nil, nil, nil])
    }

    @Test("another index is another whole, though every connected realm's document is the same")
    func otherIndex() async throws {
        let source = await source()
        let first = try await walk(source)
        let link = #"{"href":"https://us.example/data/wow/connected-realm/1?namespace=dynamic-us"}"#
        api.answer(
            "connected-realm/index",
            status: 200,
            #"{"connected_realms":[\#(link)]}"#,
            headers: ["etag": "\"index\""]
        )
        let second = try await walk(source)
        #expect(second.generation != first.generation)
        #expect(isSame(first, second) == [true])
    }

    @Test(
        "a document that could not be had in between is the same when it is back, also by the word of a cache"
    )
    func failedBetween() async throws {
        let source = await source()
        let dates = ["Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 10:49:37 GMT"]
        answer(3, ["date": dates[0], "age": "5"])
        let first = try await walk(source)
        for number in 2...3 { api.answer("connected-realm/\(number)?", status: 500) }
        await #expect(throws: PollFault.self) { try await walk(source) }
        answer(2, ["etag": "\"a\""])
        let second = try await walk(source)
        #expect(second.generation == nil, "a walk that is not whole is no document to compare")
        #expect(second.unanswered.keys.sorted() == [3])
        answer(3, ["date": dates[1], "age": "7205"])
        let third = try await walk(source)
        #expect(isSame(first, third) == [true, true, true])
        #expect(third.generation == first.generation)
    }

    @Test("a walk was made when its first document was; of one that is not whole that is not known")
    func dates() async throws {
        let source = await source()
        func answer(_ part: String, _ second: Int, _ body: String) {
            let date = "Sun, 06 Nov 1994 08:49:\(second) GMT"
            api.answer(part, status: 200, body, headers: ["etag": "\"a\"", "date": date])
        }
        let index = (1...3).map { #"{"href":"https://us.example/data/wow/connected-realm/\#($0)?"}"# }
        answer("connected-realm/index", 30, #"{"connected_realms":[\#(index.joined(separator: ","))]}"#)
        for number in 1...3 {
            answer("connected-realm/\(number)?", 30 + number, ScriptedAPI.group(number))
        }
        let document = try await walk(source)
        let first: Int64 = 784_111_770
        #expect(document.said?.made.seconds == first)
        #expect(document.groups.map { $0.said?.made.seconds } == [first + 1, first + 2, first + 3])
        api.answer("connected-realm/2?", status: 500)
        let less = try await walk(source)
        #expect(less.said == nil)
        #expect(less.groups.map { $0.said?.made.seconds } == [first + 1, first + 3])
    }

    @Test("one that says down by its own date in each of three walks is three observations")
    func countsAgain() async throws {
        let source = await source()
        var monitor = RealmMonitor(sources: [source.place.source], rules: RealmRules())
        var now = Moment(wall: UnixTime(seconds: 1_795_262_400), monotonic: .seconds(1_000))
        func observe() async throws -> RealmState? {
            now.monotonic += .seconds(60)
            _ = monitor.handle(.observed(source.place.source, try await walk(source)), at: now)
            return monitor.views.first?.realms.first { $0.key.slug == "r2" }?.state
        }
        #expect(try await observe() == .up)
        for (minute, state) in [(50, .suspected), (51, .suspected), (52, .down)] as [(Int, RealmState)] {
            answer(2, ["etag": "\"down\"", "date": "Sun, 06 Nov 1994 08:\(minute):37 GMT"], "DOWN")
            #expect(try await observe() == state)
        }
    }

    @Test(
        "one marked document that says down is one observation, however often it is fetched",
        arguments: [
            ["etag": "\"down\""], ["last-modified": "Sun, 06 Nov 1994 08:49:37 GMT"],
            ["date": "Sun, 06 Nov 1994 08:49:37 GMT", "age": "1"],
        ]
    )
    func countsOnce(headers: [String: String]) async throws {
        let source = await source(marked: false)
        var monitor = RealmMonitor(sources: [source.place.source], rules: RealmRules())
        var now = Moment(wall: UnixTime(seconds: 1_795_262_400), monotonic: .seconds(1_000))
        func observe() async throws -> RealmState? {
            now.monotonic += .seconds(60)
            _ = monitor.handle(.observed(source.place.source, try await walk(source)), at: now)
            return monitor.views.first?.realms.first { $0.key.slug == "r2" }?.state
        }
        #expect(try await observe() == .up)
        answer(2, headers, "DOWN")
        for _ in 0..<6 { #expect(try await observe() == .suspected) }
        answer(
            2,
            headers.mapValues { $0.replacing("37", with: "39").replacing("down", with: "lower") },
            "DOWN"
        )
        #expect(try await observe() == .suspected)
        answer(2, ["etag": "\"third\""], "DOWN")
        #expect(try await observe() == .down)
    }
}
