import Core
import CoreSupport
import FoundationEssentials
import TestSupport
import Testing
import WatchpostModel

private let us = RealmFeed(region: .us, flavour: .retail)
private let noon = UnixTime(seconds: 1_800_000_000)

private func open(_ file: DatabaseFile) async throws -> Database {
    try await Database.open(file, migrations: StateTables.core.migrations, now: noon).database
}

private func realm(_ slug: String, _ state: RealmState, since: UnixTime? = noon) -> RealmRecord {
    RealmRecord(
        key: RealmKey(source: us, slug: slug),
        name: slug.uppercased(),
        category: "Oceanic",
        connectedRealm: 3_676,
        state: state,
        since: since,
        population: Population(word: "recommended"),
        hasQueue: true,
        isLocked: false,
        timezone: "Australia/Melbourne",
        type: "rp"
    )
}

private func event(_ slug: String, _ change: RealmEventBody.Change, at: UnixTime = noon) -> EventBody {
    .realm(RealmEventBody(region: .us, id: "retail/\(slug)", name: slug, change: change, at: at))
}

private func changes(_ realms: [RealmRecord]) -> RealmChanges {
    var changes = RealmChanges()
    changes.realms = realms
    return changes
}

/// A feature of the tests that writes a line for each event, and has no room for a third.
private struct Diary: AnnouncementParticipant {
    func announced(_ events: [EventBody], _ db: borrowing Connection) throws(SQLiteError) {
        for _ in events { try db.execute("INSERT INTO diary DEFAULT VALUES") }
        guard try Diary.lines(db) > 2 else { return }
        throw SQLiteError(code: .full, message: "the diary is full", path: "diary")
    }

    static func lines(_ db: borrowing Connection) throws(SQLiteError) -> Int64 {
        try db.first("SELECT count(*) FROM diary") { row throws(SQLiteError) in try row.integer(0) } ?? 0
    }
}

@Suite("Realm store")
struct RealmStoreTests {
    @Test("everything comes back as it was committed", arguments: Place.allCases)
    func roundTrip(place: Place) async throws {
        let folder = try ScratchFolder()
        let store = RealmStore(
            database: try await open(place.file(in: folder)),
            participants: NoticeTables.announcing
        )
        #expect(try await store.load() == RealmSnapshot())
        var wanted = RealmSnapshot()
        wanted.realms = RealmState.allCases.map {
            realm("r-\($0.rawValue)", $0, since: $0 == .up ? nil : noon)
        }
        .sorted { $0.key < $1.key }
        wanted.realms[0].isVanished = true
        wanted.realms[1].key.slug = "кел-тузад"
        wanted.realms.sort { $0.key < $1.key }
        wanted.sources = [
            SourceRecord(source: us, freshness: FreshnessBody(state: .fresh, since: noon)),
            SourceRecord(
                source: RealmFeed(region: .eu, flavour: GameFlavour("classic")),
                freshness: FreshnessBody(state: .stale, since: nil, reason: "eu.api.blizzard.com: timeout")
            ),
        ]
        wanted.outages = [
            OutageRecord(
                key: .init(source: us, scope: .category, category: "Oceanic"),
                since: noon,
                isMaintenance: true,
                slugs: ["barthilas", "кел-тузад"],
                groups: 3
            ),
            OutageRecord(
                key: .init(source: us, scope: .region),
                since: nil,
                isMaintenance: false,
                slugs: [],
                groups: 3
            ),
        ]
        var changes = changes(wanted.realms)
        changes.sources = wanted.sources
        changes.outages = wanted.outages
        #expect(try await store.commit(changes, events: []) == [])
        #expect(try await store.load() == wanted)
    }

    @Test("what is forgotten or over is gone")
    func removal() async throws {
        let database = try await open(.memory)
        let store = RealmStore(database: database, participants: NoticeTables.announcing)
        let outage = OutageRecord(
            key: .init(source: us, scope: .region),
            since: noon,
            isMaintenance: false,
            slugs: ["a"],
            groups: 3
        )
        var begin = changes([realm("a", .down), realm("b", .up)])
        begin.outages = [outage]
        _ = try await store.commit(begin, events: [])
        var end = RealmChanges()
        end.forgotten = [RealmKey(source: us, slug: "a")]
        end.endedOutages = [outage.key]
        _ = try await store.commit(end, events: [])
        let snapshot = try await store.load()
        #expect(snapshot.realms == [realm("b", .up)])
        #expect(snapshot.outages == [])
    }

