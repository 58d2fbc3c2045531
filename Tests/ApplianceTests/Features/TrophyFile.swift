import Core

@testable import Appliance
@testable import Serving
@testable import SystemSupport

extension TrophyFeature {
    static let file = StateFile(
        "trophies.db",
        durability: .full,
        damage: .report,
        tables: StateTables(
            migrations: [
                Migration(
                    "players/1",
                    """
                    CREATE TABLE players (install TEXT PRIMARY KEY, secret BLOB NOT NULL, person INTEGER NOT NULL) STRICT;
                    """
                )
            ]
        ),
        isInBackups: true,
        isNeeded: false,
        fault: "E99"
    )

    static let key = KeptFile("trophy-key", refusal: "is not of gold and was left out") { path in
        do throws(FileError) {
            return try BoundedFile.read(path, limit: 100).text == "gold"
        } catch {
            return false
        }
    }
}

/// The players of the sample feature's game, in a file of its own: they are callers of its routes.
struct TrophyFile: IdentitySource {
    let database: FeatureDatabase
    private let asked: Metric
    let kind = Caller.Kind.install

    /// `heard`: what became of the file.
    init(_ platform: Platform, heard: TrophyFeature.Heard, asked: Metric) {
        self.asked = asked
        database = FeatureDatabase(
            TrophyFeature.file,
            in: platform.surroundings,
            pause: .milliseconds(50),
            use: DatabaseUse(
                open: { _ throws(SQLiteError) in heard.note("file opened") },
                end: { _ throws(SQLiteError) in heard.note("file ends") }
            )
        )
    }

    var routes: [Route] {
        [
            Route(.post, "/v1/devices/{id}/trophies/player", .ownDevice, .bare) {
                request async throws(Problem) in try await begin(try request.device())
            },
            Route(.get, "/v1/trophies/me", Access([.install]), .bare) { request async throws(Problem) in
                guard case .install(let player) = request.caller else {
                    throw Problem(.forbidden, "no player")
                }
                return Reply(["person": player.person])
            },
        ]
    }

    /// What it has of a person.
    var export: PersonExport.Source {
        PersonExport.Source("players") { person async throws(SQLiteError) in
            let installs: [String] = try await open().read("players") { db throws(SQLiteError) in
                try db.rows("SELECT install FROM players WHERE person = ?1", .integer(person)) {
                    row throws(SQLiteError) in try row.text(0)
                }
            }
            return installs
        }
    }

    /// The player of number 9 begins to play for the phone's person.
    private func begin(_ device: DeviceIdentity) async throws(Problem) -> Reply {
        let credential = PersonalFixture.credential(9)
        let secret = SecretHash.of(Array(credential.utf8.dropFirst(23)))
        do throws(SQLiteError) {
            try await open().write("player") { db throws(SQLiteError) in
                try db.execute(
                    "INSERT INTO players VALUES (?1, ?2, ?3)",
                    .text(String(credential.prefix(22))),
                    .blob(secret),
                    .integer(device.person)
                )
            }
        } catch {
            throw Problem(.unavailable, error.message)
        }
        return .noContent
    }

    func identity(of id: String) async throws(Problem) -> StoredIdentity? {
        asked.add()
        do throws(SQLiteError) {
            let found: [StoredIdentity] = try await open().read("player") { db throws(SQLiteError) in
                try db.rows("SELECT secret, person FROM players WHERE install = ?1", .text(id)) {
                    row throws(SQLiteError) in
                    let player = InstallIdentity(
                        id: 9,
                        install: id,
                        player: 9,
                        person: try row.integer(1),
                        key: 1
                    )
                    return StoredIdentity(caller: .install(player), secretHash: try row.blob(0))
                }
            }
            return found.first
        } catch {
            throw Problem(.unavailable, error.message)
        }
    }

    func removedSecret(of id: String) async throws(Problem) -> [UInt8]? { nil }

    private func open() throws(SQLiteError) -> Database {
        guard let database = database.database else {
            throw SQLiteError(code: .cannotOpen, message: "the trophies are closed", path: "trophies.db")
        }
        return database
    }
}
