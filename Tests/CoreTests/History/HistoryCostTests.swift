import TestSupport
import Testing
import WatchpostModel

@testable import Core

private let eu = RealmFeed(region: .eu, flavour: .retail)
private let noon = UnixTime(seconds: 1_800_000_000)

@Suite("Cost of histories")
struct HistoryCostTests {
    /// 30 days of 380 realms of a region that flickers: at a high effort 190,000 changes.
    private func flickering() async throws -> (history: History, to: UnixTime) {
        let opened = try await Database.open(.memory, migrations: History.migrations, now: noon)
        let history = try await History.open(opened.database, at: Moment(wall: noon, monotonic: .zero))
        var view = SourceView.waiting(eu)
        view.freshness.state = .fresh
        let rounds = TestEffort.rounds(25, most: 500)
        for round in 0..<rounds {
            view.realms = (0..<380).map { number in
                RealmView(bare: "realm-\(number)", of: eu, (number + round).isMultiple(of: 2) ? .up : .down)
            }
            let seconds = Int64(round * 30 * 86_400 / rounds)
            history.observe(view, at: Moment(wall: noon.advanced(by: seconds), monotonic: .seconds(seconds)))
        }
        return (history, noon.advanced(by: 30 * 86_400))
    }

    @Test("a region that flickers is summed up once, not for everybody who asks")
    func kept() async throws {
        let (history, to) = try await flickering()
        for hours in 1...TestEffort.rounds(20, most: 400) {
            let from = to.advanced(by: -Int64(hours + 300) * 3_600)
            let body = history.history(of: eu, from: from, to: to)
            #expect(body.segments.first?.from == from && body.segments.last?.to == to)
            #expect(body.uptime.map { abs($0 - 0.5) < 0.01 } == true)
        }
        #expect(history.sums == 1)
        history.observe(SourceView.waiting(eu), at: Moment(wall: to, monotonic: .seconds(30 * 86_400)))
        _ = history.history(of: eu, from: to.advanced(by: -3_600), to: to)
        #expect(history.sums == 2, "something changed")
    }

    @Test("changes are counted once each, and what is seen again is none")
    func changes() {
        let now = Moment(wall: noon, monotonic: .zero)
        let history = History(at: now)
        var view = SourceView.waiting(eu)
        view.freshness.state = .fresh
        var counts: [Int] = []
        for state in [RealmState.up, .up, .down, .down, .up] {
            view.realms = [RealmView(bare: "kazzak", of: eu, state)]
            history.observe(view, at: now)
            counts.append(history.changes)
        }
        #expect(counts[0] == counts[1] && counts[2] == counts[3] && Set(counts).count == 3)
    }

    @Test("a bar has at most 720 pieces without a gap, and the gravest of each stays to be seen")
    func bounded() throws {
        var index = HistoryIndex()
        let key = RealmKey(source: eu, slug: "a")
        index.append(HistoryEntry(subject: .source(eu), code: Availability.fresh.rawValue, at: noon))
        for minute in 0..<4_000 {
            let state: RealmState = minute == 1_999 ? .down : minute.isMultiple(of: 2) ? .up : .suspected
            let at = noon.advanced(by: Int64(minute) * 60)
            index.append(HistoryEntry(subject: .realm(key), code: state.historyCode, at: at))
        }
        let to = noon.advanced(by: 4_000 * 60)
        for body in [index.history(of: key, from: noon, to: to), index.history(of: eu, from: noon, to: to)] {
            #expect(body.segments.count <= HistorySegments.most)
            #expect(body.segments.first?.from == noon && body.segments.last?.to == to)
            for (one, next) in zip(body.segments, body.segments.dropFirst()) {
                #expect(one.to == next.from && one.from < one.to && one.state != next.state)
            }
            let down = body.segments.filter { $0.state == .down }
            #expect(down.count == 1)
            let minute = noon.advanced(by: 1_999 * 60)
            #expect(down.first.map { $0.from <= minute && minute < $0.to } == true)
            #expect(body.uptime.map { $0 > 0.999 && $0 < 1 } == true, "uptime is exact, whatever is drawn")
        }
    }
}
