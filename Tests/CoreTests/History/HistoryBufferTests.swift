import Core
import CoreSupport
import Testing
import WatchpostModel

private let us = RealmFeed(region: .us, flavour: .retail)
private let noon = UnixTime(seconds: 1_800_000_000)
private let realm = HistorySubject.realm(RealmKey(source: us, slug: "a"))

/// Seconds after the start; the clock was set from the beginning.
private func moment(_ seconds: Int64) -> Moment {
    Moment(wall: noon.advanced(by: seconds), monotonic: .seconds(seconds))
}

/// Seconds after the start; the clock is not set yet.
private func unset(_ seconds: Int64) -> Moment { Moment(wall: nil, monotonic: .seconds(seconds)) }

private func entry(_ code: UInt8, _ seconds: Int64) -> HistoryEntry {
    HistoryEntry(subject: realm, code: code, at: noon.advanced(by: seconds))
}

extension [HistoryBuffer.Effect] {
    fileprivate var batch: HistoryBatch? {
        for case .write(let batch) in self { return batch }
        return nil
    }
}

@Suite("History buffer")
struct HistoryBufferTests {
    @Test("a change is remembered at once and written a minute after the first of its batch")
    func batching() {
        var buffer = HistoryBuffer(startingAt: .zero)
        #expect(
            buffer.handle(.changed(realm, code: 1, since: nil), at: moment(100)) == [.remember(entry(1, 100))]
        )
        #expect(buffer.handle(.tick, at: moment(159)) == [])
        #expect(
            buffer.handle(.changed(realm, code: 3, since: nil), at: moment(159)) == [.remember(entry(3, 159))]
        )
        let batch = buffer.handle(.tick, at: moment(160)).batch
        #expect(batch?.entries == [entry(1, 100), entry(3, 159)])
        #expect(batch?.alive == noon.advanced(by: 160))
        #expect(buffer.handle(.tick, at: moment(400)) == [])
    }

    @Test("writes are never closer than a minute, even the next one after a failure")
    func spacing() {
        var buffer = HistoryBuffer(startingAt: .zero)
        var writes: [Int64] = []
        for second in Int64(1)...1_000 {
            _ = buffer.handle(.changed(realm, code: UInt8(second % 5), since: nil), at: moment(second))
            guard buffer.handle(.tick, at: moment(second)).batch != nil else { continue }
            writes.append(second)
            _ = buffer.handle(second % 2 == 0 ? .written : .failed, at: moment(second))
        }
        #expect(writes.count > 10)
        #expect(zip(writes, writes.dropFirst()).allSatisfy { $1 - $0 >= 60 })
    }

    @Test("what failed is written again with what came since, in order")
    func failure() {
        var buffer = HistoryBuffer(startingAt: .zero)
        _ = buffer.handle(.changed(realm, code: 1, since: nil), at: moment(0))
        #expect(buffer.handle(.tick, at: moment(60)).batch?.entries == [entry(1, 0)])
        _ = buffer.handle(.changed(realm, code: 3, since: nil), at: moment(61))
        #expect(buffer.handle(.tick, at: moment(200)) == [], "one is still under way")
        _ = buffer.handle(.failed, at: moment(201))
        #expect(buffer.handle(.tick, at: moment(260)) == [])
        let again = buffer.handle(.tick, at: moment(261)).batch
        #expect(again?.entries == [entry(1, 0), entry(3, 61)])
        #expect(again?.horizon != nil, "what failed may have been the pruning")
    }

    @Test("without changes one mark an hour is written")
    func alive() {
        var buffer = HistoryBuffer(startingAt: .zero)
        var marks: [Int64] = []
        for minute in 1...(24 * 60) {
            let now = moment(Int64(minute) * 60)
            guard let batch = buffer.handle(.tick, at: now).batch else { continue }
            #expect(batch.entries == [])
            marks.append(Int64(minute))
            _ = buffer.handle(.written, at: now)
        }
        #expect(marks == (1...24).map { $0 * 60 })
    }

    @Test("old changes are pruned with the first write and then once a day")
    func pruning() {
        var buffer = HistoryBuffer(startingAt: .zero)
        var prunings: [Int64] = []
        for hour in Int64(1)...72 {
            let now = moment(hour * 3_600)
            let effects = buffer.handle(.tick, at: now)
            _ = buffer.handle(.written, at: now)
            guard let horizon = effects.batch?.horizon else { continue }
            #expect(effects.last == .forget(before: horizon))
            #expect(horizon == now.wall?.advanced(by: -90 * 86_400))
            prunings.append(hour)
        }
        #expect(prunings == [1, 25, 49])
    }

    @Test("before the clock is set nothing is dated or written, afterwards it gets the right date")
    func clock() {
        var buffer = HistoryBuffer(startingAt: .zero)
        #expect(buffer.handle(.changed(realm, code: 1, since: nil), at: unset(5)) == [])
        #expect(buffer.handle(.changed(realm, code: 1, since: nil), at: unset(35)) == [])
        #expect(buffer.handle(.changed(realm, code: 3, since: nil), at: unset(65)) == [])
        #expect(buffer.handle(.tick, at: unset(8_000)) == [])
        #expect(
            buffer.handle(.tick, at: moment(9_000)).prefix(2) == [
                .remember(entry(1, 5)), .remember(entry(3, 65)),
            ]
        )
    }

    @Test("a known beginning dates a change, but not in the future")
    func since() {
        var buffer = HistoryBuffer(startingAt: .zero)
        let past = HistoryBuffer.Event.changed(realm, code: 3, since: noon.advanced(by: -40))
        #expect(buffer.handle(past, at: moment(0)) == [.remember(entry(3, -40))])
        let future = HistoryBuffer.Event.changed(realm, code: 1, since: noon.advanced(by: 999))
        #expect(buffer.handle(future, at: moment(10)) == [.remember(entry(1, 10))])
    }

    @Test("stopping writes everything at once")
    func stop() {
        var buffer = HistoryBuffer(startingAt: .zero)
        _ = buffer.handle(.changed(realm, code: 1, since: nil), at: moment(1))
        #expect(buffer.handle(.stop, at: moment(2)).batch?.entries == [entry(1, 1)])
    }

    @Test("while the disk refuses for long, the oldest changes are given up")
    func bounded() {
        var buffer = HistoryBuffer(startingAt: .zero)
        for second in Int64(0)..<25_000 {
            _ = buffer.handle(.changed(realm, code: UInt8(second % 2), since: nil), at: moment(second))
        }
        _ = buffer.handle(.tick, at: moment(25_000))
        _ = buffer.handle(.failed, at: moment(25_000))
        let batch = buffer.handle(.tick, at: moment(25_060)).batch
        #expect(batch?.entries.count == HistoryBuffer.mostWaiting)
        #expect(batch?.entries.last == entry(1, 24_999))
    }
}
