import Core
import CoreSupport
import Dispatch
import FoundationEssentials
import TestSupport
import Testing
import WatchpostModel

private let notes = [Migration("notes/1", "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT) STRICT")]

private func open(_ file: DatabaseFile, _ migrations: [Migration] = notes) async throws -> Database {
    try await Database.open(file, migrations: migrations, now: UnixTime(seconds: 1_800_000_000)).database
}

extension Database {
    fileprivate func add(_ text: String) async throws {
        try await write("add") { db throws(SQLiteError) in
            try db.execute("INSERT INTO notes (text) VALUES (?1)", .text(text))
        }
    }

    fileprivate func texts() async throws -> [String] {
        try await read("texts") { db throws(SQLiteError) in
            try db.rows("SELECT text FROM notes ORDER BY id") { row throws(SQLiteError) in try row.text(0) }
        }
    }
}

@Suite("Database")
struct DatabaseTests {
    @Test("every type comes back as it went in", arguments: Place.allCases)
    func types(place: Place) async throws {
        let folder = try ScratchFolder()
        let table = Migration("types/1", "CREATE TABLE t (i INTEGER, s TEXT, b BLOB, n TEXT) STRICT")
        let database = try await open(place.file(in: folder), [table])
        let text = "Кел'Тузад\u{0}|\u{1F600}"
        try await database.write("types") { db throws(SQLiteError) in
            try db.execute(
                "INSERT INTO t VALUES (?1, ?2, ?3, ?4), (?1, '', ?5, ?4)",
                .integer(.min),
                .text(text),
                .blob([0, 255]),
                .null,
                .blob([])
            )
        }
        try await database.read("types") { db throws(SQLiteError) in
            var seen = 0
            try db.each("SELECT * FROM t") { row throws(SQLiteError) in
                seen += 1
                #expect(try row.integer(0) == .min)
                #expect(try row.text(1) == (seen == 1 ? text : ""))
                #expect(try row.blob(2) == (seen == 1 ? [0, 255] : []))
                #expect(try row.optionalText(3) == nil)
            }
            #expect(seen == 2)
        }
        await database.close()
    }

    @Test("a value of another type is an error, not a conversion")
    func mismatch() async throws {
        let database = try await open(.memory)
        try await database.add("7")
        let error = await failure(SQLiteError.self) {
            try await database.read("mismatch") { db throws(SQLiteError) in
                _ = try db.first("SELECT text FROM notes") { row throws(SQLiteError) in try row.integer(0) }
            }
        }
        #expect(error?.code == .mismatch)
    }

