import Core
import CoreSupport
import Testing
import WatchpostModel

@Suite("Tables of a restored state")
struct StateStructureTests {
    /// A state in which nothing is yet.
    private static let fresh = PreparedFile { folder in
        let file = DatabaseFile.state(in: folder.path)
        let (database, _) = try await Database.open(file, migrations: StateTables.core.migrations, now: nil)
        await database.close()
        return file.path
    }

    /// A state that was changed by `script`, after its appliance has closed it.
    private func state(_ folder: ScratchFolder, _ script: [String]) async throws -> DatabaseFile {
        let file = DatabaseFile.state(in: folder.path)
        try await StateStructureTests.fresh.copy(to: file.path)
        let migrations = StateTables.core.migrations
        let (database, _) = try await Database.open(file, migrations: migrations, now: nil)
        try await database.write("change") { db throws(SQLiteError) in
            for statement in script { try db.execute(statement) }
        }
        await database.close()
        return file
    }

    @Test("a list of migrations that lacks one is refused, or the file is opened all the same")
    func missing() async throws {
        var refused = 0
        for migration in StateTables.core.migrations {
            let folder = try ScratchFolder()
            let file = try await state(folder, ["DELETE FROM migrations WHERE name = '\(migration.name)'"])
            do throws(DatabaseError) {
                try StateSnapshot.check(file.path, .core, comesFromElsewhere: true)
            } catch {
                #expect(error.description.contains("migrations"), "\(migration.name): \(error)")
                refused += 1
                continue
            }
            let (database, _) = try await Database.open(
                file,
                migrations: StateTables.core.migrations,
                now: nil
            )
            await database.close()
        }
        #expect(refused > StateTables.core.migrations.count / 2)
    }

    @Test(
        "a definition that no release makes is refused, and a table of the owner's own is not",
        arguments: [
            ("CREATE UNIQUE INDEX mine ON devices (locale)", true),
            ("ALTER TABLE devices ADD COLUMN mine INTEGER NOT NULL DEFAULT 0 CHECK (mine)", true),
            ("ALTER TABLE persons RENAME COLUMN created_at TO made_at", true),
            ("CREATE TABLE mine (text TEXT)", false),
        ]
    )
    func definitions(sql: String, isRefused: Bool) async throws {
        let folder = try ScratchFolder()
        let file = try await state(folder, [sql])
        // The appliance's own copy is not judged by that.
        try StateSnapshot.check(file.path, .core, comesFromElsewhere: false)
        var words: String?
        do throws(DatabaseError) {
            try StateSnapshot.check(file.path, .core, comesFromElsewhere: true)
        } catch {
            words = error.description
        }
        #expect((words != nil) == isRefused, "\(words ?? "accepted")")
    }
}
