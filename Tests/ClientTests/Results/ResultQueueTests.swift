import Foundation
import Testing
import WatchpostClient
import WatchpostModel

@Suite("How results come to their appliance")
struct ResultQueueTests {
    private typealias Courses = ResultCourses
    private typealias Event = ResultQueue.Event

    private static let now = ResultCourses.now
    private static let words = ResultCourses.words
    private static let one = ResultCourses.one

    @Test("each course of things", arguments: ResultCourses.transcripts.map(\.name))
    func transcript(name: String) throws {
        let (_, events, effects) = try #require(Courses.transcripts.first { $0.name == name })
        #expect(events.count == effects.count)
        var queue = ResultQueue()
        for (event, wanted) in zip(events, effects) {
            #expect(queue.handle(event, at: Self.now, chance: 0.5) == wanted, "after \(event)")
        }
    }

    /// Asks without an answer; when it is woken after each.
    private func rests(_ count: Int, chance: Double, _ reason: WatchpostError = ResultCourses.words)
        -> [Int64]
    {
        var queue = ResultQueue()
        return (0..<count).map { number in
            let now = Int64(number) * 1_000_000_000
            _ = queue.handle(.woke, at: now, chance: chance)
            let effects = queue.handle(.failed(reason), at: now, chance: chance)
            guard case .rest(let until) = effects.last else { return -1 }
            return (until ?? 0) - now
        }
    }

    @Test("pauses grow, are never the same for all, and never longer than seven and a half minutes")
    func backoff() {
        #expect(rests(4, chance: 0.5) == [1_000, 2_000, 4_000, 8_000])
        #expect(rests(3, chance: 0) == [500, 1_000, 2_000])
        #expect(rests(40, chance: 0.5).last == 300_000)
        #expect(rests(40, chance: 0.999).allSatisfy { $0 < 450_001 })
        // As long as is asked for at least, but no longer than a day.
        #expect(rests(2, chance: 0, .busy(retryAfter: 7)) == [7_000, 7_000])
        #expect(rests(1, chance: 0, .busy(retryAfter: .max)) == [86_400_000])
    }

    @Test("a clock that is set back is no reason to wait for longer")
    func clock() {
        var queue = ResultQueue()
        _ = queue.handle(.woke, at: Self.now, chance: 0.5)
        _ = queue.handle(.failed(Self.words), at: Self.now, chance: 0.5)
        let before = Self.now - 3_600_000
        #expect(queue.handle(.woke, at: before, chance: 0.5) == [.begin(.look(except: []))])
    }

    @Test("a clock that is set back while the pause is read is no reason either")
    func clockAtTake() {
        var queue = ResultQueue()
        for event: Event in [.woke, .looked(1), .located("a")] {
            _ = queue.handle(event, at: Self.now, chance: 0.5)
        }
        let before = Self.now - 100 * 86_400_000
        let effects = queue.handle(.taken(ResultCourses.held), at: before, chance: 0.5)
        #expect(effects == [.rest(until: before + 2 * 86_400_000)])
        #expect(queue.handle(.woke, at: before + 1, chance: 0.5) == [.begin(.look(except: []))])
    }

    @Test("what the appliance wants later is asked about again, after longer and longer")
    func later() {
        var queue = ResultQueue()
        var now = Self.now
        var pauses: [Int64] = []
        for _ in 0..<4 {
            var effects = queue.handle(.woke, at: now, chance: 0.5)
            #expect(effects == [.begin(.look(except: []))])
            for event: Event in [
                .looked(1), .located("a"), Courses.batch(Self.one), Courses.answers((Self.one, 503, nil)),
                Courses.batch(),
            ] { effects = queue.handle(event, at: now, chance: 0.5) }
            guard case .rest(let until?) = effects.last else { return #expect(Bool(false), "\(effects)") }
            pauses.append(until - now)
            now = until
        }
        #expect(pauses == [1_000, 2_000, 4_000, 8_000])
    }

    @Test("what comes when nobody waits for it does nothing")
    func unexpected() {
        let late: [Event] = [
            .looked(3), .located("b"), Courses.batch(Self.one), Courses.answers((Self.one, 201, nil)),
            .settled([]),
            .failed(Self.words),
        ]
        var queue = ResultQueue()
        for event in late { #expect(queue.handle(event, at: Self.now, chance: 0.5).isEmpty, "\(event)") }
        #expect(queue.handle(.woke, at: Self.now, chance: 0.5) == [.begin(.look(except: []))])
    }
}
