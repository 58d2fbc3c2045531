import Core
import CoreSupport
import FoundationEssentials
import TestSupport
import Testing
import WatchpostModel

private let us = RealmFeed(region: .us, flavour: .retail)
private let noon = UnixTime(seconds: 1_800_000_000)

private func open(_ path: String) async throws -> Database {
    let file = DatabaseFile(path: path, durability: .full, damage: .report)
    return try await Database.open(file, migrations: StateTables.core.migrations, now: noon).database
}

/// What the store must hold, kept the simplest way.
private struct Model: Equatable {
    var realms: [RealmKey: RealmRecord] = [:]
    var outages: [OutageRecord.Key: OutageRecord] = [:]
    var events: [StoredEvent] = []

    mutating func apply(_ changes: RealmChanges, events bodies: [EventBody]) throws {
        for realm in changes.realms { realms[realm.key] = realm }
        for key in changes.forgotten { realms[key] = nil }
        for outage in changes.outages { outages[outage.key] = outage }
        for key in changes.endedOutages { outages[key] = nil }
        for body in bodies {
            let sequence = Int64(events.count) + 1
            events.append(
                StoredEvent(sequence: sequence, at: body.at, name: body.name, json: try body.json())
            )
        }
    }

    /// What a database holds, read the way the appliance does after a crash.
    static func stored(at path: String) async throws -> Model {
        let database = try await open(path)
        let store = RealmStore(database: database, participants: NoticeTables.announcing)
        let snapshot = try await store.load()
        var model = Model()
        model.realms = Dictionary(uniqueKeysWithValues: snapshot.realms.map { ($0.key, $0) })
        model.outages = Dictionary(uniqueKeysWithValues: snapshot.outages.map { ($0.key, $0) })
        if case .events(let events) = try await store.replay(after: 0) { model.events = events }
        await database.close()
        return model
    }
}

extension SeededGenerator {
    fileprivate mutating func commit() -> (RealmChanges, [EventBody]) {
        var changes = RealmChanges()
        var events: [EventBody] = []
        for _ in 0..<Int.random(in: 0...5, using: &self) {
            let key = RealmKey(source: us, slug: "r\(Int.random(in: 0..<20, using: &self))")
            guard !changes.realms.contains(where: { $0.key == key }) else { continue }
            let state = RealmState.allCases.randomElement(using: &self) ?? .unknown
            let at = noon.advanced(by: Int64.random(in: 0..<1_000_000, using: &self))
            changes.realms.append(
                RealmRecord(
                    key: key,
                    name: "N",
                    category: "C",
                    connectedRealm: 1,
                    state: state,
                    since: at,
                    population: .unknown,
                    hasQueue: Bool.random(using: &self),
                    isLocked: false,
                    timezone: "",
                    type: ""
                )
            )
            let body = RealmEventBody(region: .us, id: key.id, name: "N", change: .down, at: at)
            events.append(.realm(body))
        }
        let outage = OutageRecord.Key(source: us, scope: Bool.random(using: &self) ? .region : .category)
        let key = OutageRecord.Key(
            source: us,
            scope: outage.scope,
            category: outage.scope == .region ? nil : "C"
        )
        if Bool.random(using: &self) {
            changes.outages = [
                OutageRecord(key: key, since: noon, isMaintenance: true, slugs: ["r1", "r2"], groups: 3)
            ]
        } else {
            changes.endedOutages = [key]
        }
        return (changes, events)
    }
}

@Suite("Crashes")
struct CrashTests {
    @Test("random commits, closings and kills leave exactly what was acknowledged")
    func property() async throws {
        var random = SeededGenerator.announced(for: "random commits")
        let folder = try ScratchFolder()
        var path = folder.path + "/state0.db"
        var database = try await open(path)
        var model = Model()
        for step in 1...TestEffort.rounds(20) {
            let (changes, events) = random.commit()
            let stored = try await RealmStore(database: database, participants: NoticeTables.announcing)
                .commit(changes, events: events)
            try model.apply(changes, events: events)
            #expect(stored == model.events.suffix(events.count))
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                await database.close()
                database = try await open(path)
            case 1:
                // Killed: life goes on with what the disk held at that instant.
                try folder.killed("state\(pathNumber(path)).db", as: "state\(step).db")
                await database.close()
                path = folder.path + "/state\(step).db"
                database = try await open(path)
            default: break
            }
        }
        await database.close()
        #expect(try await Model.stored(at: path) == model)
    }

    @Test("a kill after any commit keeps it, a kill inside a transaction leaves nothing of it")
    func kill() async throws {
        var random = SeededGenerator.announced(for: "kill")
        let folder = try ScratchFolder()
        let database = try await open(folder.path + "/state.db")
        let store = RealmStore(database: database, participants: NoticeTables.announcing)
        var model = Model()
        for step in 0..<TestEffort.rounds(3) {
            let (changes, events) = random.commit()
            _ = try await store.commit(changes, events: events)
            try model.apply(changes, events: events)
            try folder.killed("state.db", as: "after\(step).db")
            #expect(try await Model.stored(at: "\(folder.path)/after\(step).db") == model)
            await #expect(throws: SQLiteError.self) {
                try await database.write("interrupted") { db throws(SQLiteError) in
                    try db.execute("DELETE FROM realms")
                    try db.execute("INSERT INTO events (at, name, json) VALUES (1, 'x', '{}')")
                    do { try folder.killed("state.db", as: "inside\(step).db") } catch { Issue.record(error) }
                    throw SQLiteError(code: .error, message: "killed", path: "")
                }
            }
            #expect(try await Model.stored(at: "\(folder.path)/inside\(step).db") == model)
        }
        await database.close()
    }

    @Test("a WAL cut off anywhere gives the state after some commit, never a mixture")
    func tornWAL() async throws {
        var random = SeededGenerator.announced(for: "torn WAL")
        let folder = try ScratchFolder()
        let database = try await open(folder.path + "/state.db")
        var models = [Model()]
        for _ in 0..<20 {
            let (changes, events) = random.commit()
            guard !changes.realms.isEmpty else { continue }
            _ = try await RealmStore(database: database, participants: NoticeTables.announcing).commit(
                changes,
                events: events
            )
            var model = models[models.count - 1]
            try model.apply(changes, events: events)
            models.append(model)
        }
        let wal = try Data(contentsOf: URL(filePath: folder.path + "/state.db-wal"))
        var last = 0
        let parts = TestEffort.rounds(6, most: 48)
        for part in 0...parts {
            let name = "cut\(part).db"
            try folder.killed("state.db", as: name)
            let length = wal.count * part / parts
            try wal.prefix(length).write(to: URL(filePath: "\(folder.path)/\(name)-wal"))
            let found = try await Model.stored(at: "\(folder.path)/\(name)")
            let position = try #require(models.lastIndex(of: found))
            #expect(position >= last)
            last = position
        }
        #expect(last == models.count - 1)
        await database.close()
    }

    private func pathNumber(_ path: String) -> String {
        String(path.reversed().dropFirst(3).prefix { $0.isNumber }.reversed())
    }
}
