import Core
import Testing

@testable import Appliance

@Suite("When the search is refused")
struct BattleNetWalkTests {
    private let api = ScriptedAPI()

    /// An index of these groups, each of which is up.
    private func index(_ numbers: ClosedRange<Int>) {
        let links = numbers.map {
            #"{"href":"https://us.example/data/wow/connected-realm/\#($0)?namespace=dynamic-us"}"#
        }
        api.answer(
            "connected-realm/index",
            status: 200,
            #"{"connected_realms":[\#(links.joined(separator: ","))]}"#
        )
        for number in numbers {
            api.answer("connected-realm/\(number)?", status: 200, ScriptedAPI.group(number))
        }
    }

    private func refuse(_ source: BattleNetSource, times: Int) async {
        for _ in 0..<times {
            await #expect(throws: PollFault.self) { try await source.poll() }
        }
    }

    @Test(
        "only after three refusals in a row the index is walked, whatever the refusal is",
        arguments: [400, 403, 404, 405, 410, 500, 501, 503]
    )
    func threshold(status: Int) async throws {
        let source = api.source()
        index(1...3)
        api.answer("/search/", status: status)
        await refuse(source, times: 2)
        #expect(!api.asked().contains("index"))
        guard case .walked(let document, let requests, let reason) = try await source.poll() else {
            Issue.record("the index was not walked")
            return
        }
        #expect(document.groups.map(\.connectedRealm) == [1, 2, 3])
        #expect(document.generation == nil)
        #expect(requests == 4)
        #expect(reason.contains("HTTP \(status)"))
    }

    @Test("who is refused as such, or asks too often, is not helped by asking more", arguments: [401, 429])
    func notRefused(status: Int) async {
        let source = api.source()
        index(1...3)
        api.answer("/search/", status: status)
        await refuse(source, times: 8)
        #expect(!api.asked().contains("index"))
    }

    @Test("a search that answers now and then is never given up")
    func nowAndThen() async throws {
        let source = api.source()
        index(1...3)
        for _ in 0..<5 {
            api.answer("/search/", status: 404)
            await refuse(source, times: 2)
            api.answerPages([(nil, [ScriptedAPI.row(1)])])
            _ = try await source.poll()
        }
        #expect(!api.asked().contains("index"))
    }

    @Test("walks keep their pace, the search is asked with every poll, and when it is back that is all")
    func pace() async throws {
        let source = api.source()
        index(1...100)
        api.answer("/search/", status: 404)
        await refuse(source, times: 2)
        _ = try await source.poll()
        _ = api.asked()
        guard case .waiting = try await source.poll() else {
            Issue.record("walked again at once")
            return
        }
        #expect(api.asked() == ["search 1"])
        api.pass(.seconds(60))
        guard case .walked = try await source.poll() else {
            Issue.record("not walked again")
            return
        }
        _ = api.asked()
        api.answerPages([(nil, [ScriptedAPI.row(1)])])
        guard case .document = try await source.poll() else {
            Issue.record("the search was not taken")
            return
        }
        #expect(api.asked() == ["search 1"])
    }

    @Test("a server that says when to come back is not walked through meanwhile", arguments: [403, 500, 503])
    func comeBack(status: Int) async {
        let source = api.source()
        index(1...3)
        api.answer("/search/", status: status, headers: ["retry-after": "600"])
        await refuse(source, times: 7)
        do throws(PollFault) {
            _ = try await source.poll()
            Issue.record("an answer of a server that gave none")
        } catch {
            #expect(error.retryAfter == .seconds(600))
        }
        #expect(api.asked() == ["token"] + Array(repeating: "search 1", count: 8))
    }

    @Test("a group that says when to come back ends the walk with that wish")
    func groupComesBack() async {
        let source = api.source()
        index(1...5)
        api.answer("/search/", status: 404)
        api.answer("connected-realm/2?", status: 503, headers: ["retry-after": "90"])
        await refuse(source, times: 2)
        _ = api.asked()
        do throws(PollFault) {
            _ = try await source.poll()
            Issue.record("walked on")
        } catch {
            #expect(error.retryAfter == .seconds(90))
        }
        #expect(api.asked() == ["search 1", "index", "1", "2"])
    }

    @Test("a walk that failed is paced by what it asked for, and until then the poll fails with one request")
    func paceOfFailure() async {
        let source = api.source()
        index(1...100)
        api.answer("/search/", status: 404)
        for number in 40...100 { api.answer("connected-realm/\(number)?", status: 500) }
        await refuse(source, times: 3)
        let walked = api.asked().count
        #expect(walked > 50)
        await refuse(source, times: 1)
        #expect(api.asked() == ["search 1"], "the fault of the search, and no second walk at once")
        api.pass(.seconds(60))
        await refuse(source, times: 1)
        #expect(api.asked().count > 50, "walked again when its pace allows")
    }

    @Test("when the index is refused as well, the fault is that of the search")
    func both() async {
        let source = api.source()
        api.answer("/data/", status: 503)
        await refuse(source, times: 2)
        do throws(PollFault) {
            _ = try await source.poll()
            Issue.record("a document of nothing")
        } catch {
            #expect(error.status == 503)
        }
    }

    @Test("one group that is not to be had says nothing of the others", arguments: [404, 500, 403, 200])
    func oneGroup(status: Int) async throws {
        let source = api.source()
        index(1...5)
        api.answer("/search/", status: 404)
        api.answer("connected-realm/3?", status: status, "<html>")
        await refuse(source, times: 2)
        guard case .walked(let document, _, _) = try await source.poll() else {
            Issue.record("the index was not walked")
            return
        }
        #expect(document.groups.map(\.connectedRealm) == [1, 2, 4, 5])
        #expect(document.unanswered.keys.sorted() == [3])
        #expect(document.unreadable.isEmpty)
    }

    @Test("a group that is had and makes no sense is odd, as a row of the search would be")
    func oddGroup() async throws {
        let source = api.source()
        index(1...5)
        api.answer("/search/", status: 404)
        api.answer("connected-realm/3?", status: 200, #"{"id":3,"status":null,"realms":[]}"#)
        await refuse(source, times: 2)
        guard case .walked(let document, _, _) = try await source.poll() else {
            Issue.record("the index was not walked")
            return
        }
        #expect(document.unreadable.keys.sorted() == [3])
        #expect(document.unanswered.isEmpty)
    }

    @Test("when most groups fail, nothing is said of any, and the rest is not asked for")
    func mostGroups() async {
        let source = api.source()
        index(1...20)
        api.answer("/search/", status: 404)
        for number in 1...20 { api.answer("connected-realm/\(number)?", status: 500) }
        await refuse(source, times: 2)
        _ = api.asked()
        await refuse(source, times: 1)
        #expect(api.asked().count == 2 + 11)
    }

    @Test("too many requests end a walk with the server's wish")
    func tooMany() async {
        let source = api.source()
        index(1...5)
        api.answer("/search/", status: 404)
        api.answer("connected-realm/2?", status: 429, headers: ["retry-after": "7"])
        await refuse(source, times: 2)
        do throws(PollFault) {
            _ = try await source.poll()
            Issue.record("walked on")
        } catch {
            #expect(error.retryAfter == .seconds(7))
        }
    }
}
