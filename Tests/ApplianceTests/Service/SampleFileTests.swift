import Core
import FoundationEssentials
import Glibc
import Testing

@testable import Appliance
@testable import SystemSupport

/// A further database in the state folder, as a feature would bring it: the box goes on without it.
@Suite("A further file in the state folder")
struct SampleFileTests {
    private static let state = StateFile.state(Feature.all.tables)
    private static let sample = StateFile(
        "sample.db",
        durability: .full,
        damage: .report,
        tables: StateTables(
            migrations: [Migration("sample/1", "CREATE TABLE scores (score INTEGER NOT NULL) STRICT")],
            bounds: [StateBounds.Rule("scores", "score < 0", "score is none")]
        ),
        isInBackups: true,
        isNeeded: false,
        fault: "E99"
    )

    /// A folder with a state and a sample of one row; removed with this value.
    private final class Place: Sendable {
        let path = FileManager.default.temporaryDirectory.path + "/watchpost-\(UUID().uuidString)"
        let folder: StateFolder

        init() throws {
            folder = StateFolder(
                path: path + "/state",
                files: [SampleFileTests.state, SampleFileTests.sample]
            )
            try FileManager.default.createDirectory(
                atPath: folder.path,
                withIntermediateDirectories: true
            )
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }

        func fill(_ file: StateFile, score: Int64? = nil) async throws {
            let (database, _) = try await Database.open(
                file.file(in: folder.path),
                migrations: file.tables.migrations,
                now: nil
            )
            if let score {
                try await database.write("score") { db throws(SQLiteError) in
                    try db.execute("DELETE FROM scores")
                    try db.execute("INSERT INTO scores VALUES (?1)", .integer(score))
                }
            }
            await database.close()
        }

        func score() async throws -> Int64? {
            let file = SampleFileTests.sample
            let opened = try await Database.open(
                file.file(in: folder.path),
                migrations: file.tables.migrations,
                now: nil
            )
            let score = try await opened.database.read("score") { db throws(SQLiteError) in
                try db.first("SELECT score FROM scores") { row throws(SQLiteError) in try row.integer(0) }
            }
            await opened.database.close()
            return score
        }

