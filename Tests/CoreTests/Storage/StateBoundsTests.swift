import Core
import CoreSupport
import Testing
import WatchpostModel

@Suite("Values of a restored state")
struct StateBoundsTests {
    private static let person = "INSERT INTO persons VALUES (1, 0, 1800000000)"
    private static let device = """
        INSERT INTO devices (id, install, secret, person, name, locale, zone, registered_at, seen_at)
        VALUES (1, 'abcdefghijklmnopqrstuv', zeroblob(32), 1, 'Phone', 'en-GB', 'Europe/Warsaw', 1800000000, 1800000000)
        """
    private static let alert = """
        INSERT INTO map_alerts (device, position, mode, map, minutes, once, days)
        VALUES (1, 0, 'pubs', 'SP', 10, 0, 127)
        """
    private static let list = "INSERT INTO watch_lists VALUES (1, 'eu', 1, 1)"

    /// What somebody changed in a file that is sound in every other way, and a word of the refusal.
    static let changes: [(sql: String, word: String)] = [
        ("UPDATE map_alerts SET minutes = 9223372036854775807", "minutes"),
        ("UPDATE map_alerts SET minutes = 721", "minutes"),
        ("UPDATE map_alerts SET minutes = -1", "minutes"),
        ("UPDATE map_alerts SET days = 0", "days"),
        ("UPDATE map_alerts SET days = 128", "days"),
        ("UPDATE map_alerts SET once = 2", "once"),
        ("UPDATE map_alerts SET told = 2", "told"),
        ("UPDATE map_alerts SET position = 64", "map_alerts"),
        ("UPDATE map_alerts SET mode = ''", "mode"),
        ("UPDATE map_alerts SET map = hex(zeroblob(40))", "map"),
        ("UPDATE map_alerts SET from_minute = 5", "from_minute"),
        ("UPDATE map_alerts SET from_minute = 5, to_minute = 1440", "from_minute"),
        ("UPDATE devices SET quiet_from = -9223372036854775808, quiet_to = 1", "quiet_from"),
        ("UPDATE devices SET quiet_from = 60, quiet_to = 60", "quiet_from"),
        ("UPDATE devices SET seen_at = 9223372036854775807", "seen_at"),
        ("UPDATE devices SET registered_at = -9223372036854775808", "registered_at"),
        ("UPDATE devices SET alerts_version = 9223372036854775807", "alerts_version"),
        ("UPDATE devices SET push_state = 3", "push_state"),
        ("UPDATE devices SET used = 2", "used"),
        ("UPDATE devices SET outside = 2", "outside"),
        ("UPDATE devices SET network = hex(zeroblob(22))", "network"),
        ("UPDATE devices SET network = '203.0.113.0/24', outside = 0", "network"),
        ("UPDATE devices SET name = hex(zeroblob(40))", "name"),
        ("UPDATE devices SET zone = hex(zeroblob(100))", "zone"),
        ("UPDATE devices SET secret = zeroblob(31)", "secret"),
        ("UPDATE devices SET channel = 'webpush', address = hex(zeroblob(9000))", "address"),
        ("UPDATE persons SET administrator = 7", "administrator"),
        ("INSERT INTO sqlite_sequence VALUES ('person_log', 9223372036854775807)", "person_log"),
        ("INSERT INTO sqlite_sequence VALUES ('outbox', 'a')", "outbox"),
        ("INSERT INTO person_log (kind, person) VALUES (5, 1)", "person_log"),
        ("INSERT INTO person_log (kind, person) VALUES (1, 1)", "person_log"),
        ("INSERT INTO person_log (kind, person, other) VALUES (4, 1, 2)", "person_log"),
        ("UPDATE person_numbers SET last = -1", "person_numbers"),
        ("UPDATE person_numbers SET last = 4503599627370497", "person_numbers"),
        ("UPDATE person_numbers SET era = last + 1", "person_numbers"),
        ("INSERT INTO persons VALUES (4503599627370497, 0, 0)", "persons"),
        ("UPDATE watch_lists SET kinds = 32", "kinds"),
        ("UPDATE watch_lists SET region = 'xx'", "region"),
        ("UPDATE watch_lists SET version = 9223372036854775807", "version"),
        ("INSERT INTO watched_realms VALUES ('eu', 'kazzak', 1, 0)", "flavour/slug"),
        ("INSERT INTO watched_realms VALUES ('xx', 'retail/kazzak', 1, 0)", "region"),
        ("INSERT INTO watched_realms VALUES ('eu', 'retail/kazzak', 1, 2)", "told"),
        (
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 401)
            INSERT INTO watched_realms SELECT 'eu', 'retail/r' || i, 1, 0 FROM n
            """, "longer than 400"
        ),
        ("INSERT INTO phone_settings VALUES ('name', hex(zeroblob(40000)))", "64 kB"),
        ("INSERT INTO events VALUES (1, 9223372036854775807, 'realm', '{}')", "at"),
        ("INSERT INTO events VALUES (1, 1, 'realm', hex(zeroblob(600000)))", "json"),
        ("INSERT INTO notice_cursors VALUES ('alerts', 9223372036854775807)", "at"),
        ("INSERT INTO notice_buckets VALUES (1, 0, 0, 9007199254740992)", "day_count"),
    ]

    /// A state that a phone uses.
    private static let used = PreparedFile { folder in
        let file = DatabaseFile.state(in: folder.path)
        let (database, _) = try await Database.open(file, migrations: StateTables.core.migrations, now: nil)
        let script = [
            StateBoundsTests.person, StateBoundsTests.device, StateBoundsTests.alert, StateBoundsTests.list,
        ]
        try await database.write("live") { db throws(SQLiteError) in
            for statement in script { try db.execute(statement) }
        }
        await database.close()
        return file.path
    }

    /// The same, changed by `sql`.
    private func check(_ sql: String?) async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.state(in: folder.path)
        try await StateBoundsTests.used.copy(to: file.path)
        let (database, _) = try await Database.open(file, migrations: StateTables.core.migrations, now: nil)
        try await database.write("change") { db throws(SQLiteError) in
            if let sql { try db.execute(sql) }
        }
        await database.close()
        try StateSnapshot.check(file.path, .core, comesFromElsewhere: true)
    }

    @Test("a backup that an earlier release made is restored")
    func earlierRelease() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile.state(in: folder.path)
        let old: Set = ["realms/1", "devices/1", "notices/1", "notices/2", "settings/1"]
        let migrations = StateTables.core.migrations.filter { old.contains($0.name) }
        #expect(migrations.count == old.count)
        let (database, _) = try await Database.open(file, migrations: migrations, now: nil)
        let script = [
            StateBoundsTests.person, StateBoundsTests.device, StateBoundsTests.alert, StateBoundsTests.list,
        ]
        try await database.write("live") { db throws(SQLiteError) in
            for statement in script { try db.execute(statement) }
        }
        await database.close()
        try StateSnapshot.check(file.path, .core, comesFromElsewhere: true)
    }

    @Test("what phones store every day is restored")
    func usual() async throws {
        try await check(nil)
        try await check("UPDATE map_alerts SET minutes = 720, from_minute = 1380, to_minute = 60, map = NULL")
        try await check("INSERT INTO notice_cursors VALUES ('box', -9223372036854775808)")
        try await check("INSERT INTO watched_realms VALUES ('kr', 'classic1x/아즈샤라', 1, 0)")
        try await check("INSERT INTO person_log (kind, person, other) VALUES (1, 1, 2), (3, 1, NULL)")
    }

    @Test(
        "a value that the API would refuse is refused in words, whatever the file's own structure",
        arguments: changes
    )
    func refused(sql: String, word: String) async throws {
        let error = await failure(DatabaseError.self) { try await check(sql) }
        let words = try #require(error?.description)
        #expect(words.contains("a value that watchpost never stores") && words.contains(word), "\(words)")
    }
}
