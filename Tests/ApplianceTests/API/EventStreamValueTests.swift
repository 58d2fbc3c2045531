import Core
import Testing

@testable import Appliance
@testable import Serving

@Suite("The recent events")
struct EventLogTests {
    private func event(_ sequence: Int64) -> StoredEvent {
        StoredEvent(sequence: sequence, at: APIFixture.noon, name: "realm", json: "{\"n\":\(sequence)}")
    }

    private func texts(_ sequences: Int64...) -> RecentEvents.Replay {
        .missed(sequences.map { RecentEvents.text(of: event($0)) })
    }

    @Test("what a reader missed comes again, once and in order")
    func replay() {
        var log = RecentEvents(newest: 4, capacity: 3)
        #expect(log.replay(after: 4) == texts())
        #expect(log.replay(after: 3) == .reset)
        for sequence in [5, 7, 8] as [Int64] { _ = log.append(event(sequence)) }
        #expect(log.replay(after: 4) == texts(5, 7, 8))
        #expect(log.replay(after: 6) == texts(7, 8))
        #expect(log.replay(after: 8) == texts())
        #expect(log.replay(after: 9) == .reset, "it is not from here")
        _ = log.append(event(9))
        #expect(log.replay(after: 4) == .reset, "event 5 is gone")
        #expect(log.replay(after: 5) == texts(7, 8, 9))
    }

    @Test("an event that is not newer is not told twice")
    func order() {
        var log = RecentEvents(newest: 4)
        let told = [4, 5, 5].map { log.append(event($0)) != nil }
        #expect(told == [false, true, false])
    }

    @Test("they are bounded in bytes")
    func bytes() {
        var log = RecentEvents(newest: 0, largest: 100)
        for sequence in 1...10 as ClosedRange<Int64> { _ = log.append(event(sequence)) }
        #expect(log.replay(after: 5) == .reset)
        #expect(log.replay(after: 9) == texts(10))
    }

    @Test("line breaks in data cannot forge fields")
    func lineBreaks() {
        let forged = StoredEvent(sequence: 1, at: APIFixture.noon, name: "realm", json: "{\n\"a\":\r\n1\r}")
        #expect(
            String(decoding: RecentEvents.text(of: forged), as: UTF8.self)
                == "id: 1\nevent: realm\ndata: {\"a\":1}\n\n"
        )
    }
}

@Suite("One event stream as a value")
struct EventStreamValueTests {
    private func supply(_ stream: inout EventStream, _ size: Int) -> (EventStream.Supply, String) {
        var bytes = [UInt8](repeating: 0, count: size)
        let supply = bytes.withUnsafeMutableBytes { stream.supply($0) }
        guard case .bytes(let count) = supply else { return (supply, "") }
        return (supply, String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    @Test("text comes in pieces of any size, then the stream sleeps until there is more")
    func pieces() {
        var stream = EventStream(first: [Array("abc".utf8)])
        #expect(supply(&stream, 2) == (.bytes(2), "ab"))
        #expect(supply(&stream, 2) == (.bytes(1), "c"))
        let wakesEarly = stream.wakes()
        #expect(!wakesEarly)
        #expect(supply(&stream, 2).0 == .sleep)
        let wakes = [stream.wakes(), stream.append([0x78]), stream.wakes(), stream.wakes()]
        #expect(wakes == [false, true, true, false], "only when there is something to do, and only once")
        #expect(supply(&stream, 2) == (.bytes(1), "x"))
    }

    @Test("an ending stream sends what it has, ends, and never sleeps again")
    func ending() {
        var stream = EventStream(first: [[0x61]])
        stream.end()
        let isKept = stream.append([0x62])
        #expect(isKept, "it is ignored, not dropped")
        #expect(supply(&stream, 9) == (.bytes(1), "a"))
        #expect(supply(&stream, 9).0 == .end)
        #expect(supply(&stream, 9).0 == .end)
    }

    @Test("a reader that does not read is dropped at the bound")
    func slow() {
        var stream = EventStream(first: [])
        let half = [UInt8](repeating: 0x61, count: EventStream.largestBacklog / 2)
        let isKept = [half, half, [0x62]].map { stream.append($0) }
        #expect(isKept == [true, true, false])
        #expect(supply(&stream, 9).0 == .dropped)
        #expect(!stream.isAsleep)
    }

    @Test("a comment is only for readers with nothing to read")
    func comment() {
        var stream = EventStream(first: [])
        stream.appendComment()
        stream.appendComment()
        #expect(supply(&stream, 99).1 == ":\n\n")
        #expect(supply(&stream, 99).0 == .sleep)
    }

    @Test(
        "a reader that left while it slept is woken once, for its end, and what comes later is not kept for it"
    )
    func left() {
        var stream = EventStream(first: [])
        #expect(supply(&stream, 9).0 == .sleep)
        #expect(!stream.isDropped)
        stream.drop()
        let wakes = [stream.wakes(), stream.wakes(), stream.append([0x61]), stream.wakes()]
        #expect(wakes == [true, false, true, false])
        #expect(stream.isDropped)
        #expect(supply(&stream, 9).0 == .dropped)
    }
}
