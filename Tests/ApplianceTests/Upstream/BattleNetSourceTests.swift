import Core
import FoundationEssentials
import Testing

@testable import Appliance

@Suite("Polling a region")
struct BattleNetSourceTests {
    private let api = ScriptedAPI()

    private func document(_ answer: PollAnswer) throws -> RegionDocument {
        switch answer {
        case .document(let document, _), .walked(let document, _, _): return document
        case .waiting, .unchanged: throw Unexpected()
        }
    }

    private struct Unexpected: Error {}

    private func isUnchanged(_ answer: PollAnswer) -> Bool {
        if case .unchanged = answer { true } else { false }
    }

    private func isUnchanged(_ source: BattleNetSource) async throws -> Bool {
        isUnchanged(try await source.poll())
    }

    private func row(_ number: Int, _ status: String = "UP") -> String {
        ScriptedAPI.row(number, status: status)
    }

    @Test("each page is asked with its own validator, and only when none has changed nothing has")
    func validators() async throws {
        let source = api.source()
        api.answerPages([("\"a\"", [row(1)]), ("\"b\"", [row(2)]), ("\"c\"", [row(3)])])
        let first = try document(await source.poll())
        await source.settle(believed: true)
        #expect(api.asked() == ["token", "search 1", "search 2", "search 3"])
        #expect(try await isUnchanged(source))
        await source.settle(believed: true)
        #expect(api.asked() == ["search 1 if \"a\"", "search 2 if \"b\"", "search 3 if \"c\""])
        api.answerPages([("\"a\"", [row(1)]), ("\"d\"", [row(2, "DOWN")]), ("\"c\"", [row(3)])])
        let second = try document(await source.poll())
        #expect(
            api.asked() == ["search 1 if \"a\"", "search 2 if \"b\"", "search 1", "search 2", "search 3"]
        )
        #expect(second.groups.map(\.status) == [.up, .down, .up])
        #expect(second.generation != first.generation)
        #expect(
            zip(first.groups, second.groups).map { $0.generation == $1.generation } == [true, false, true]
        )
    }

    /// The answers of pages, a minute apart, the second from a cache.
    private static func dated(_ minute: Int) -> [[String: String]] {
        [
            ["date": "Sun, 06 Nov 1994 08:\(10 + minute):37 GMT"],
            ["date": "Sun, 06 Nov 1994 08:\(10 + minute):40 GMT", "age": "20"],
        ]
    }

    /// 08:10:37 of that day.
    private static let first: Int64 = 784_109_437

    @Test("each page says when it was made, and the whole is as old as its oldest")
    func dates() async throws {
        let source = api.source()
        let pages: [(tag: String?, rows: [String])] = [("\"a\"", [row(1)]), ("\"b\"", [row(2)])]
        api.answerPages(pages, headers: Self.dated(0))
        let document = try document(await source.poll())
        await source.settle(believed: true)
        #expect(document.groups.map { $0.said?.dated.seconds } == [Self.first, Self.first + 3])
        #expect(document.groups.map { $0.said?.made.seconds } == [Self.first, Self.first - 17])
        #expect(document.said?.dated.seconds == Self.first)
        #expect(document.said?.made.seconds == Self.first - 17)
        api.answerPages(pages, headers: Self.dated(1))
        guard case .unchanged(let requests, let said) = try await source.poll() else { throw Unexpected() }
        #expect(requests == 2)
        #expect(said?.dated.seconds == Self.first + 60)
        #expect(said?.made.seconds == Self.first + 43)
        api.answerPages(pages, headers: [Self.dated(2)[0]])
        guard case .unchanged(_, let doubted) = try await source.poll() else { throw Unexpected() }
        #expect(doubted == nil, "one page does not say")
    }

    @Test("a first page that has changed is not asked for twice")
    func changedFirstPage() async throws {
        let source = api.source()
        api.answerPages([("\"a\"", [row(1)]), ("\"b\"", [row(2)])])
        _ = try await source.poll()
        await source.settle(believed: true)
        _ = api.asked()
        api.answerPages([("\"c\"", [row(1, "DOWN")]), ("\"b\"", [row(2)])])
        #expect(try document(await source.poll()).groups.map(\.status) == [.down, .up])
        #expect(api.asked() == ["search 1 if \"a\"", "search 2"])
    }

    @Test("one page without a validator, and no page is asked on condition nor the whole taken for another")
    func missingValidator() async throws {
        let source = api.source()
        api.answerPages([("\"a\"", [row(1)]), (nil, [row(2)])])
        let document = try document(await source.poll())
        await source.settle(believed: true)
        #expect(document.generation == nil)
        _ = try await source.poll()
        #expect(api.asked().suffix(2) == ["search 1", "search 2"])
    }

    @Test("the validator of an answer that was not believed is never sent")
    func refused() async throws {
        let source = api.source()
        api.answerPages([("\"a\"", [row(1)])])
        _ = try await source.poll()
        await source.settle(believed: false)
        _ = try await source.poll()
        #expect(api.asked().suffix(1) == ["search 1"])
        await source.settle(believed: true)
        #expect(try await isUnchanged(source))
    }

    @Test("an answer that is refused while it is read leaves nothing to ask on condition with")
    func refusedWhileRead() async throws {
        let source = api.source()
        api.answerPages([("\"a\"", [])])
        await #expect(throws: PollFault.self) { try await source.poll() }
        await source.settle(believed: true)
        await #expect(throws: PollFault.self) { try await source.poll() }
        #expect(api.asked().suffix(1) == ["search 1"])
    }

    @Test("one odd row is refused by its number, and the others are read")
    func oddRows() async throws {
        let source = api.source()
        api.answerPages([(nil, [row(1), row(2), row(2), row(3), row(4)])])
        let document = try document(await source.poll())
        #expect(document.groups.map(\.connectedRealm) == [1, 3, 4])
        #expect(document.unreadable.keys.sorted() == [2])
    }
}
