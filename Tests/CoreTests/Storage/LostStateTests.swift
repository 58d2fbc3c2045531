import Core
import CoreSupport
import FoundationEssentials
import Testing

/// What became of a `state.db` that was there before.
enum Loss: CaseIterable {
    case missing, empty, onlyHeader, onlyLog
}

@Suite("A state that was there before")
struct LostStateTests {
    private static let notes = Migration("notes/1", "CREATE TABLE notes (id INTEGER PRIMARY KEY) STRICT")

    private func folder(_ loss: Loss) async throws -> ScratchFolder {
        let folder = try ScratchFolder()
        let path = folder.path + "/state.db"
        switch loss {
        case .missing: break
        case .empty: try Data().write(to: URL(filePath: path))
        case .onlyHeader:
            let (database, _) = try await Database.open(.state(in: folder.path), migrations: [], now: nil)
            try await database.write("header") { db throws(SQLiteError) in
                try db.execute("PRAGMA user_version = 1")
            }
            await database.close()
        case .onlyLog:
            // Killed before the log was written back once: the file is empty and nothing is lost.
            let (database, _) = try await Database.open(
                .state(in: folder.path),
                migrations: [LostStateTests.notes],
                now: nil
            )
            try folder.killed("state.db", as: "copy.db")
            await database.close()
            for suffix in ["", "-wal"] {
                let from = folder.path + "/copy.db" + suffix
                guard FileManager.default.fileExists(atPath: from) else { continue }
                try? FileManager.default.removeItem(atPath: path + suffix)
                try FileManager.default.moveItem(atPath: from, toPath: path + suffix)
            }
        }
        return folder
    }

    @Test(
        "where one is expected a missing or empty one is refused in words, and nothing is made",
        arguments: Loss.allCases
    )
    func expected(loss: Loss) async throws {
        let folder = try await folder(loss)
        let before = try folder.names().filter { !$0.hasSuffix("-shm") }
        let file = DatabaseFile.state(in: folder.path, isExpected: true)
        if loss == .onlyLog {
            let (database, report) = try await Database.open(
                file,
                migrations: [LostStateTests.notes],
                now: nil
            )
            #expect(report.applied == [])
            return await database.close()
        }
        let error = await failure(DatabaseError.self) {
            try await Database.open(file, migrations: [LostStateTests.notes], now: nil)
        }
        guard case .lost? = error else {
            Issue.record("\(loss): \(String(describing: error))")
            return
        }
        #expect(error?.description.contains("watchpost restore FILE") == true)
        #expect(error?.description.contains("watchpost new-state") == true)
        #expect(try folder.names().filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") } == before)
    }

    @Test("at a first start it is made", arguments: [Loss.missing, .empty, .onlyHeader])
    func first(loss: Loss) async throws {
        let folder = try await folder(loss)
        let opened = try await Database.open(
            .state(in: folder.path),
            migrations: [LostStateTests.notes],
            now: nil
        )
        #expect(opened.report.applied == ["notes/1"])
        await opened.database.close()
    }

    @Test("only a commit that changed something proves the disk")
    func proof() async throws {
        let (database, _) = try await Database.open(.memory, migrations: [LostStateTests.notes], now: nil)
        #expect(database.provedCommits == 0)
        _ = try await database.read("look") { db throws(SQLiteError) in
            try db.first("SELECT count(*) FROM notes") { row throws(SQLiteError) in try row.integer(0) }
        }
        try await database.write("nothing") { db throws(SQLiteError) in try db.execute("DELETE FROM notes") }
        #expect(database.provedCommits == 0)
        _ = await failure(SQLiteError.self) {
            try await database.write("refused") { db throws(SQLiteError) in
                try db.execute("INSERT INTO notes VALUES (1)")
                try db.execute("INSERT INTO notes VALUES (1)")
            }
        }
        #expect(database.provedCommits == 0)
        try await database.write("something") { db throws(SQLiteError) in
            try db.execute("INSERT INTO notes VALUES (2)")
        }
        #expect(database.provedCommits == 1)
    }
}
