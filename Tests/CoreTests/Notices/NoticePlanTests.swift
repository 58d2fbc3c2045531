import CoreSupport
import Testing

@testable import Core

/// Ten thousand phones wait while a fan-out holds the database: no statement of it may walk a table that grows with them.
@Suite("How the database goes about notices")
struct NoticePlanTests {
    private static let statements = [
        "groups down": FanOutSQL.groupsOfDown, "groups up": FanOutSQL.groupsOfUp,
        "groups": FanOutSQL.plainGroups, "single": FanOutSQL.singles(memory: FanOutSQL.knowsNot),
        "map alerts": MapAlertFanOut.wanting, "next map alert": MapAlertFanOut.earliest,
        "due": OutboxSQL.due, "first due": OutboxSQL.firstDue, "next": OutboxSQL.nextDue,
        "merged": NoticeBatch.merged,
    ]

    @Test("begins at what changed, and seeks everything else", arguments: statements.keys.sorted())
    func plan(name: String) async throws {
        let appliance = try await NoticeFixture()
        var sql = try #require(NoticePlanTests.statements[name])
        // Which values they are makes no difference to the plan.
        for number in (1...9).reversed() { sql = sql.replacing("?\(number)", with: "1") }
        let statement = "EXPLAIN QUERY PLAN \(sql)"
        let plan = try await appliance.database.write("explain") { db throws(SQLiteError) in
            try FanOut.prepare(db)
            return try db.rows(statement) { row throws(SQLiteError) in try row.text(3) }
        }
        // The changes of this fan-out, what was made of them, and the index of what is due, in its order.
        let allowed = ["SCAN c", "SCAN p", "SCAN phone", "SCAN o USING INDEX outbox_due"]
        #expect(plan.filter { $0.hasPrefix("SCAN") && !allowed.contains($0) } == [])
    }

    @Test("a row of a phone's alerts asks nothing of other tables: there are 64 of them")
    func alerts() async throws {
        let appliance = try await NoticeFixture()
        var values = AlertTable.insertion
        for number in (1...10).reversed() { values = values.replacing("?\(number)", with: "1") }
        let statement = "EXPLAIN QUERY PLAN \(values)"
        let plan = try await appliance.database.write("explain") { db throws(SQLiteError) in
            try db.rows(statement) { row throws(SQLiteError) in try row.text(3) }
        }
        #expect(plan == [])
    }
}
