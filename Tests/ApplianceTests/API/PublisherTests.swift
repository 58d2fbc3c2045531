import TestSupport
import Testing

@testable import Appliance
@testable import Serving

@Suite("The publisher and its cache")
struct PublisherTests {
    private func entry(_ key: String, size: Int = 10, part: PublishedPart = .realms) -> SnapshotCache.Entry {
        let snapshot = Snapshot([UInt8](repeating: 0x61, count: size), type: "text/plain", compress: false)
        let counter = RequestCounter(route: key, in: Metrics())
        return SnapshotCache.Entry(key: key, snapshot: snapshot, counter: counter, part: part)
    }

    private func find(_ key: String, in cache: SnapshotCache) -> SnapshotCache.Entry? {
        Array(key.utf8).withUnsafeBufferPointer { cache.lookup($0, hash: SnapshotCache.hash($0)) }
    }

    @Test("the cache keeps the newest entries, bounded in number")
    func number() {
        var cache = SnapshotCache(capacity: 3, largest: 1_000_000)
        for key in ["/a", "/b", "/c", "/d"] { cache.insert(entry(key)) }
        #expect(find("/a", in: cache) == nil)
        #expect(find("/d", in: cache) != nil)
        #expect(cache.count == 3)
    }

    @Test("the cache is bounded in bytes, and what is larger than all of it is not kept")
    func bytes() {
        var cache = SnapshotCache(capacity: 100, largest: 20_000)
        for key in ["/a", "/b", "/c"] { cache.insert(entry(key, size: 8_000)) }
        #expect(cache.count == 1)
        cache.insert(entry("/huge", size: 30_000))
        #expect(find("/huge", in: cache) == nil)
        #expect(find("/c", in: cache) != nil)
    }

    @Test("forgetting a part leaves the others")
    func parts() {
        var cache = SnapshotCache(largest: 1_000_000)
        cache.insert(entry("/realms", part: .realms))
        cache.insert(entry("/panel", part: .panel))
        cache.forget(.realms)
        #expect(find("/realms", in: cache) == nil)
        #expect(find("/panel", in: cache) != nil)
    }

    @Test("a change of one of many things drops its bodies only, and costs as many steps as it drops")
    func values() {
        var cache = SnapshotCache(capacity: 200, largest: 10_000_000)
        for board in 0..<100 {
            for page in 0..<2 {
                cache.insert(entry("/b/\(board)/\(page)", part: .one(of: "board", Int64(board))))
            }
        }
        #expect(cache.steps == 200)
        cache.forget(.one(of: "board", 7))
        cache.forget(.one(of: "player", 8))
        cache.forget(.realms)
        #expect(cache.steps == 202, "two bodies, whatever else is kept")
        #expect(cache.count == 198)
        for board in 0..<100 {
            #expect((find("/b/\(board)/0", in: cache) == nil) == (board == 7))
            #expect((find("/b/\(board)/1", in: cache) == nil) == (board == 7))
        }
        for page in 0..<2 { cache.insert(entry("/b/7/\(page)", part: .one(of: "board", 7))) }
        cache.insert(entry("/new"))
        #expect(cache.steps == 206, "the oldest one went")
        #expect(find("/b/0/0", in: cache) == nil && find("/b/0/1", in: cache) != nil)
    }

    @Test("a body of a thing that changed meanwhile is not kept, others are")
    func changes() {
        let publisher = Publisher(PublishedState(regions: [], sources: []), parts: [.panel])
        let counter = RequestCounter(route: "/x", in: Metrics())
        let snapshot = Snapshot([0x61], type: "text/plain")
        let board = PublishedPart.one(of: "board", 1)
        let reading = publisher.reading
        publisher.changed(board)
        publisher.keep(snapshot, key: "/b/1", counter: counter, part: board, from: reading)
        publisher.keep(snapshot, key: "/panel", counter: counter, part: .panel, from: reading)
        #expect(publisher.lookup("/b/1") == nil && publisher.lookup("/panel") != nil)
        publisher.keep(snapshot, key: "/b/1", counter: counter, part: board, from: publisher.reading)
        #expect(publisher.lookup("/b/1") != nil)
        publisher.publish(panel: APIFixture.panel)
        #expect(publisher.lookup("/b/1") != nil && publisher.lookup("/panel") == nil)
        publisher.changed(board)
        #expect(publisher.lookup("/b/1") == nil)
    }

