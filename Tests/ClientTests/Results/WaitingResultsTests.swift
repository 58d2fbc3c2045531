import Foundation
import TestSupport
import Testing
import WatchpostClient
import WatchpostModel

@Suite("Results that wait, as they lie in a folder")
struct WaitingResultsTests {
    private typealias Sample = ResultSample
    private static let day: Int64 = 86_400_000

    @Test("keys are UUIDs of version 7 in the order in which they are made, whatever the clock does")
    func keys() {
        var source = SeededGenerator.announced(for: "result keys")
        var keys = ResultKeys()
        var now: Int64 = 1_790_000_000_000
        var made: [String] = []
        // More than a millisecond has room for.
        let most = TestEffort.rounds(10_000, most: 30_000)
        for count in 0..<most {
            if count % (most * 3 / 10) == 0 { now += 5 }
            if count == most * 2 / 3 { now -= 3_600_000 }
            made.append(keys.next(at: now, using: &source))
        }
        #expect(made == made.sorted())
        #expect(Set(made).count == made.count)
        for key in made {
            let bytes = Array(key.utf8)
            #expect(bytes.count == 36 && UUID(uuidString: key) != nil)
            #expect(bytes[14] == UInt8(ascii: "7") && "89ab".utf8.contains(bytes[19]))
        }
        // Thousands within a millisecond borrow from the next ones, and no more than they need.
        let times = [made[0], made[most - 1]].map { key in
            Int64(key.replacingOccurrences(of: "-", with: "").prefix(12), radix: 16) ?? 0
        }
        #expect(times[0] == 1_790_000_000_005 && times[1] - times[0] < 40)
    }

    @Test(
        "clocks of before 1970 and of the end of time make keys, too",
        arguments: [Int64.min, -1, Int64.max]
    )
    func oddClocks(now: Int64) {
        var source = SeededGenerator.announced(for: "result keys at \(now)")
        var keys = ResultKeys()
        let made = (0..<TestEffort.rounds(5_000, most: 10_000)).map { _ in keys.next(at: now, using: &source)
        }
        #expect(made.allSatisfy { UUID(uuidString: $0) != nil })
        #expect(Set(made).count == made.count)
    }

    @Test("the oldest go first, fifty at once, and it is noted for whom, and that they may be there")
    func batch() {
        var waiting = Sample.waiting((0..<60).map { Sample.result($0) })
        let batch = waiting.take(Sample.request())
        #expect(batch.results == (0..<50).map { Sample.result($0) })
        #expect(batch.fresh.count == 50)
        let noted = waiting.entries.prefix(50)
        #expect(noted.allSatisfy { $0.appliance == "a" && $0.tried == 5_000 && $0.address == nil })
        #expect(waiting.entries[50].appliance == nil && waiting.entries[50].tried == nil)
        // A second time they are not new.
        #expect(waiting.take(Sample.request(time: 6_000)).fresh.isEmpty)
        #expect(waiting.entries[0].tried == 5_000)
    }

    @Test("no body is too large, and one result always goes")
    func bytes() throws {
        let long = (0..<50).map { Sample.result($0, extra: String(repeating: "\u{1}", count: 256)) }
        var waiting = Sample.waiting(long)
        var seen = 0
        while seen < 50 {
            let except = Set(long.prefix(seen).map(\.key))
            let batch = waiting.take(Sample.request(except: except))
            let entries = batch.results.map { result in
                ResultBatchBody.Entry(
                    key: result.key,
                    board: result.board,
                    score: result.score,
                    extra: result.extra
                )
            }
            let body = try JSONEncoder().encode(ResultBatchBody(results: entries))
            #expect(!batch.results.isEmpty && body.count <= 32_768)
            seen += batch.results.count
        }
        #expect(seen == 50)
    }

    @Test("another appliance, and another address, gets none of them")
    func elsewhere() {
        var waiting = Sample.waiting([Sample.result(1)], for: "a")
        _ = waiting.add(Sample.result(2), for: nil, at: "http://other")
        _ = waiting.add(Sample.result(3), for: nil, at: "http://box")
        #expect(waiting.count(at: "http://box") == 2)
        #expect(waiting.take(Sample.request("b")).results == [Sample.result(3)])
        // Now it is b's, and not a's any more.
        #expect(waiting.take(Sample.request("a")).results == [Sample.result(1)])
        #expect(waiting.take(Sample.request("a", address: "http://other")).results.count == 2)
    }

    @Test("where five hundred wait, the oldest leaves for a new one")
    func full() {
        var waiting = WaitingResults()
        var dropped: [GameResult] = []
        for number in 0..<510 { dropped += waiting.add(Sample.result(number), for: "a", at: "http://box") }
        #expect(dropped == (0..<10).map { Sample.result($0) })
        #expect(waiting.entries.count == WaitingResults.most)
        #expect(waiting.add(Sample.result(509), for: "a", at: "http://box").isEmpty, "it is there already")
        #expect(waiting.entries.count == WaitingResults.most)
    }