    @Test("events are numbered from 1 without gaps and replayed after any number", arguments: Place.allCases)
    func numbers(place: Place) async throws {
        let folder = try ScratchFolder()
        let store = RealmStore(
            database: try await open(place.file(in: folder)),
            participants: NoticeTables.announcing
        )
        #expect(try await store.replay(after: 0) == .events([]))
        let first = try await store.commit(RealmChanges(), events: [event("a", .down), event("b", .down)])
        let second = try await store.commit(RealmChanges(), events: [event("a", .up)])
        #expect((first + second).map(\.sequence) == [1, 2, 3])
        #expect(
            first[0].json
                == #"{"at":"2027-01-15T08:00:00Z","change":"down","id":"retail/a","name":"a","region":"us"}"#
        )
        #expect(first[0].name == "realm")
        #expect(try await store.replay(after: 0) == .events(first + second))
        #expect(try await store.replay(after: 2) == .events(second))
        #expect(try await store.replay(after: 3) == .events([]))
        #expect(try await store.replay(after: 4) == .tooOld)
        #expect(try await store.replay(after: -1) == .tooOld)
        let snapshot = try await store.load()
        #expect(snapshot.lastEvent == 3)
        #expect(snapshot.lastEventAt == noon)
    }

    @Test("the log keeps the newest events, prunes in batches and never gives a number twice")
    func pruning() async throws {
        let store = RealmStore(
            database: try await open(.memory),
            keepingEvents: 50,
            participants: NoticeTables.announcing
        )
        var longest = 0
        let count = Int64(TestEffort.size(120, most: 500))
        for number in 1...count {
            _ = try await store.commit(RealmChanges(), events: [event("r\(number)", .up)])
            guard case .tooOld = try await store.replay(after: number - 56) else {
                #expect(number <= 56)
                continue
            }
            // Numbers have no gap: if so many come, an answer from each number behind that one is there as well.
            var kept = Int(min(number, 50))
            guard case .events(let newest) = try await store.replay(after: number - Int64(kept)) else {
                Issue.record("of \(number) the newest \(kept) are not kept")
                return
            }
            #expect(newest.map(\.sequence) == Array(number - Int64(kept) + 1...number))
            while case .events = try await store.replay(after: number - Int64(kept) - 1) { kept += 1 }
            longest = max(longest, kept)
        }
        #expect(longest == 55)
        #expect(try await store.load().lastEvent == count)
    }

    @Test("a failed commit leaves neither state nor events", arguments: Place.allCases)
    func atomic(place: Place) async throws {
        let folder = try ScratchFolder()
        let database = try await open(place.file(in: folder))
        let store = RealmStore(database: database, participants: NoticeTables.announcing)
        _ = try await store.commit(changes([realm("a", .up)]), events: [event("a", .appeared)])
        try await database.write("limit") { db throws(SQLiteError) in
            let pages = try db.first("PRAGMA page_count") { row throws(SQLiteError) in try row.integer(0) }
            // A pragma takes no bound values; this one is our own number.
            try db.execute("PRAGMA max_page_count = \(pages ?? 0)")
        }
        let before = try await store.load()
        let many = (0..<500).map { realm("r\($0)", .down) }
        let error = await failure(SQLiteError.self) {
            _ = try await store.commit(changes(many), events: many.map { event($0.key.slug, .down) })
        }
        #expect(error?.code == .full)
        #expect(try await store.load() == before)
        try await database.write("space again") { db throws(SQLiteError) in
            try db.execute("PRAGMA max_page_count = 100000")
        }
        let stored = try await store.commit(changes([realm("a", .down)]), events: [event("a", .down)])
        #expect(stored.map(\.sequence) == [2])
    }

    @Test("what a feature stores with an announcement is there exactly when the events are")
    func participants() async throws {
        let diary = Migration("diary/1", "CREATE TABLE diary (id INTEGER PRIMARY KEY) STRICT")
        let migrations = StateTables.core.migrations + [diary]
        let database = try await Database.open(.memory, migrations: migrations, now: noon).database
        let store = RealmStore(database: database, participants: [Diary()])
        let stored = try await store.commit(
            changes([realm("a", .up)]),
            events: [event("a", .up), event("b", .up)]
        )
        #expect(stored.map(\.sequence) == [1, 2])
        let before = try await store.load()
        let error = await failure(SQLiteError.self) {
            _ = try await store.commit(changes([realm("a", .down)]), events: [event("a", .down)])
        }
        #expect(error?.message == "the diary is full")
        #expect(try await store.load() == before)
        let lines = try await database.read("diary") { db throws(SQLiteError) in try Diary.lines(db) }
        #expect(lines == 2)
    }
}
