import Testing
import WatchpostModel

@testable import Arena
@testable import Core

/// A ledger has a million rows and no index of installations: who goes must not cost a look at all of them within a write.
@Suite("How the database finds what goes")
struct RemovalPlanTests {
    /// An instruction of SQLite's machine.
    private struct Instruction {
        let code: String
        let first: Int64
        let second: Int64
    }

    /// Which tables a statement walks through from one end, what foreign keys delete with it included.
    ///
    /// `EXPLAIN` lists that as programs of their own, each of which opens its cursors before it uses them
    /// (https://www.sqlite.org/opcode.html).
    private static func walks(_ sql: String, _ db: borrowing Connection) throws(SQLiteError) -> Set<String> {
        var names: [Int64: String] = [:]
        try db.each("SELECT rootpage, tbl_name FROM sqlite_schema WHERE rootpage > 0") {
            row throws(SQLiteError) in names[try row.integer(0)] = try row.text(1)
        }
        let program = try db.rows("EXPLAIN \(sql)") { row throws(SQLiteError) in
            Instruction(code: try row.text(1), first: try row.integer(2), second: try row.integer(3))
        }
        var (cursors, walked): ([Int64: String], Set<String>) = ([:], [])
        for instruction in program {
            switch instruction.code {
            case "Init": cursors = [:]
            case "OpenEphemeral": cursors[instruction.first] = nil
            case "OpenRead", "OpenWrite": cursors[instruction.first] = names[instruction.second]
            case "Rewind", "Last": if let name = cursors[instruction.first] { walked.insert(name) }
            default: continue
            }
        }
        return walked
    }

    private static let writes = [
        PlayerRemoval.row, "DELETE FROM installs WHERE id = ?1", ResultsToDelete.deletion,
        ResultsToDelete.range,
    ]

    @Test("no write of a player's removal walks through the ledger", arguments: writes)
    func ledger(sql: String) async throws {
        let arena = try await ArenaFixture()
        // Which values they are makes no difference to the plan.
        let statement = sql.replacing("?1", with: "1").replacing("?2", with: "2").replacing("?3", with: "3")
        let walked = try await arena.database.write("explain") { db throws(SQLiteError) in
            try RemovalPlanTests.walks(statement, db)
        }
        #expect(!walked.contains("results"), "\(walked)")
    }

    @Test("what sees that sees a foreign key without an index")
    func seen() async throws {
        let arena = try await ArenaFixture()
        let walked = try await arena.database.write("explain") { db throws(SQLiteError) in
            try db.execute("CREATE TABLE child (parent INTEGER REFERENCES players (id) ON DELETE CASCADE)")
            return try RemovalPlanTests.walks(PlayerRemoval.row.replacing("?1", with: "1"), db)
        }
        #expect(walked.contains("child"), "\(walked)")
    }

    /// Foreign keys without an index that begins with them, each with its reason.
    private static let unindexed = [
        "results.board": "boards go behind their results, and by `writeUnreferenced` alone"
    ]

    /// A column that points to another table.
    private struct Reference: Hashable {
        let table: String
        let column: String
    }

    @Test("each foreign key that follows a deletion has an index, or a reason to have none")
    func indexes() async throws {
        let arena = try await ArenaFixture()
        let (count, missing) = try await arena.database.read("foreign keys") {
            db throws(SQLiteError) -> (Int, Set<String>) in
            let references = try db.rows(
                """
                SELECT m.name, f."from" FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) f
                WHERE m.type = 'table' AND f.on_delete <> 'NO ACTION'
                """
            ) { row throws(SQLiteError) in Reference(table: try row.text(0), column: try row.text(1)) }
            var missing: Set<String> = []
            for one in references where try !RemovalPlanTests.isIndexed(one, db) {
                missing.insert("\(one.table).\(one.column)")
            }
            return (references.count, missing)
        }
        #expect(count > 20)
        #expect(missing == Set(RemovalPlanTests.unindexed.keys))
    }

    /// By the table's own key, or by an index of all that are not null.
    private static func isIndexed(_ one: Reference, _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        let found = try db.first(
            """
            SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2 AND pk = 1
            UNION ALL
            SELECT 1 FROM pragma_index_list(?1) l JOIN pragma_index_info(l.name) c
            WHERE c.seqno = 0 AND c.name = ?2 AND (l.partial = 0 OR
                (SELECT sql FROM sqlite_schema s WHERE s.name = l.name) LIKE '%WHERE ' || ?2 || ' IS NOT NULL')
            """,
            .text(one.table),
            .text(one.column)
        ) { _ in true }
        return found ?? false
    }
}
