import Core
import CoreSupport
import Testing
import WatchpostModel

@Suite("The outbox of an earlier release")
struct EarlierOutboxTests {
    private static let start: Int64 = 1_800_000_000

    /// Rows as that release wrote them: what they carry was one value in a line.
    private static let rows = [
        "('g:eu', 'queue', 'queueStarted', 'retail/realm-1' || char(10) || 'retail/realm-2')",
        "('m:ranked/olympus', 'map', 'map', 'O\\\"X\"' || char(10) || 'Ranked' || char(10) || '1799999940' || char(10) || '1800003600')",
        "('g:eu', 'list', 'unmatched', 'a\"b\\n' || char(10) || 'realm one' || char(9) || 'Realm 1')",
        "('r:eu/retail/realm-4', 'status', 'down', NULL)", "('g:eu', 'maintenance', 'up', 'retail/realm-3')",
    ]

    /// What that release knew of notices.
    private static func migrations(before number: Int) -> [Migration] {
        let later = (number...6).map { "notices/\($0)" }
        return StateTables.core.migrations.filter { !later.contains($0.name) }
    }

    @Test("keeps of which realms a row spoke whose answer is still awaited, when it is taken back")
    func leased() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile(path: "\(folder.path)/state.db", durability: .full, damage: .report)
        let before = try await NoticeFixture(file: file, migrations: Self.migrations(before: 6))
        try await before.phone(1, watching: 1...4)
        try await before.place(1...4, .down)
        try await before.database.write("an earlier lease") { db throws(SQLiteError) in
            try db.execute(
                """
                INSERT INTO outbox (device, subject, aspect, word, version, at, not_before, expires_at, state, attempts,
                    lease_until, place, named)
                SELECT id, 'g:eu', 'status', 'down', 1, ?1, ?1, ?1 + 3600, 1, 1, ?1, 'g:eu',
                    'retail/realm-1' || char(10) || 'retail/realm-2' FROM devices
                """,
                .integer(EarlierOutboxTests.start)
            )
            try db.execute("DELETE FROM notice_changes")
        }
        await before.database.close()
        let appliance = try await NoticeFixture(file: file)
        _ = try await appliance.lease(9)
        let doubted = try await appliance.count(
            "SELECT count(*) FROM told WHERE sure = 0 AND realm IN ('retail/realm-1', 'retail/realm-2')"
        )
        #expect(doubted == 2)
        #expect(try await appliance.count("SELECT count(*) FROM told") == 2)
    }

    @Test("keeps what its rows carry, says it in the same words, and keeps places apart")
    func carried() async throws {
        let folder = try ScratchFolder()
        let file = DatabaseFile(path: "\(folder.path)/state.db", durability: .full, damage: .report)
        let earlier = Self.migrations(before: 5)
        let before = try await NoticeFixture(file: file, migrations: earlier)
        try await before.phone(1, watching: 1...4, kinds: .all)
        try await before.place(1...3)
        try await before.place([4], .down)
        try await before.change(1...3, .up, .queueStarted, queue: true)
        try await before.database.write("an earlier outbox") { db throws(SQLiteError) in
            try db.execute("DELETE FROM notice_changes")
            for (number, row) in EarlierOutboxTests.rows.enumerated() {
                try db.execute(
                    """
                    INSERT INTO outbox (device, subject, aspect, word, version, at, detail, not_before, expires_at)
                    SELECT d.id, r.column1, r.column2, r.column3, ?1, ?2, r.column4, ?2, ?2 + 3600
                    FROM devices d, (VALUES \(row)) r
                    """,
                    .integer(Int64(number)),
                    .integer(EarlierOutboxTests.start)
                )
            }
        }
        await before.database.close()
        let appliance = try await NoticeFixture(file: file)
        let first = try await appliance.lease(9, merging: false).map(\.notice)
        #expect(
            first.map(\.title) == [
                "EU: queues on 2 realms", "O\\\"X\" is on", "EU: your watch list", "Realm 4 is down",
            ]
        )
        #expect(
            first.map(\.body).prefix(3) == [
                "Realm 1, Realm 2 · a queue also on Realm 3", "Ranked · 08:59 to 10:00",
                "No realm is called a\"b\\n, so you will never be notified about it. Choose it again in the app. "
                    + "Now watching: realm one (Realm 1). The stored name matched no realm.",
            ]
        )
        // Who is down and whose maintenance is over have one place, and only one is under way.
        #expect(
            try await appliance.count("SELECT count(*) FROM outbox WHERE state = 0 AND place = 'g:eu'") == 1
        )
    }
}