    @Test("bodies of a sort that has places of its own push out no others, nor do others push out them")
    func shares() {
        let share = CacheShare(of: "board", bodies: 3, bytes: 1_000_000)
        let publisher = Publisher(PublishedState(regions: [], sources: []), shares: [share])
        let counter = RequestCounter(route: "/x", in: Metrics())
        let snapshot = Snapshot([0x61], type: "text/plain")
        func keep(_ key: String, _ part: PublishedPart) {
            publisher.keep(snapshot, key: key, counter: counter, part: part, from: publisher.reading)
        }
        keep("/panel", .panel)
        for board in 0..<1_000 { keep("/b/\(board)", .one(of: "board", Int64(board))) }
        #expect(publisher.lookup("/panel") != nil)
        for other in 0..<1_000 { keep("/\(other)", .realms) }
        #expect(publisher.lookup("/panel") == nil && publisher.lookup("/999") != nil)
        let kept = (0..<1_000).filter { publisher.lookup("/b/\($0)") != nil }
        #expect(kept == [997, 998, 999])
        publisher.changed(.one(of: "board", 998))
        #expect(publisher.lookup("/b/998") == nil && publisher.lookup("/b/999") != nil)
        publisher.publish(realms: [])
        #expect(publisher.lookup("/999") == nil && publisher.lookup("/b/997") != nil)
    }

    @Test("in any order of adding and dropping the cache has what a plain list of the newest has")
    func random() {
        var generator = SeededGenerator.announced(for: "snapshot cache")
        var cache = SnapshotCache(capacity: 12, largest: 1_000_000)
        var plain: [(key: String, part: PublishedPart)] = []
        for _ in 0..<TestEffort.rounds(150) {
            let number = Int.random(in: 0..<30, using: &generator)
            let part = PublishedPart.one(of: "board", Int64(number % 5))
            if generator.one(in: 5) {
                cache.forget(part)
                plain.removeAll { $0.part == part }
            } else {
                cache.insert(entry("/\(number)", part: part))
                plain.removeAll { $0.key == "/\(number)" }
                plain = (plain + [("/\(number)", part)]).suffix(12)
            }
            let kept = (0..<30).map { "/\($0)" }.filter { find($0, in: cache) != nil }
            #expect(kept.sorted() == plain.map(\.key).sorted())
        }
    }

    @Test("what a feature publishes has a version of its own, whatever else changes meanwhile")
    func own() {
        let part = PublishedPart("trophies")
        let publisher = Publisher(PublishedState(regions: [], sources: []), parts: [.realms, part, .panel])
        let reading = publisher.reading
        for board in 0..<1_000 { publisher.changed(.one(of: "board", Int64(board))) }
        publisher.publish(panel: APIFixture.panel)
        let counter = RequestCounter(route: "/x", in: Metrics())
        let snapshot = Snapshot([0x61], type: "text/plain")
        publisher.keep(snapshot, key: "/own", counter: counter, part: part, from: reading)
        publisher.keep(snapshot, key: "/board", counter: counter, part: .one(of: "board", 7), from: reading)
        #expect(publisher.lookup("/own") != nil && publisher.lookup("/board") == nil)
        publisher.changed(part)
        #expect(publisher.lookup("/own") == nil)
    }

    @Test("a body made from an older state is not kept")
    func race() {
        let publisher = Publisher(PublishedState(regions: [], sources: []))
        let reading = publisher.reading
        let counter = RequestCounter(route: "/x", in: Metrics())
        let snapshot = Snapshot([0x61], type: "text/plain")
        publisher.publish(realms: [])
        publisher.keep(snapshot, key: "/x", counter: counter, part: .realms, from: reading)
        #expect(publisher.lookup("/x") == nil)
        publisher.keep(snapshot, key: "/x", counter: counter, part: .realms, from: publisher.reading)
        #expect(publisher.lookup("/x") != nil)
        publisher.publish(panel: APIFixture.panel)
        #expect(publisher.lookup("/x") != nil)
    }

    @Test("numbers are rendered for Prometheus, label values escaped")
    func metrics() {
        let metrics = Metrics()
        let polls = Metric()
        let labels: KeyValuePairs = ["source": "a\"\\\nb"]
        metrics.add([
            MetricSeries("polls_total", .counter, help: "Polls.", labels: labels) { polls.value },
            MetricSeries("age", .gauge, help: "Age.") { -3 },
        ])
        polls.add(2)
        let expected = """
            # HELP age Age.
            # TYPE age gauge
            age -3
            # HELP polls_total Polls.
            # TYPE polls_total counter
            polls_total{source="a\\"\\\\\\nb"} 2

            """
        #expect(metrics.rendered() == expected)
    }
}