    @Test(
        "what was sent a month ago without an answer leaves instead of counting twice, by the appliance's clock"
    )
    func old() {
        var waiting = Sample.waiting([Sample.result(1), Sample.result(2)], for: "a")
        _ = waiting.take(Sample.request(most: 1, time: 5_000))
        let later = 5_000 + WaitingResults.longestDoubt
        // The clock of this device says whatever it likes.
        let batch = waiting.take(Sample.request(except: ["key-2"], now: 90 * Self.day, time: later))
        #expect(batch.dropped.isEmpty && batch.results.count == 1)
        let over = waiting.take(Sample.request(time: later + 1))
        #expect(over.dropped == [Sample.result(1)])
        // Never sent is never in doubt, however old.
        #expect(over.results == [Sample.result(2)])
    }

    @Test("what certainly is not there begins its month again")
    func untried() {
        var waiting = Sample.waiting([Sample.result(1)], for: "a")
        _ = waiting.take(Sample.request())
        var settlement = WaitingResults.Settlement(appliance: "a")
        #expect(settlement.isEmpty)
        settlement.untried = ["key-1"]
        #expect(waiting.settle(settlement, at: 0).isEmpty)
        #expect(waiting.entries[0].tried == nil)
        #expect(waiting.take(Sample.request(time: 40 * Self.day)).dropped.isEmpty)
    }

    @Test("a refusal is about a result as it was sent, and what was taken leaves in any case")
    func settled() {
        let claimed = (1...4).map { Sample.result($0, achieved: 77) }
        var waiting = Sample.waiting(claimed, for: "a")
        var first = WaitingResults.Settlement(appliance: "a")
        first.unclaimed = [claimed[0], claimed[1]]
        #expect(waiting.settle(first, at: 0).isEmpty)
        #expect(waiting.entries.map(\.result.achieved?.seconds) == [nil, nil, 77, 77])
        // The answers to another process, which had sent all with their claims.
        var second = WaitingResults.Settlement(appliance: "a")
        second.refused = [claimed[0], claimed[2]]
        second.taken = [claimed[1].key]
        second.unclaimed = [claimed[3], Sample.result(9)]
        #expect(waiting.settle(second, at: 0) == ["key-3"])
        #expect(waiting.entries.map(\.result) == [Sample.result(1), Sample.result(4)])
    }

    @Test("an appliance is left alone for as long as it asks, also by the next process, and no other one is")
    func pauses() {
        var waiting = Sample.waiting([Sample.result(1), Sample.result(2)])
        var settlement = WaitingResults.Settlement(appliance: "a")
        settlement.pause = 9_000
        _ = waiting.settle(settlement, at: 1_000)
        settlement.pause = 4_000
        _ = waiting.settle(settlement, at: 1_000)
        #expect(waiting.take(Sample.request(now: 8_999)).pause == 9_000, "the longer one counts")
        #expect(waiting.take(Sample.request("b", most: 1, now: 8_999)).results.count == 1)
        #expect(waiting.take(Sample.request(now: 9_000)).results.count == 1)
        // Whoever turns the clock back is not kept waiting for it.
        #expect(waiting.take(Sample.request(now: 9_000 - 3 * Self.day)).pause == nil)
        settlement.pause = 9_000 - 3 * Self.day + 10
        _ = waiting.settle(settlement, at: 9_000 - 3 * Self.day)
        #expect(waiting.pauses == ["a": 9_000 - 3 * Self.day + 10])
    }

    @Test(
        "times in the file that no clock says end no app",
        arguments: [Int64.min, -1, 0, .max],
        [Int64.min, 0, .max]
    )
    func oddTimes(stored: Int64, now: Int64) throws {
        var sent = Sample.waiting([Sample.result(1)], for: "a")
        #expect(sent.take(Sample.request(time: 5_000)).fresh == ["key-1"])
        var settlement = WaitingResults.Settlement(appliance: "a")
        settlement.pause = 9_000
        _ = sent.settle(settlement, at: 1_000)
        let text = String(decoding: try JSONEncoder().encode(sent), as: UTF8.self)
            .replacingOccurrences(of: "\"tried\":5000", with: "\"tried\":\(stored)")
            .replacingOccurrences(of: "\"a\":9000", with: "\"a\":\(stored)")
        var waiting = try JSONDecoder().decode(WaitingResults.self, from: Data(text.utf8))
        #expect(waiting.pauses == ["a": stored] && waiting.entries.first?.tried == stored)
        let batch = waiting.take(Sample.request(now: now, time: now))
        #expect(batch.pause == nil)
        #expect(batch.dropped.count + batch.results.count == 1)
        _ = waiting.settle(settlement, at: now)
        #expect(waiting.pauses.count == 1)
    }
}
