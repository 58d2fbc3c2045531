import Core
import FoundationEssentials
import Glibc
import Testing

@testable import Appliance
@testable import SystemSupport

/// A further database in the state folder, as a feature would bring it: the box goes on without it.
@Suite("A further file in the state folder")
struct SampleFileTests {
    private typealias Place = SampleFile.Place

    private static func open(
        _ path: String,
        _ file: StateFile = SampleFile.sample,
        use: DatabaseUse = .init()
    ) async throws -> FeatureDatabase {
        let state = DatabaseFile(path: path + "/state.db", durability: .full, damage: .report)
        let (database, _) = try await Database.open(
            state,
            migrations: Feature.all.tables.migrations,
            now: nil
        )
        let files = KnownFiles(database: database)
        let box = FeatureDatabase.Surroundings(
            directory: path,
            files: files,
            known: try await files.names(),
            clock: .system,
            liveness: LivenessRegistry(clock: .system),
            log: .standardError(clock: .system, environment: [:]),
            show: { _, _ in }
        )
        return FeatureDatabase(file, in: box, use: use)
    }

    /// What stands where the file should be, and a word of the fault.
    private static let troubles: [(String, String)] = [
        ("damage", "not a database"), ("a folder", "unable to open"), ("a newer release", "newer release"),
    ]

    @Test(
        "one that cannot be used closes its feature with a fault in words, and opens by itself when it is well again",
        arguments: troubles
    )
    func closed(trouble: String, words: String) async throws {
        let place = try Place()
        let path = place.folder.file("sample.db")
        try await SampleFile.spoil(path, trouble)
        let feature = try await SampleFileTests.open(place.folder.path)
        let opened = await feature.open()
        let fault = try #require(opened)
        #expect(fault.code == "E99")
        #expect(fault.words.hasPrefix("sample.db: ") && fault.words.contains(words), "\(fault.words)")
        #expect(!fault.isOfTheBox && !fault.isForLamps)
        #expect(feature.database == nil)
        try FileManager.default.removeItem(atPath: path)
        #expect(await feature.open() == nil)
        #expect(feature.database != nil)
        await feature.close()
    }

    @Test("one whose content its feature cannot use stays closed, and is asked again")
    func useless() async throws {
        let place = try Place()
        try await place.fill(SampleFile.sample)
        let isUseless = Locked(true)
        let use = DatabaseUse(open: { _ throws(SQLiteError) in
            guard isUseless.withLock({ $0 }) else { return }
            throw SQLiteError(code: .corrupt, message: "malformed", path: "sample.db")
        })
        let feature = try await SampleFileTests.open(place.folder.path, use: use)
        let fault = await feature.open()
        #expect(fault?.words == "sample.db: malformed")
        #expect(feature.database == nil)
        isUseless.withLock { $0 = false }
        #expect(await feature.open() == nil)
        await feature.close()
    }

    /// What became of a file that was there before.
    enum Loss: CaseIterable {
        case missing, empty, onlyHeader
    }

    private static func lose(_ path: String, _ loss: Loss) async throws {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        switch loss {
        case .missing: break
        case .empty: try Data().write(to: URL(filePath: path))
        case .onlyHeader:
            let file = DatabaseFile(path: path, durability: .full, damage: .report)
            let (database, _) = try await Database.open(file, migrations: [], now: nil)
            try await database.write("header") { db throws(SQLiteError) in
                try db.execute("PRAGMA user_version = 1")
            }
            await database.close()
        }
    }

    @Test(
        "one that was there before and is lost closes its feature in words until it is back, and nothing is made instead",
        arguments: Loss.allCases
    )
    func lost(loss: Loss) async throws {
        let place = try Place()
        let (folder, path) = (place.folder.path, place.folder.file("sample.db"))
        let first = try await SampleFileTests.open(folder)
        #expect(await first.open() == nil, "a first start makes it")
        await first.close()
        let kept = try Data(contentsOf: URL(filePath: path))
        try await SampleFileTests.lose(path, loss)
        let second = try await SampleFileTests.open(folder)
        for _ in 0..<2 {
            let opened = await second.open()
            let words = try #require(opened).words
            #expect(words.hasPrefix("sample.db: ") && words.contains("though it was in use"), "\(words)")
            #expect(words.contains("watchpost restore FILE") && words.contains("watchpost new-state"))
        }
        #expect(second.database == nil)
        #expect(FileManager.default.fileExists(atPath: path) == (loss != .missing))
        try await SampleFileTests.lose(path, .missing)
        try kept.write(to: URL(filePath: path))
        #expect(await second.open() == nil)
        await second.close()
    }

    @Test("its owner's word lets a lost one begin again, and it is missed again from then on")
    func anew() async throws {
        let place = try Place()
        let (folder, path) = (place.folder.path, place.folder.file("sample.db"))
        let first = try await SampleFileTests.open(folder)
        await first.open()
        await first.close()
        try await SampleFileTests.lose(path, .missing)
        let said = Locked<[String]>([])
        let opening = StateOpening(
            directory: folder,
            file: .state(Feature.all.tables),
            beginsAnew: true,
            now: nil
        )
        let state = try await opening.run { line in said.withLock { $0.append(line) } }
        await state.close()
        #expect(said.withLock { $0 } == ["sample.db is lost: a new one begins when it is needed"])
        for isThere in [true, false] {
            let again = try await SampleFileTests.open(folder)
            let fault = await again.open()
            #expect((fault == nil) == isThere)
            await again.close()
            try await SampleFileTests.lose(path, .missing)
        }
    }

    @Test("one that may be lost begins again by itself")
    func unmissed() async throws {
        let place = try Place()
        for _ in 0..<2 {
            let history = try await SampleFileTests.open(place.folder.path, .history)
            #expect(await history.open() == nil)
            await history.close()
            try await SampleFileTests.lose(place.folder.file("history.db"), .missing)
        }
    }

    @Test("the appliance starts, whatever became of its history, and refuses without its state")
    func needed() async throws {
        let appliance = try await ApplicationFixture { folder in
            try await SampleFile.spoil(folder + "/history.db", "a folder")
        }
        defer { appliance.remove() }
        try await appliance.run { port in #expect(await ApplicationFixture.panel(port, shows: "E02")) }
        let folder = Locked("")
        await #expect(throws: DatabaseError.self) { try await startWithoutState(folder) }
        try FileManager.default.removeItem(atPath: folder.withLock { $0 })
    }

    private func startWithoutState(_ folder: Locked<String>) async throws {
        _ = try await ApplicationFixture { path in
            folder.withLock { $0 = path }
            try await SampleFile.spoil(path + "/state.db", "damage")
        }
    }

    @Test("the files of this release, and the archive that tells them from those of releases before")
    func list() {
        let files = Feature.all.files
        #expect(files.map(\.name) == ["state.db", "history.db", "arena.db"])
        #expect(files.map(\.durability) == [.full, .normal, .full])
        #expect(files.map(\.isNeeded) == [true, false, false])
        // Who adds a file to backups raises the version, or releases before cannot say why they refuse.
        #expect(files.filter(\.isInBackups).count == 3)
        #expect(ArchiveFormat.version == 3)
    }
}
