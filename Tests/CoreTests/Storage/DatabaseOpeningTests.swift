import Core
import CoreSupport
import FoundationEssentials
import Testing
import WatchpostModel

private let noon = UnixTime(seconds: 1_800_000_000)
private let one = Migration("notes/1", "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT) STRICT")
private let two = Migration("notes/2", "ALTER TABLE notes ADD COLUMN at INTEGER")

@Suite("Opening a database")
struct DatabaseOpeningTests {
    @Test(
        "migrations run once each, and new ones of any feature are added",
        arguments: [[one, two], [two, one]]
    )
    func migrations(order: [Migration]) async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.state(in: folder.path)
        let other = Migration("arena/1", "CREATE TABLE games (name TEXT) STRICT")
        let first = try await Database.open(file, migrations: [one], now: noon)
        #expect(first.report.applied == ["notes/1"])
        await first.database.close()
        let second = try await Database.open(file, migrations: order + [other], now: noon)
        #expect(second.report.applied == ["notes/2", "arena/1"])
        await second.database.close()
        let third = try await Database.open(file, migrations: order + [other], now: noon)
        #expect(third.report.applied == [])
        await third.database.close()
    }

    @Test("a failing migration leaves nothing behind")
    func failingMigration() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.state(in: folder.path)
        let bad = Migration("bad/1", "CREATE TABLE half (x INTEGER); CREATE TABLE half (x INTEGER)")
        await #expect(throws: DatabaseError.self) {
            try await Database.open(file, migrations: [one, bad], now: noon)
        }
        let good = Migration("bad/1", "CREATE TABLE half (x INTEGER)")
        let again = try await Database.open(file, migrations: [one, good], now: noon)
        #expect(again.report.applied == ["bad/1"])
        await again.database.close()
    }

    @Test("a database of a newer release is refused, unchanged and with words")
    func newerRelease() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.state(in: folder.path)
        let newer = try await Database.open(file, migrations: [one, two], now: noon)
        await newer.database.close()
        let before = try Data(contentsOf: URL(filePath: file.path))
        let error = await failure(DatabaseError.self) {
            try await Database.open(file, migrations: [one], now: noon)
        }
        #expect(error == .newerRelease(path: file.path, migrations: ["notes/2"]))
        #expect(error?.description.contains("newer release of watchpost (unknown: notes/2)") == true)
        #expect(try Data(contentsOf: URL(filePath: file.path)) == before)
    }

    @Test("a damaged history is kept aside and begun again", arguments: [Wound.header, .page, .noDatabase])
    func setAside(wound: Wound) async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.history(in: folder.path)
        try await fill(file)
        try wound.strike(file.path)
        let (database, report) = try await Database.open(file, migrations: [one], now: noon)
        #expect(report.setAside == file.path + ".damaged-20270115T080000Z")
        #expect(report.applied == ["notes/1"])
        #expect(try folder.names().contains("history.db.damaged-20270115T080000Z"))
        await database.close()
    }

    @Test(
        "a damaged state is reported to its owner and left as it is",
        arguments: [Wound.header, .page, .noDatabase]
    )
    func reported(wound: Wound) async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.state(in: folder.path)
        try await fill(file)
        try wound.strike(file.path)
        let before = try Data(contentsOf: URL(filePath: file.path))
        let error = await failure(DatabaseError.self) {
            try await Database.open(file, migrations: [one], now: noon)
        }
        #expect(error?.description.contains("is damaged") == true)
        #expect(error?.description.contains("restore a backup") == true)
        #expect(try Data(contentsOf: URL(filePath: file.path)) == before)
    }

    @Test("at most three damaged files are kept")
    func fewAside() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.history(in: folder.path)
        for day in 0..<6 {
            try await fill(file)
            try Wound.noDatabase.strike(file.path)
            let now = noon.advanced(by: Int64(day) * 86_400)
            let opened = try await Database.open(file, migrations: [one], now: now)
            await opened.database.close()
        }
        let kept = try folder.names().filter { $0.contains("damaged") }
        #expect(kept.map { $0.suffix(16) } == ["20270118T080000Z", "20270119T080000Z", "20270120T080000Z"])
    }

    @Test(
        "a place where nothing can be written is named with the reason and a remedy",
        arguments: [
            ("/nowhere/at/all/state.db", "No such file or directory"), ("/proc/state.db", "unable to open"),
            ("/proc", "unable to open"),
        ]
    )
    func unwritable(path: String, reason: String) async throws {
        let file = DatabaseFile(path: path, durability: .full, damage: .report)
        let error = await failure(DatabaseError.self) {
            try await Database.open(file, migrations: [one], now: noon)
        }
        let text = error?.description ?? ""
        #expect(text.hasPrefix("cannot open the database: \(path): "))
        #expect(text.contains(reason))
        #expect(text.contains("make it writable for the user that runs watchpost"))
    }

    @Test(
        "a new file has the pages that are wanted, and one that is there keeps its own",
        arguments: [512, 1_024, 4_096]
    )
    func pageSize(bytes: Int) async throws {
        let folder = try ScratchFolder()
        var file = DatabaseFile.state(in: folder.path)
        var sizes: [Int64?] = []
        for wanted in [bytes, 2_048] {
            file.pageSize = wanted
            let database = try await Database.open(file, migrations: [one], now: noon).database
            sizes.append(
                try await database.write("read") { db throws(SQLiteError) in
                    let log = try db.first("PRAGMA wal_autocheckpoint") { row throws(SQLiteError) in
                        try row.integer(0)
                    }
                    let size = try db.first("PRAGMA page_size") { row throws(SQLiteError) in
                        try row.integer(0)
                    }
                    #expect((log ?? 0) * (size ?? 0) == 2 << 20)
                    return size
                }
            )
            await database.close()
        }
        #expect(sizes == [Int64(bytes), Int64(bytes)])
    }

    @Test("a full disk loses the write that does not fit, says so, and nothing before it")
    func fullDisk() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.state(in: folder.path)
        let database = try await Database.open(file, migrations: [one], now: noon).database
        try await database.write("limit") { db throws(SQLiteError) in
            try db.execute("INSERT INTO notes (text) VALUES ('kept')")
            try db.execute("PRAGMA max_page_count = 8")
        }
        let error = await failure(SQLiteError.self) {
            try await database.write("too much") { db throws(SQLiteError) in
                for _ in 0..<100 { try db.execute("INSERT INTO notes (text) VALUES (?1)", .text(long)) }
            }
        }
        #expect(error?.code == .full)
        #expect(error?.description.contains("free some space") == true)
        let count = try await database.read("count") { db throws(SQLiteError) in
            try db.first("SELECT count(*) FROM notes") { row throws(SQLiteError) in try row.integer(0) }
        }
        #expect(count == 1)
        await database.close()
    }

    @Test("a backup of a database in use is sound, complete and not overwritten")
    func backup() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.state(in: folder.path)
        let database = try await Database.open(file, migrations: [one], now: noon).database
        try await database.write("fill") { db throws(SQLiteError) in
            for _ in 0..<50 { try db.execute("INSERT INTO notes (text) VALUES (?1)", .text(long)) }
        }
        let copy = folder.path + "/copy.db"
        try StateSnapshot.copy(file.path, to: copy)
        let again = await failure(SQLiteError.self) { try StateSnapshot.copy(file.path, to: copy) }
        #expect(again?.message.contains("already a file") == true)
        let nowhere = await failure(SQLiteError.self) {
            try StateSnapshot.copy(file.path, to: "/nowhere/copy.db")
        }
        #expect(nowhere?.code.primary == .cannotOpen)
        await database.close()
        let restored = DatabaseFile(path: copy, durability: .full, damage: .report)
        let opened = try await Database.open(restored, migrations: [one], now: noon)
        #expect(opened.report.applied == [])
        let count = try await opened.database.read("count") { db throws(SQLiteError) in
            try db.first("SELECT count(*) FROM notes") { row throws(SQLiteError) in try row.integer(0) }
        }
        #expect(count == 50)
        await opened.database.close()
        #expect(try folder.names() == ["copy.db", "state.db"])
    }

    private func fill(_ file: DatabaseFile) async throws {
        let database = try await Database.open(file, migrations: [one], now: noon).database
        try await database.write("fill") { db throws(SQLiteError) in
            for _ in 0..<50 { try db.execute("INSERT INTO notes (text) VALUES (?1)", .text(long)) }
        }
        await database.close()
    }
}

private let long = String(repeating: "long ", count: 400)

/// How a file on a dying card looks.
enum Wound {
    /// The first bytes are gone.
    case header
    /// A page in the middle holds rubbish.
    case page
    /// It is some other file.
    case noDatabase

    func strike(_ path: String) throws {
        let url = URL(filePath: path)
        var bytes = try [UInt8](Data(contentsOf: url))
        switch self {
        case .header: bytes.replaceSubrange(0..<100, with: repeatElement(0xFF, count: 100))
        case .page: bytes.replaceSubrange(8_192..<12_288, with: repeatElement(0xA5, count: 4_096))
        case .noDatabase: bytes = [UInt8](repeating: 0x55, count: 5_000)
        }
        try Data(bytes).write(to: url)
    }
}
