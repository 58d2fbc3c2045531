import Core
import Testing
import WatchpostModel

@Suite("Which answers count, and what the word unchanged is worth where the origin does not say when")
struct RealmMonitorIdentityTests {
    private let us = RealmScript.us

    /// Twelve groups, four on each of three pages.
    private func script() -> RealmScript {
        var script = RealmScript(groups: RealmScript.groups(12, prefix: "us", category: "United States"))
        script.poll(pages: ["a", "a", "a"])
        return script
    }

    @Test("a group that goes down on a later page is announced, though the first page never changes")
    func laterPage() {
        var script = script()
        script.set(["us-10"], .down)
        #expect(script.poll(pages: ["a", "a", "b"]).isEmpty)
        #expect(script.realm("us-10")?.state == .suspected)
        #expect(script.poll(pages: ["a", "a", "c"]).isEmpty)
        #expect(script.poll(pages: ["a", "a", "d"]).map(\.short) == ["down retail/us-10"])
    }

    @Test("a page that has not changed is one observation, though the others change")
    func unchangedPage() {
        var script = script()
        script.set(["us-1"], .down)
        for page in ["c", "d", "e", "f"] { #expect(script.poll(pages: ["b", "a", page]).isEmpty) }
        #expect(script.realm("us-1")?.state == .suspected)
        #expect(script.poll(pages: ["c", "a", "f"]).isEmpty)
        #expect(script.poll(pages: ["d", "a", "f"]).map(\.short) == ["down retail/us-1"])
    }

    @Test("what a page has said for ten intervals is confirmed, though it may be a copy")
    func unchangedPageConfirms() {
        var script = script()
        script.set(["us-1"], .down)
        var events: [EventBody] = []
        for poll in 0..<11 { events += script.poll(pages: ["b", "a", "p\(poll)"]) }
        #expect(events.map(\.short) == ["down retail/us-1"])
    }

    @Test(
        "two caches that take turns with two documents are two observations, until they have insisted long enough"
    )
    func turns() {
        var script = script()
        script.set(["us-1"], .down)
        for poll in 0..<10 { #expect(script.poll(pages: [poll % 2 == 0 ? "b" : "c", "a", "a"]).isEmpty) }
        #expect(script.realm("us-1")?.state == .suspected)
        #expect(script.poll(pages: ["b", "a", "a"]).map(\.short) == ["down retail/us-1"])
    }

    @Test("a third document ends the turns of two")
    func thirdDocument() {
        var script = script()
        script.set(["us-1"], .down)
        for page in ["b", "c", "b", "c"] { #expect(script.poll(pages: [page, "a", "a"]).isEmpty) }
        #expect(script.poll(pages: ["d", "a", "a"]).map(\.short) == ["down retail/us-1"])
    }

    @Test("a mark that comes back with what it stood for counts: a server may make it of the content")
    func contentMarks() {
        var script = script()
        for _ in 0..<3 {
            script.set(["us-1"], .down)
            #expect(script.poll(pages: ["b", "a", "a"]).isEmpty)
            #expect(script.poll(pages: ["c", "a", "a"]).isEmpty)
            #expect(script.poll(pages: ["d", "a", "a"]).map(\.short) == ["down retail/us-1"])
            script.set(["us-1"], .up)
            #expect(script.poll(pages: ["a", "a", "a"]).isEmpty)
            #expect(script.poll(pages: ["e", "a", "a"]).map(\.short) == ["up retail/us-1"])
        }
        script.set(["us-1"], .down)
        for page in ["b", "c"] { script.poll(pages: [page, "a", "a"]) }
        script.set(["us-1"], .up)
        script.poll(pages: ["a", "a", "a"])
        script.set(["us-1"], .down)
        for page in ["b", "c"] { #expect(script.poll(pages: [page, "a", "a"]).isEmpty) }
        #expect(script.poll(pages: ["d", "a", "a"]).map(\.short) == ["down retail/us-1"])
    }

    @Test("a page that was counted before a gap counts again after it")
    func gap() {
        var script = script()
        script.set(["us-1"], .down)
        script.poll(pages: ["b", "a", "a"])
        script.pass(.seconds(600))
        script.poll(pages: ["b", "a", "c"])
        #expect(script.realm("us-1")?.state == .suspected)
    }

    @Test("after an answer that is not believed the word unchanged makes nothing fresh")
    func refused() {
        var script = script()
        script.edit { $0 = [$0[0]] }
        for _ in 0..<2 {
            script.poll(generation: "shrunken")
            script.pass(.seconds(60))
            script.send(.unchanged(us))
        }
        #expect(script.monitor.views.first?.freshness.state == .stale)
        #expect(script.effects.contains(.forget(us)))
    }

    @Test("before the first answer the word unchanged says nothing")
    func nothingYet() {
        var script = RealmScript(groups: [])
        script.monitor.restore(us, realms: self.script().monitor.views.flatMap(\.realms), outages: [])
        script.send(.unchanged(us))
        #expect(script.monitor.views.first?.freshness.state == .stale)
    }

    /// What one document changes, and the event that says so.
    struct Attribute: Sendable, CustomTestStringConvertible {
        var event: String
        var change: @Sendable (inout ObservedGroup) -> Void
        var testDescription: String { event }
    }

    /// Swift 6.0.3 crashes on closures among the arguments of `@Test`.
    static let attributes: [Attribute] = [
        Attribute(event: "queueStarted", change: { $0.hasQueue = true }),
        Attribute(event: "locked", change: { $0.population = .locked }),
        Attribute(event: "population", change: { $0.population = Population(word: "low") }),
    ]

    @Test(
        "a queue, a lock or a population in a document that never changes again is told in the end",
        arguments: attributes
    )
    func affirmedAttribute(attribute: Attribute) {
        var script = script()
        script.change(["us-2"], attribute.change)
        script.poll(generation: "whole")
        var events: [EventBody] = []
        for _ in 0..<9 {
            script.pass(.seconds(60))
            events += script.send(.unchanged(us))
        }
        #expect(events.isEmpty)
        for _ in 0..<5 {
            script.pass(.seconds(60))
            events += script.send(.unchanged(us))
        }
        #expect(events.map(\.short) == ["\(attribute.event) retail/us-2"])
    }

    @Test("a realm that a document leaves out and that never changes again is unknown in the end")
    func affirmedAbsence() {
        var script = script()
        script.edit { $0.removeFirst() }
        script.poll(generation: "whole")
        var events: [EventBody] = []
        for _ in 0..<10 {
            script.pass(.seconds(60))
            events += script.send(.unchanged(us))
        }
        #expect(events.map(\.short) == ["vanished retail/us-1"])
    }

    @Test("silence between two words of unchanged is no affirmation: the wait begins again")
    func affirmedAcrossAGap() {
        var script = script()
        script.set(["us-2"], .down)
        script.poll(generation: "whole")
        script.pass(.seconds(3_600))
        let events = script.send(.unchanged(us))
        #expect(!events.map(\.short).contains("down retail/us-2"))
        #expect(script.realm("us-2")?.state == .suspected)
    }
}

extension RealmScript {
    /// One poll whose groups stand on as many pages as there are generations.
    @discardableResult
    mutating func poll(pages: [String], said: OriginTime? = nil) -> [EventBody] {
        pass(.seconds(60))
        var groups = listed
        let size = (groups.count + pages.count - 1) / pages.count
        for index in groups.indices {
            groups[index].generation = "page \(index / size) \(pages[index / size])"
        }
        let document = RegionDocument(groups: groups, generation: pages.joined(separator: " "))
        return send(.observed(Self.us, document.restated(said)))
    }
}
