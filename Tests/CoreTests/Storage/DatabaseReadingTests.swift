import Core
import CoreSupport
import Dispatch
import TestSupport
import Testing
import WatchpostModel

private let notes = [Migration("notes/1", "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT) STRICT")]

extension Database {
    fileprivate nonisolated func add(_ text: String, then: @escaping @Sendable (Int64) -> Void = { _ in })
        async throws
    {
        _ = try await write(
            "add",
            { db throws(SQLiteError) in
                try db.execute("INSERT INTO notes (text) VALUES (?1)", .text(text))
                return db.lastInsertedRow
            },
            then: then
        )
    }

    fileprivate nonisolated func count() async throws -> Int64? {
        try await read("count") { db throws(SQLiteError) in
            try db.first("SELECT count(*) FROM notes") { row throws(SQLiteError) in try row.integer(0) }
        }
    }
}

@Suite("Reading beside writes")
struct DatabaseReadingTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func open() async throws -> Database {
        try await Database.open(.state(in: folder.path), migrations: notes, now: nil).database
    }

    @Test("a read does not wait for a write that is stuck in the disk, and sees nothing of it")
    func beside() async throws {
        let database = try await open()
        try await database.add("one")
        // allowed: they hold the database's own thread and one of Dispatch, as a stuck disk does
        let (began, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let stuck: Void = database.write("stuck") { db throws(SQLiteError) in
            try db.execute("INSERT INTO notes (text) VALUES ('two')")
            began.signal()
            goOn.wait()
        }
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "a wait for the writer").async {
                began.wait()
                continuation.resume()
            }
        }
        // It would never return if it waited: only what follows lets the writer go on.
        let found = Locked<Int64?>(nil)
        let reading = Task {
            let count = try await database.count()
            found.withLock { $0 = count }
        }
        #expect(await becomesTrue { found.withLock { $0 } == 1 })
        goOn.signal()
        try await reading.value
        try await stuck
        #expect(try await database.count() == 2)
        await database.close()
    }

    @Test("a read that takes long holds up no other, and sees what was written before it")
    func longRead() async throws {
        let database = try await open()
        try await database.add("one")
        // allowed: it holds a thread of the database's own, as a look at very many rows does
        let (goOn, isHeld) = (DispatchSemaphore(value: 0), Locked(false))
        let held = Task {
            try await database.readBeside("long") { db throws(SQLiteError) in
                let count = try db.first("SELECT count(*) FROM notes") { row throws(SQLiteError) in
                    try row.integer(0)
                }
                isHeld.withLock { $0 = true }
                goOn.wait()
                return count
            }
        }
        #expect(await becomesTrue { isHeld.withLock { $0 } })
        try await database.add("two")
        let found = Locked<Int64?>(nil)
        let reading = Task {
            let count = try await database.count()
            found.withLock { $0 = count }
        }
        #expect(await becomesTrue { found.withLock { $0 } == 2 })
        goOn.signal()
        try await reading.value
        #expect(try await held.value == 1)
        await database.close()
        let error = await failure(SQLiteError.self) { try await database.readBeside("late") { _ in } }
        #expect(error?.code == .misuse)
    }

    @Test("a read that begins after a write has returned sees it, whoever else writes")
    func ownWrites() async throws {
        let database = try await open()
        let lost = try await withThrowingTaskGroup(of: Int.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    var lost = 0
                    for number in 0..<50 {
                        let text = "\(writer) \(number)"
                        try await database.add(text)
                        let found = try await database.read("own") { db throws(SQLiteError) in
                            try db.first("SELECT count(*) FROM notes WHERE text = ?1", .text(text)) {
                                row throws(SQLiteError) in try row.integer(0)
                            }
                        }
                        lost += found == 1 ? 0 : 1
                    }
                    return lost
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(lost == 0)
        #expect(try await database.count() == 400)
        await database.close()
    }

    @Test("a read changes nothing, in memory as in a file", arguments: Place.allCases)
    func queryOnly(place: Place) async throws {
        let database = try await Database.open(place.file(in: folder), migrations: notes, now: nil).database
        let error = await failure(SQLiteError.self) {
            try await database.read("sly") { db throws(SQLiteError) in
                try db.execute("INSERT INTO notes (text) VALUES ('x')")
            }
        }
        #expect(error?.code == .readOnly)
        #expect(try await database.count() == 0)
        try await database.add("the writer still writes")
        #expect(try await database.count() == 1)
        await database.close()
    }

    @Test("a file that is read all the time keeps a small WAL, and lets it go at the end")
    func boundedWAL() async throws {
        let database = try await Database.open(.history(in: folder.path), migrations: notes, now: nil)
            .database
        // Several times as much as may lie in the WAL.
        let (text, writes) = (String(repeating: "x", count: 60_000), TestEffort.size(400, most: 4_000))
        let isDone = Locked(false)
        async let reads = {
            var count = 0
            while !isDone.withLock({ $0 }) {
                _ = try await database.count()
                count += 1
            }
            return count
        }()
        for _ in 0..<writes { try await database.add(text) }
        // A read that the machine holds up in its middle keeps the log from being cut; the next writes cut it.
        let isSmall = try await becomesTrue {
            try await database.add(text)
            return try folder.size("history.db-wal") <= 8 << 20
        }
        isDone.withLock { $0 = true }
        print("\(try await reads) reads beside \(writes) writes")
        #expect(isSmall)
        await database.close()
        #expect(try folder.names() == ["history.db"])
        let error = await failure(SQLiteError.self) { _ = try await database.count() }
        #expect(error?.code == .misuse)
    }

    @Test("what follows a commit runs in its order, before anybody is told, and not where it failed")
    func following() async throws {
        let database = try await open()
        let index = Locked<[Int64]>([])
        let late = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let mine = Locked<Int64>(0)
                    try await database.add("\(number)") { row in
                        mine.withLock { $0 = row }
                        index.withLock { $0.append(row) }
                    }
                    let row = mine.withLock { $0 }
                    return index.withLock { $0.contains(row) } ? 0 : 1
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(late == 0, "whoever was told finds itself in the index")
        #expect(index.withLock { $0 } == Array(1...200), "rows are numbered in the order of their commit")
        let error = await failure(SQLiteError.self) {
            _ = try await database.write(
                "fail",
                { db throws(SQLiteError) in try db.execute("NONSENSE") },
                then: { index.withLock { $0.append(-1) } }
            )
        }
        #expect(error != nil)
        #expect(index.withLock { $0.count } == 200)
        await database.close()
    }
}
