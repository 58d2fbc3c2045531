import Core
import CoreSupport
import Testing
import WatchpostModel

@Suite("The edits of the schedule on the disk")
struct ScheduleEditStoreTests {
    private static func store(_ file: DatabaseFile = .memory) async throws -> ScheduleEditStore {
        let opened = try await Database.open(file, migrations: StateTables.core.migrations, now: nil)
        return ScheduleEditStore(database: opened.database)
    }

    private static func stored(_ outcome: ScheduleEditStore.Outcome) throws -> ScheduleEdits {
        guard case .stored(let edits) = outcome else {
            throw EditRefusal("not stored: \(outcome)")
        }
        return edits
    }

    private static func draft(
        _ text: String,
        after edits: ScheduleEdits,
        by install: String? = nil
    ) throws -> ScheduleEdit {
        let file = try EditScript.fileWithEvent()
        let request = try EditScript.request(text, over: file, at: "12:30")
        return try edits.draft(request, over: file, by: install, at: EditScript.at("12:30"))
    }

    @Test("every kind of edit is there after the database was opened again, just as it was")
    func roundTrip() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.state(in: folder.path)
        let store = try await Self.store(file)
        var edits = try await store.load()
        #expect(edits == ScheduleEdits())
        let lines = [
            "set pubs: WE 30, WE for 30m", "takeover ranked Moon \"é\": WE ED 15, ED for 5m, until 13:00",
            "end ranked", "undo", "see pubs: WE for 7m",
        ]
        for (index, line) in lines.enumerated() {
            let edit = try Self.draft(line, after: edits, by: index == 0 ? "phone" : nil)
            let expected = edits.adding(edit)
            edits = try Self.stored(try await store.append(edit, expendable: []))
            #expect(edits == expected)
        }
        let again = try await Self.store(file).load()
        #expect(again == edits && again.version == 5)
        #expect(again.commits.first?.install == "phone")
    }

    @Test("an edit that was made before another one was stored is refused, and changes nothing")
    func conflict() async throws {
        let store = try await Self.store()
        let empty = try await store.load()
        let edit = try Self.draft("end ranked", after: empty)
        let edits = try Self.stored(try await store.append(edit, expendable: []))
        guard case .conflict = try await store.append(edit, expendable: []) else {
            Issue.record("it was stored twice")
            return
        }
        #expect(try await store.load() == edits)
    }

    @Test(
        "two hundred are kept: those that hold nothing make room, oldest first, and versions never come again"
    )
    func bounded() async throws {
        let store = try await Self.store()
        var edits = ScheduleEdits()
        for _ in 0..<ScheduleEditStore.most / 2 {
            for line in ["end ranked", "undo"] {
                edits = try Self.stored(
                    try await store.append(try Self.draft(line, after: edits), expendable: [])
                )
            }
        }
        let edit = try Self.draft("end ranked", after: edits)
        guard case .full = try await store.append(edit, expendable: []) else {
            Issue.record("there was room")
            return
        }
        #expect(try await store.load() == edits)
        let kept = try Self.stored(try await store.append(edit, expendable: [1, 2, 3]))
        #expect(kept.commits.count == ScheduleEditStore.most)
        #expect(kept.commits.first?.version == 2 && kept.version == 201)
        #expect(try kept.standings(over: EditScript.fileWithEvent()).last == .inForce)
    }

    @Test("a row that makes no sense lies over nothing, and the others hold")
    func damaged() async throws {
        let opened = try await Database.open(.memory, migrations: StateTables.core.migrations, now: nil)
        let store = ScheduleEditStore(database: opened.database)
        let edit = try Self.draft("see pubs: ED for 7m", after: ScheduleEdits())
        _ = try await store.append(edit, expendable: [])
        try await opened.database.write("damage") { db throws(SQLiteError) in
            try db.execute(
                """
                INSERT INTO schedule_edits (version, at, words, base, layer)
                VALUES (2, 0, 'x', 'y', '[{"mode":"pubs","name":"","plane":"base","from":"1970-01-01T00:00:00Z","schedule":{"cycle":[],"anchor":"1970-01-01T00:00:00Z"}}]'),
                       (3, 0, 'x', 'y', '[[[[')
                """
            )
        }
        let loaded = try await store.load()
        let file = try EditScript.fileWithEvent()
        #expect(loaded.version == 3)
        #expect(loaded.inForce(over: file) == [edit])
    }
}
