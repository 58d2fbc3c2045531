import Core
import TestSupport
import Testing
import WatchpostModel

/// An origin that knows one realm, and the caches between it and the monitor, each with a copy of its own.
private struct CachedOrigin {
    /// What the origin said, and when.
    struct Statement: Hashable {
        var version: Int
        var isDown: Bool
        /// True seconds: no two statements have the same, and a copy has that of its statement.
        var made: Int64
    }

    private struct Cache {
        var copy: Statement
        /// Seconds after which it asks the origin again.
        var life: Int64
        /// By which its clock is wrong, where it writes a `Date` of its own.
        var skew: Int64
        var writesDate: Bool
    }

    private var now: Statement
    private var caches: [Cache] = []
    /// By which the origin's clock is wrong.
    private let skew: Int64

    init(caches count: Int, _ dice: inout SeededGenerator) {
        now = Statement(version: 0, isDown: false, made: 0)
        skew = Int64.random(in: -100_000_000...100_000_000, using: &dice)
        for _ in 0..<count {
            let cache = Cache(
                copy: now,
                life: Int64.random(in: 1...900, using: &dice),
                skew: skew + Int64.random(in: -20...20, using: &dice),
                writesDate: Bool.random(using: &dice)
            )
            caches.append(cache)
        }
    }

    mutating func change(_ isDown: Bool) {
        now.isDown = isDown
        now.version += 1
    }

    /// Another document with the same facts.
    mutating func touch() { now.version += 1 }

    var isDown: Bool { now.isDown }

    /// An answer at that second, through one of the caches or none, and what it says of its time.
    mutating func answer(at second: Int64, _ dice: inout SeededGenerator) -> (Statement, OriginTime) {
        now.made = second
        let index = Int.random(in: 0...caches.count, using: &dice)
        guard caches.indices.contains(index) else {
            return (now, OriginTime(dated: UnixTime(seconds: 2_000_000_000 + second + skew)))
        }
        if second - caches[index].copy.made >= caches[index].life { caches[index].copy = now }
        let cache = caches[index]
        let date = cache.writesDate ? second + cache.skew : cache.copy.made + skew
        let age = second - cache.copy.made
        return (cache.copy, OriginTime(dated: UnixTime(seconds: 2_000_000_000 + date), age: age))
    }
}

@Suite("Caches between the origin and the monitor")
struct CachesOnTheWayTests {
    private static let us = RealmScript.us
    private static let seeds = 1...UInt64(TestEffort.rounds(20, most: 200))

    private func document(_ statement: CachedOrigin.Statement, _ said: OriginTime) -> RegionDocument {
        var groups = RealmScript.groups(1, prefix: "us", category: "United States")
        groups[0].status = statement.isDown ? .down : .up
        groups[0].generation = "\(statement.version)"
        return RegionDocument(groups: groups, generation: "\(statement.version)").restated(said)
    }

    /// The word of the answers to one poll after the other, with those that made up what it told.
    private struct Story {
        var monitor = RealmMonitor(sources: [us], rules: RealmRules())
        var now = Moment(wall: RealmScript.noon, monotonic: .seconds(1_000))
        var second: Int64 = 0
        /// The answers in a row that said the same of the realm, and when the first came.
        var row: [CachedOrigin.Statement] = []
        var rowSince: Int64 = 0
        private var known: Int?
        private var pause: Int64 = 60

        /// One poll; the words that were told of the realm.
        mutating func poll(
            _ origin: inout CachedOrigin,
            _ dice: inout SeededGenerator,
            _ document: (CachedOrigin.Statement, OriginTime) -> RegionDocument
        ) -> [RealmEventBody.Change] {
            second += pause
            now.monotonic += .seconds(pause)
            now.wall = now.wall?.advanced(by: pause)
            let (statement, said) = origin.answer(at: second, &dice)
            if row.last?.isDown != statement.isDown { (row, rowSince) = ([], second) }
            row.append(statement)
            let isKnown = statement.version == known
            known = statement.version
            let event: RealmMonitorEvent =
                isKnown ? .unchanged(us, said: said) : .observed(us, document(statement, said))
            let effects = monitor.handle(event, at: now)
            pause = effects.contains(.recheck(us)) ? 15 : 60
            return effects.flatMap { effect -> [RealmEventBody.Change] in
                guard case .announce(let announcement) = effect else { return [] }
                return announcement.events.compactMap { event in
                    guard case .realm(let body) = event else { return nil }
                    return body.change
                }
            }
        }
    }

    @Test("no statement of the origin counts twice within ten intervals", arguments: seeds)
    func neverTwice(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var origin = CachedOrigin(caches: Int(seed % 4), &dice)
        var story = Story()
        var told = 0
        for _ in 0..<600 {
            if dice.one(in: 12) { origin.change(!origin.isDown) }
            if dice.one(in: 12) { origin.touch() }
            for change in story.poll(&origin, &dice, document) where change == .down || change == .up {
                told += 1
                let statements = Set(story.row)
                let isLong = story.second - story.rowSince >= 600
                let least = change == .down ? 3 : 2
                #expect(
                    isLong || statements.count >= least,
                    "seed \(seed) at \(story.second) s: \(change) by \(story.row)"
                )
            }
        }
        #expect(told > 0, "seed \(seed) told nothing")
    }

    @Test("without any, one that goes down and stays so is told within four intervals", arguments: seeds)
    func neverLate(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var origin = CachedOrigin(caches: 0, &dice)
        var story = Story()
        for _ in 0..<Int.random(in: 1...20, using: &dice) { _ = story.poll(&origin, &dice, document) }
        for (isDown, change) in [(true, .down), (false, .up)] as [(Bool, RealmEventBody.Change)] {
            let before = story.second
            origin.change(isDown)
            var told: [RealmEventBody.Change] = []
            while told.isEmpty, story.second - before < 600 { told = story.poll(&origin, &dice, document) }
            #expect(told == [change], "seed \(seed)")
            #expect(story.second - before <= 240, "seed \(seed)")
        }
    }
}