    @Test("an error says the file, the reason and the statement, and no bound value")
    func words() async throws {
        let database = try await open(.memory)
        let error = await failure(SQLiteError.self) {
            try await database.write("fail") { db throws(SQLiteError) in
                try db.execute("INSERT INTO absent VALUES (?1)", .text("secret"))
            }
        }
        #expect(error?.code == .error)
        let text = error?.description ?? ""
        #expect(
            text == ":memory:: no such table: absent (SQLite code 1) in “INSERT INTO absent VALUES (?1)”"
        )
    }

    @Test("a read cannot write, and the next write can", arguments: Place.allCases)
    func readOnly(place: Place) async throws {
        let folder = try ScratchFolder()
        let database = try await open(place.file(in: folder))
        let error = await failure(SQLiteError.self) {
            try await database.read("sneaky") { db throws(SQLiteError) in try db.execute("DELETE FROM notes")
            }
        }
        #expect(error?.code.primary == .readOnly)
        try await database.add("after")
        #expect(try await database.texts() == ["after"])
    }

    @Test("two statements in one text, and a wrong number of values, are refused")
    func misuse() async throws {
        let database = try await open(.memory)
        for sql in ["DELETE FROM notes; DELETE FROM notes", "", "DELETE FROM notes WHERE id = ?1"] {
            let error = await failure(SQLiteError.self) {
                try await database.write("misuse") { db throws(SQLiteError) in try db.execute(sql) }
            }
            #expect(error?.code == .misuse)
        }
    }

    @Test("a failing write is undone whole, others of its group stand", arguments: Place.allCases)
    func grouped(place: Place) async throws {
        let folder = try ScratchFolder()
        let database = try await open(place.file(in: folder))
        let failed = await withTaskGroup(of: Int.self) { group in
            for number in 0..<200 {
                group.addTask {
                    do {
                        try await database.write("group") { db throws(SQLiteError) in
                            try db.execute(
                                "INSERT INTO notes VALUES (?1, ?2)",
                                .integer(Int64(number)),
                                .text("kept")
                            )
                            guard number % 10 == 3 else { return }
                            try db.execute(
                                "INSERT INTO notes VALUES (?1, ?2)",
                                .integer(Int64(number)),
                                .text("twice")
                            )
                        }
                        return 0
                    } catch {
                        return 1
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(failed == 20)
        #expect(try await database.texts().count == 180)
    }

    @Test("writes that wait together share one transaction")
    func fewerCommits() async throws {
        let (count, begun) = (TestEffort.rounds(200), Locked(0))
        let observer = Database.Observer(onBegin: { _ in begun.withLock { $0 += 1 } }, onEnd: { _ in })
        let database = try await Database.open(.memory, migrations: notes, now: nil, observer: observer)
            .database
        // All but those that are about to join wait behind the first.
        // allowed: it holds the database's own thread, as a slow disk does
        let (holds, asked, gate) = (Locked(false), Locked(0), DispatchSemaphore(value: 0))
        async let held: Void = database.write("held") { _ throws(SQLiteError) in
            holds.withLock { $0 = true }
            gate.wait()
        }
        #expect(await becomesTrue { holds.withLock { $0 } })
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    asked.withLock { $0 += 1 }
                    try? await database.add("x")
                }
            }
            #expect(await becomesTrue { asked.withLock { $0 } == count })
            gate.signal()
        }
        try await held
        let commits = begun.withLock { $0 } - 2
        print("\(count) writes took \(commits) commits")
        #expect(commits < count / 2)
        #expect(try await database.texts().count == count)
    }

    @Test("the observer sees the begin and the end of every blocking stretch")
    func observed() async throws {
        let seen = Locked<[String]>([])
        let observer = Database.Observer(
            onBegin: { name in seen.withLock { $0.append("+" + name) } },
            onEnd: { name in seen.withLock { $0.append("-" + name) } }
        )
        let database = try await Database.open(.memory, migrations: notes, now: nil, observer: observer)
            .database
        try await database.add("x")
        _ = try await database.texts()
        await database.close()
        let expected = ["open", "add", "texts", "close"].flatMap { ["+" + $0, "-" + $0] }
        #expect(seen.withLock { $0 } == expected)
    }

    @Test("after close everything is refused, and the WAL is gone into the file")
    func closed() async throws {
        let folder = try ScratchFolder()
        let database = try await open(.state(in: folder.path))
        try await database.add("x")
        #expect(try folder.size("state.db-wal") > 0)
        await database.close()
        #expect(try folder.names() == ["state.db"])
        let error = await failure(SQLiteError.self) { try await database.add("y") }
        #expect(error?.code == .misuse)
        #expect(try await open(.state(in: folder.path)).texts() == ["x"])
    }

    @Test("the file is for its owner only")
    func permissions() async throws {
        let folder = try ScratchFolder()
        let database = try await open(.state(in: folder.path))
        try await database.add("x")
        for name in try folder.names() {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        await database.close()
    }

    @Test("the WAL stays bounded however much is written")
    func boundedWAL() async throws {
        let folder = try ScratchFolder()
        let database = try await open(.history(in: folder.path))
        // Several times as much as may lie there.
        let text = String(repeating: "x", count: 40_000)
        for _ in 0..<TestEffort.size(400, most: 4_000) { try await database.add(text) }
        #expect(try folder.size("history.db-wal") <= 4 << 20)
        await database.close()
    }
}