        /// Without the lock, which stays.
        func names(_ name: String = "state") throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)").sorted()
                .filter { $0 != "lock" }
        }

        func backup(_ name: String) -> Int32 {
            BackupCommand(folder: folder, file: "\(path)/\(name)", now: nil).run()
        }

        func restore(_ name: String, knowing files: [StateFile]? = nil) -> Int32 {
            let target = files.map { StateFolder(path: folder.path, files: $0) } ?? folder
            return RestoreCommand(folder: target, file: "\(path)/\(name)", now: nil).run()
        }
    }

    private static func open(_ path: String) -> FeatureDatabase {
        FeatureDatabase(sample, in: path, log: .standardError(clock: .system, environment: [:]))
    }

    /// What stands where the file should be, and a word of the fault.
    private static let troubles: [(String, String)] = [
        ("damage", "not a database"), ("a folder", "unable to open"), ("a newer release", "newer release"),
    ]

    private func spoil(_ path: String, _ trouble: String) async throws {
        switch trouble {
        case "damage": try Data(repeating: 0x57, count: 8_192).write(to: URL(filePath: path))
        case "a folder":
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        default:
            let file = DatabaseFile(path: path, durability: .full, damage: .report)
            let newer = Migration("sample/2", "CREATE TABLE more (x INTEGER) STRICT")
            let (database, _) = try await Database.open(file, migrations: [newer], now: nil)
            await database.close()
        }
    }

    @Test(
        "one that cannot be used closes its feature with a fault in words, and opens by itself when it is well again",
        arguments: troubles
    )
    func closed(trouble: String, words: String) async throws {
        let place = try Place()
        let path = place.folder.file("sample.db")
        try await spoil(path, trouble)
        let feature = SampleFileTests.open(place.folder.path)
        let fault = try #require(await feature.open(at: nil) { _ in })
        #expect(fault.code == "E99")
        #expect(fault.words.hasPrefix("sample.db: ") && fault.words.contains(words), "\(fault.words)")
        #expect(!fault.isOfTheBox && !fault.isForLamps)
        #expect(feature.database == nil)
        try FileManager.default.removeItem(atPath: path)
        #expect(await feature.open(at: nil) { _ in } == nil)
        #expect(feature.database != nil)
        await feature.close()
    }

    @Test("one whose content its feature cannot use stays closed, and is asked again")
    func useless() async throws {
        let place = try Place()
        try await place.fill(SampleFileTests.sample)
        let feature = SampleFileTests.open(place.folder.path)
        let fault = await feature.open(at: nil) { _ throws(SQLiteError) in
            throw SQLiteError(code: .corrupt, message: "malformed", path: "sample.db")
        }
        #expect(fault?.words == "sample.db: malformed")
        #expect(feature.database == nil)
        #expect(await feature.open(at: nil) { _ in } == nil)
        await feature.close()
    }

    @Test("the appliance starts, whatever became of its history, and refuses without its state")
    func needed() async throws {
        let place = try Place()
        try await spoil(place.folder.file("history.db"), "a folder")
        try await start(in: place.folder.path) { stores, now in
            #expect(stores.history.database == nil)
            #expect(await stores.openHistory(at: now)?.code == "E02")
        }
        for name in try place.names() where name.hasPrefix("state.db") {
            try FileManager.default.removeItem(atPath: place.folder.file(name))
        }
        try await spoil(place.folder.file("state.db"), "damage")
        await #expect(throws: DatabaseError.self) {
            try await start(in: place.folder.path) { _, _ in Issue.record("it started") }
        }
    }

    /// Opens what a start opens, and lets go of it, its lock among it, after `body`.
    private func start(in path: String, _ body: (Stores, Moment) async -> Void) async throws {
        let log = Log.standardError(clock: .system, environment: [:])
        let now = SystemClock.system.now()
        let stores = try await Stores.open(
            in: StateFolder(path: path, files: Feature.all.files),
            tables: Feature.all.tables,
            topics: Feature.all.topics,
            announcing: Feature.all.announcing,
            groupWait: .seconds(1),
            now: now,
            liveness: LivenessRegistry(clock: .system),
            log: log
        )
        await body(stores, now)
        await stores.close(at: now, log: log)
    }

    @Test("a backup holds it, and a restore brings both back and keeps what was there")
    func restored() async throws {
        let place = try Place()
        try await place.fill(SampleFileTests.state)
        try await place.fill(SampleFileTests.sample, score: 1)
        #expect(place.backup("one") == 0)
        try await place.fill(SampleFileTests.sample, score: 2)
        // A log of the former database must not be replayed into the one that takes its place.
        try Data("log".utf8).write(to: URL(filePath: place.folder.file("sample.db-wal")))
        #expect(place.restore("one") == 0)
        #expect(try await place.score() == 1)
        let aside = try #require(try place.names().first { $0.hasPrefix("before-restore-") })
        #expect(try place.names("state/\(aside)") == ["sample.db", "sample.db-wal", "state.db"])
        #expect(try place.names("") == ["one", "state"])
    }

    @Test("an archive without it, of an earlier release, restores what it has and leaves this one alone")
    func earlier() async throws {
        let place = try Place()
        try await place.fill(SampleFileTests.state)
        #expect(place.backup("early") == 0)
        try await place.fill(SampleFileTests.sample, score: 3)
        #expect(place.restore("early") == 0)
        #expect(try await place.score() == 3)
    }

    @Test("an archive with a file of which this release knows nothing changes nothing")
    func unknown() async throws {
        let place = try Place()
        try await place.fill(SampleFileTests.state)
        try await place.fill(SampleFileTests.sample, score: 4)
        #expect(place.backup("later") == 0)
        let before = try place.names()
        #expect(place.restore("later", knowing: [SampleFileTests.state]) == 1)
        #expect(try place.names() == before)
    }

    @Test("a value that its rules refuse changes nothing, neither in it nor in the state")
    func bounds() async throws {
        let place = try Place()
        try await place.fill(SampleFileTests.state)
        try await place.fill(SampleFileTests.sample, score: -1)
        #expect(place.backup("odd") == 0, "a copy of one's own is never refused for a value")
        try await place.fill(SampleFileTests.sample, score: 5)
        let before = try place.names()
        #expect(place.restore("odd") == 1)
        #expect(try await place.score() == 5)
        #expect(try place.names() == before)
    }

    @Test("one that is damaged is left out of a backup, and one that the box needs refuses it")
    func damaged() async throws {
        let place = try Place()
        try await place.fill(SampleFileTests.state)
        try await spoil(place.folder.file("sample.db"), "damage")
        #expect(place.backup("partly") == 0)
        #expect(try ArchiveReader(path: "\(place.path)/partly").files.map(\.name) == ["state.db"])
        try await spoil(place.folder.file("state.db"), "damage")
        #expect(place.backup("not") == 1)
        #expect(try place.names("") == ["partly", "state"])
    }

    @Test("the files of this release, and the archive that tells them from those of releases before")
    func list() {
        let files = Feature.all.files
        #expect(files.map(\.name) == ["state.db", "history.db"])
        #expect(files.map(\.durability) == [.full, .normal])
        #expect(files.map(\.isNeeded) == [true, false])
        // Who adds a file to backups raises the version, or releases before cannot say why they refuse.
        #expect(files.filter(\.isInBackups).count == 2)
        #expect(ArchiveFormat.version == 2)
    }
}
