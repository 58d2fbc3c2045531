import Core
import CoreSupport
import FoundationEssentials
import Glibc
import TestSupport
import Testing
import WatchpostModel

/// Sums up what databases hand to the file system: their blocking work runs on one thread from begin to end.
private final class WriteMeter: Sendable {
    private struct State {
        var begun: [pthread_t: Int] = [:]
        var total = 0
    }

    private let state = Locked(State())

    var total: Int { state.withLock { $0.total } }

    var observer: Database.Observer {
        Database.Observer(
            onBegin: { _ in
                let bytes = WriteMeter.bytesOfThread()
                self.state.withLock { $0.begun[pthread_self()] = bytes }
            },
            onEnd: { _ in
                let bytes = WriteMeter.bytesOfThread()
                self.state.withLock {
                    $0.total += bytes - ($0.begun.removeValue(forKey: pthread_self()) ?? bytes)
                }
            }
        )
    }

    /// `wchar` of proc(5): bytes that this thread passed to write(2) and pwrite(2).
    private static func bytesOfThread() -> Int {
        guard let text = try? String(contentsOfFile: "/proc/thread-self/io", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("wchar: ") }),
            let bytes = Int(line.dropFirst(7))
        else {
            Issue.record("/proc/thread-self/io cannot be read")
            return 0
        }
        return bytes
    }
}

private func moment(_ minutes: Int64) -> Moment {
    Moment(wall: UnixTime(seconds: 1_800_000_000 + minutes * 60), monotonic: .seconds(minutes * 60))
}

/// A day of two stores as the appliance lives it: five regions of realms, at a high effort 250 each, looked at every minute.
private struct Day {
    let store: RealmStore
    let history: History
    var states: [RealmFeed: [RealmState]] = [:]
    /// What was seen last, which nothing but a change makes another.
    var views: [RealmFeed: SourceView] = [:]

    static let realms = TestEffort.rounds(25, most: 250)
    static let sources = Region.allCases.map { RealmFeed(region: $0, flavour: .retail) }

    mutating func minute(_ minute: Int64, _ change: (RealmFeed, Int) -> RealmState) async throws {
        for source in Day.sources {
            let now = (0..<Day.realms).map { change(source, $0) }
            let before = states.updateValue(now, forKey: source)
            var changes = RealmChanges()
            var view = views[source] ?? .waiting(source)
            if now != before {
                view.freshness.state = .fresh
                view.realms = now.enumerated().map { number, state in realm(source, number, state) }
                views[source] = view
            }
            for (number, realm) in view.realms.enumerated() where before?[number] != realm.state {
                changes.realms.append(RealmRecord(realm))
            }
            let events =
                before == nil
                ? []
                : changes.realms.map { realm in
                    EventBody.realm(
                        RealmEventBody(
                            region: source.region,
                            id: realm.key.id,
                            name: realm.name,
                            change: .down,
                            at: moment(minute).wall ?? UnixTime(seconds: 0)
                        )
                    )
                }
            _ = try await store.commit(changes, events: events)
            history.observe(view, at: moment(minute))
        }
        try await history.tick(at: moment(minute))
    }

    private func realm(_ source: RealmFeed, _ number: Int, _ state: RealmState) -> RealmView {
        RealmView(
            key: RealmKey(source: source, slug: "realm-\(number)"),
            name: LocalizedName(plain: "Realm \(number)"),
            category: LocalizedName(plain: "United States"),
            connectedRealm: Int64(number),
            state: state,
            since: nil,
            population: .unknown,
            hasQueue: false,
            isLocked: false,
            timezone: "America/Los_Angeles",
            type: "normal"
        )
    }
}

@Suite("Card wear", .serialized)
struct CardWearTests {
    @Test("an ordinary day and a maintenance day stay within what a card bears")
    func days() async throws {
        let folder = try ScratchFolder()
        let meter = WriteMeter()
        let state = try await Database.open(
            .state(in: folder.path),
            migrations: StateTables.core.migrations,
            now: nil,
            observer: meter.observer
        ).database
        let kept = try await Database.open(
            .history(in: folder.path),
            migrations: History.migrations,
            now: nil,
            observer: meter.observer
        ).database
        let history = try await History.open(kept, at: moment(0))
        var day = Day(
            store: RealmStore(database: state, participants: NoticeTables.announcing),
            history: history
        )
        try await day.minute(0) { _, _ in .up }
        let begin = meter.total
        for minute in Int64(1)...1_440 {
            // Ten lone outages of half an hour.
            try await day.minute(minute) { source, number in
                source.region == .eu && Int64(number) == minute / 144 && minute % 144 < 30 ? .down : .up
            }
        }
        let ordinary = meter.total - begin
        for minute in Int64(1_441)...2_880 {
            // The weekly maintenance of one region, its realms going one group a minute.
            try await day.minute(minute) { source, number in
                let down = minute - 1_500 - Int64(number / 10)
                return source.region == .us && down >= 0 && down < 300 ? .maintenance : .up
            }
        }
        let maintenance = meter.total - begin - ordinary
        try await history.stop(at: moment(2_881))
        await state.close()
        await kept.close()
        print("written on an ordinary day: \(ordinary) bytes, on a maintenance day: \(maintenance) bytes")
        print(
            "state.db \(try folder.size("state.db")) bytes, history.db \(try folder.size("history.db")) bytes"
        )
        print("index \(history.bytes) bytes")
        #expect((1...5_000_000).contains(ordinary))
        #expect((1...5_000_000).contains(maintenance))
        #expect(try folder.size("history.db") < 300_000)
        #expect(try folder.size("state.db") < 1_000_000)
    }
}
