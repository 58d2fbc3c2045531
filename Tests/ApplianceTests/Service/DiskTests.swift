import Core
import Glibc
import TestSupport
import Testing

@testable import Appliance
@testable import SystemSupport
@testable import Serving

@Suite("A disk that refuses")
struct DiskTests {
    private static let notes = Migration("notes/1", "CREATE TABLE notes (text TEXT) STRICT")

    @Test("a hundred refusals with reads between them are one line in the log, and their end is another")
    func told() async throws {
        let (database, _) = try await Database.open(.memory, migrations: [DiskTests.notes], now: nil)
        let lines = Locked<[String]>([])
        let faults = Locked<[String?]>([])
        let disk = DiskErrorLog(
            provedCommits: { database.provedCommits },
            log: { line in lines.withLock { $0.append(line) } },
            fault: { words in faults.withLock { $0.append(words) } }
        )
        try await database.write("fill") { db throws(SQLiteError) in
            // SQLite's own "disk full": the file may not grow any more.
            try db.execute("PRAGMA max_page_count = 4")
        }
        for _ in 0..<100 {
            await #expect(throws: Problem.self) { try await DiskTests.store(100_000, in: database, disk) }
            try await DiskTests.look(in: database, disk)
            try await DiskTests.storeNothing(in: database, disk)
        }
        #expect(lines.withLock { $0 }.count == 1, "\(lines.withLock { $0 })")
        #expect(faults.withLock { $0 } == ["the disk refuses: database or disk is full"])
        try await DiskTests.store(1, in: database, disk)
        try await DiskTests.store(1, in: database, disk)
        #expect(lines.withLock { $0 }.dropFirst() == ["what phones ask for is stored again"])
        #expect(faults.withLock { $0 } == ["the disk refuses: database or disk is full", nil])
    }

    @Test("the fault of a phone that does not come back ends when anybody has stored something")
    func others() async throws {
        let (commits, faults) = (Locked(3), Locked<[String?]>([]))
        let disk = DiskErrorLog(
            provedCommits: { commits.withLock { $0 } },
            log: { _ in },
            fault: { words in faults.withLock { $0.append(words) } }
        )
        let full = SQLiteError(code: .full, message: "full", path: "state.db")
        await #expect(throws: Problem.self) {
            try await disk.watch { () throws(SQLiteError) -> Int in throw full }
        }
        disk.look()
        #expect(faults.withLock { $0 } == ["the disk refuses: full"])
        let looks = Task { await disk.keep() }
        commits.withLock { $0 = 4 }
        #expect(await becomesTrue { faults.withLock { $0 } == ["the disk refuses: full", nil] })
        looks.cancel()
        await looks.value
    }

    @Test("work that was told to stop between two steps says nothing of the disk")
    func interruption() async {
        let told = Locked<[String?]>([])
        let disk = DiskErrorLog(
            provedCommits: { 0 },
            log: { line in told.withLock { $0.append(line) } },
            fault: { words in told.withLock { $0.append(words) } }
        )
        let stopped = SQLiteError(code: .interrupt, message: "stopped", path: "state.db")
        await #expect(throws: Problem.self) {
            try await disk.watch { () throws(SQLiteError) -> Int in throw stopped }
        }
        #expect(told.withLock { $0 } == [])
    }

    private static func store(_ bytes: Int, in database: Database, _ disk: DiskErrorLog) async throws {
        let text = String(repeating: "x", count: bytes)
        try await disk.watch { () async throws(SQLiteError) in
            try await database.write("store") { db throws(SQLiteError) in
                try db.execute("INSERT INTO notes VALUES (?1)", .text(text))
            }
        }
    }

    private static func look(in database: Database, _ disk: DiskErrorLog) async throws {
        _ = try await disk.watch { () async throws(SQLiteError) in
            try await database.read("look") { db throws(SQLiteError) in
                try db.first("SELECT count(*) FROM notes") { row throws(SQLiteError) in try row.integer(0) }
            }
        }
    }

    private static func storeNothing(in database: Database, _ disk: DiskErrorLog) async throws {
        try await disk.watch { () async throws(SQLiteError) in
            try await database.write("nothing") { db throws(SQLiteError) in
                try db.execute("DELETE FROM notes")
            }
        }
    }

    /// The error, and whether it is worth waiting for.
    static let errors: [(any Error & Sendable, Bool)] = [
        (StartFailure("no place", code: ENOSPC), true), (StartFailure("read-only", code: EROFS), true),
        (StartFailure("another watchpost"), false), (StartFailure("no right", code: EACCES), false),
        (SystemRefusal("mkdir", "/x", code: EDQUOT), true),
        (DatabaseError.refused(SQLiteError(code: .full, message: "full", path: "/x")), true),
        (DatabaseError.refused(SQLiteError(code: .readOnly, message: "read-only", path: "/x")), true),
        (SQLiteError(code: .ioError, message: "disk I/O error", path: "/x"), true),
        (DatabaseError.damaged(path: "/x", detail: "malformed"), false),
        (DatabaseError.lost(path: "/x", detail: "is missing"), false),
        (DatabaseError.newerRelease(path: "/x", migrations: ["a/9"]), false),
    ]

    @Test(
        "a disk that may come to itself is waited for, everything else ends the start",
        arguments: errors.indices
    )
    func passing(index: Int) {
        let (error, isPassing) = DiskTests.errors[index]
        // On a disk that works, so that only the error itself counts.
        #expect((DiskRefusal.words(error, in: "/tmp") != nil) == isPassing, "\(error)")
    }

    @Test("a pause ends when it is told to, and every later one at once")
    func pause() async {
        let pause = InterruptiblePause()
        #expect(await pause.wait(.milliseconds(1)))
        Task { pause.end() }
        #expect(await !pause.wait(.seconds(3_600)))
        #expect(await !pause.wait(.seconds(3_600)))
    }
}
