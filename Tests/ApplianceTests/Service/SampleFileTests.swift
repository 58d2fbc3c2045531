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

    private static func open(_ path: String, use: FeatureDatabase.Use = .init()) -> FeatureDatabase {
        let box = FeatureDatabase.Surroundings(
            directory: path,
            clock: .system,
            liveness: LivenessRegistry(clock: .system),
            log: .standardError(clock: .system, environment: [:]),
            show: { _, _ in }
        )
        return FeatureDatabase(SampleFile.sample, in: box, use: use)
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
        let feature = SampleFileTests.open(place.folder.path)
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
        let use = FeatureDatabase.Use(open: { _ throws(SQLiteError) in
            guard isUseless.withLock({ $0 }) else { return }
            throw SQLiteError(code: .corrupt, message: "malformed", path: "sample.db")
        })
        let feature = SampleFileTests.open(place.folder.path, use: use)
        let fault = await feature.open()
        #expect(fault?.words == "sample.db: malformed")
        #expect(feature.database == nil)
        isUseless.withLock { $0 = false }
        #expect(await feature.open() == nil)
        await feature.close()
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
