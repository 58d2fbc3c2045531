import Core
import FoundationEssentials
import Glibc
import Testing

@testable import Appliance
@testable import SystemSupport
@testable import Serving

@Suite("The state at a start")
struct StateOpeningTests {
    /// A folder for one test, removed by the caller's `defer`.
    private func folder(_ files: String...) throws -> String {
        let path = FileManager.default.temporaryDirectory.path + "/watchpost-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for file in files { try Data("made before".utf8).write(to: URL(filePath: "\(path)/\(file)")) }
        return path
    }

    private func open(_ path: String, anew: Bool = false) async throws -> [String] {
        let said = Locked<[String]>([])
        let opening = StateOpening(
            directory: path,
            file: .state(Feature.all.tables),
            beginsAnew: anew,
            now: nil
        )
        let state = try await opening.run { line in said.withLock { $0.append(line) } }
        await state.close()
        return said.withLock { $0 }
    }

    @Test("a new box begins, also after `watchpost vapid` has made its key pair")
    func first() async throws {
        let path = try folder("vapid.pem")
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try await open(path) == [])
        #expect(try await open(path) == [], "and starts again")
    }

    @Test(
        "a box with its keys and without its state refuses, until its owner says yes; then it says what that means"
    )
    func lost() async throws {
        let path = try folder("vapid.pem", "owner-key")
        defer { try? FileManager.default.removeItem(atPath: path) }
        await #expect(throws: DatabaseError.self) { try await open(path) }
        #expect(!FileManager.default.fileExists(atPath: path + "/state.db"))
        #expect(try await open(path, anew: true).joined().contains("phones have to register again"))
        #expect(try await open(path) == [])
    }

    @Test("a damaged state is put aside when its owner says yes, and a sound one stays")
    func damaged() async throws {
        let path = try folder("owner-key", "state.db")
        defer { try? FileManager.default.removeItem(atPath: path) }
        await #expect(throws: DatabaseError.self) { try await open(path) }
        let said = try await open(path, anew: true)
        #expect(
            said.first?.contains("it is kept as \(path)/state.db.damaged-before-clock") == true,
            "\(said)"
        )
        #expect(
            try await open(path, anew: true) == [
                "the state is sound: it stays, and --new-state changed nothing"
            ]
        )
    }

    @Test("the state stands before the key that proves it: a first start cut off between them is none")
    func order() async throws {
        // Nothing can be written where the key is to be made.
        let path = try folder()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.createDirectory(
            atPath: path + "/owner-key.new/x",
            withIntermediateDirectories: true
        )
        await #expect(throws: StartFailure.self) { try await stores(path) }
        #expect(FileManager.default.fileExists(atPath: path + "/state.db"))
        try FileManager.default.removeItem(atPath: path + "/owner-key.new")
        try await stores(path)
        #expect(FileManager.default.fileExists(atPath: path + "/owner-key"))
        try await stores(path)
    }

    @Test("a folder or key that cannot be made is told with the reason of that very call")
    func reason() async throws {
        let path = try folder()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let missing = await failure { try await stores(path + "/none/state") }
        #expect(missing?.code == ENOENT)
        #expect(missing?.description.hasSuffix(String(cString: strerror(ENOENT))) == true)
        // A folder that is not empty stands where the key is written first.
        try FileManager.default.createDirectory(
            atPath: path + "/owner-key.new/x",
            withIntermediateDirectories: true
        )
        let barred = await failure { _ = try OwnerKey.open(in: path) }
        #expect(barred?.code == EEXIST)
        #expect(barred?.description.hasSuffix(String(cString: strerror(EEXIST))) == true)
    }

    private func failure(of start: () async throws -> Void) async -> StartFailure? {
        do {
            try await start()
            return nil
        } catch {
            return error as? StartFailure
        }
    }

    private func stores(_ path: String) async throws {
        let log = Log.standardError(clock: .system, environment: [:])
        let now = SystemClock.system.now()
        let stores = try await Stores.open(
            in: Feature.all.folder(at: path),
            tables: Feature.all.tables,
            topics: Feature.all.topics,
            announcing: Feature.all.announcing,
            groupWait: .seconds(1),
            now: now,
            log: log
        )
        await stores.close()
    }
}
