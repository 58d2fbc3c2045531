import Core
import FoundationEssentials
import Testing

@testable import Appliance
@testable import SystemSupport

/// A further database in the state folder, as a feature would bring it: the box goes on without it.
enum SampleFile {
    static let state = StateFile.state(Feature.all.tables)
    static let sample = StateFile(
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
    static let feature = Feature(name: "sample", files: [sample])

    /// A folder with a state and a sample of one row; removed with this value.
    final class Place: Sendable {
        let path = FileManager.default.temporaryDirectory.path + "/watchpost-\(UUID().uuidString)"
        let folder: StateFolder

        init() throws {
            folder = (Feature.all + [SampleFile.feature]).folder(at: path + "/state")
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

        static func open(_ file: StateFile, in folder: StateFolder) async throws -> Database {
            try await Database.open(
                file.file(in: folder.path),
                migrations: file.tables.migrations,
                now: nil
            ).database
        }

        func score() async throws -> Int64? {
            try await number("SELECT score FROM scores", SampleFile.sample)
        }

        /// The person of a phone that is new.
        func register(_ number: Int) async throws -> Int64 {
            let database = try await Place.open(SampleFile.state, in: folder)
            let store = DeviceStore(database: database, participants: [])
            let registration = try #require(DeviceCredentialSample.registration(number))
            let outcome = try await store.put(registration, isSameSecret: { $0 == $1 })
            await database.close()
            guard case .registered(let record) = outcome else { throw CancellationError() }
            return record.person
        }

        func newestPerson() async throws -> Int64? {
            try await number("SELECT max(id) FROM persons", SampleFile.state)
        }

        private func number(_ query: String, _ file: StateFile) async throws -> Int64? {
            let database = try await Place.open(file, in: folder)
            let number = try await database.read("number") { db throws(SQLiteError) in
                try db.first(query) { row throws(SQLiteError) in try row.integer(0) }
            }
            await database.close()
            return number
        }

        /// Without the lock, which stays.
        func names(_ name: String = "state") throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)").sorted()
                .filter { $0 != "lock" }
        }

        func backup(_ name: String) -> Int32 {
            BackupCommand(folder: folder, file: "\(path)/\(name)", now: nil).run()
        }

        func restore(_ name: String, knowing features: [Feature]? = nil) -> Int32 {
            let target = features.map { $0.folder(at: folder.path) } ?? folder
            return RestoreCommand(folder: target, file: "\(path)/\(name)", now: nil).run()
        }
    }

    /// Puts something where a file should be.
    static func spoil(_ path: String, _ trouble: String) async throws {
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
}
