/// Whether every value of a state database that came from elsewhere is one that this release could have stored.
///
/// A sound file may still hold what the API would have refused, such as an alert of more minutes than there are: it
/// would be restored in peace and kill the appliance later. `strftime` and the like are not asked; SQL compares only.
package enum StateBounds {
    /// A row of a table that must not be, and why, in words for whoever restores it.
    package struct Rule: Sendable {
        let table: String
        /// True for a row that is wrong.
        let wrong: String
        let words: String
        /// A column that an archive of an earlier release lacks, and with it nothing that could be wrong.
        let newColumn: String?

        package init(_ table: String, _ wrong: String, _ words: String, newColumn: String? = nil) {
            self.table = table
            self.wrong = wrong
            self.words = words
            self.newColumn = newColumn
        }
    }

    /// Numbers that JSON keeps, and that a sum of some of them does not overflow; the longest time is less.
    static let largestNumber: Int64 = 1 << 53
    /// The longest text is an event with every realm of a region, in bytes.
    private static let longestText = 1 << 20

    /// Tables in which a number may be any: the appliance's own random one stands among the cursors.
    private static let anyNumber: Set<String> = ["notice_cursors"]
    /// Columns in which it may: results of games have all of Int64, and nothing adds them but what stops at its ends.
    private static let anyNumberColumns: Set<String> = [
        "results.score", "standings.score", "standings.base_score", "duels.goal", "duels.creator_score",
        "duels.opponent_score", "hidings.above", "hidings.below", "hidden_bases.score",
        "archive_hidden.score",
    ]

    /// Throws for the first value that is out of bounds.
    static func check(_ handle: ConnectionHandle, _ rules: [Rule]) throws(SQLiteError) {
        let connection = Connection(handle)
        let tables = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") {
            row throws(SQLiteError) in try row.text(0)
        }
        for table in tables.sorted()
        where isPlain(table) && !table.hasPrefix("sqlite_") && !anyNumber.contains(table) {
            try checkSizes(table, handle)
        }
        try checkNumbering(tables, handle)
        for rule in rules where tables.contains(rule.table) {
            if let column = rule.newColumn, !(try columns(of: rule.table, connection).contains(column)) {
                continue
            }
            // Tables and conditions are literals of the code.
            if try exists("SELECT 1 FROM \(rule.table) WHERE \(rule.wrong) LIMIT 1", handle) {
                throw failure("\(rule.table): \(rule.words)", handle)
            }
        }
    }

    /// Numbers and lengths of every column, whatever it is for.
    private static func checkSizes(_ table: String, _ handle: ConnectionHandle) throws(SQLiteError) {
        let connection = Connection(handle)
        for column in try columns(of: table, connection)
        where isPlain(column) && !anyNumberColumns.contains("\(table).\(column)") {
            let name = "\"\(column)\""
            let wrong = """
                SELECT 1 FROM "\(table)" WHERE
                    (typeof(\(name)) = 'integer' AND \(name) NOT BETWEEN -\(largestNumber) AND \(largestNumber))
                    OR (typeof(\(name)) IN ('text', 'blob') AND length(CAST(\(name) AS BLOB)) > \(longestText))
                LIMIT 1
                """
            if try exists(wrong, handle) {
                throw failure("\(table): a value of \(column) is larger than any that is stored", handle)
            }
        }
    }

    /// Where numbers are never given out twice, SQLite keeps the last one; at the largest there is every insert fails.
    private static func checkNumbering(_ tables: [String], _ handle: ConnectionHandle) throws(SQLiteError) {
        guard tables.contains("sqlite_sequence") else { return }
        let connection = Connection(handle)
        let spent = try connection.first(
            """
            SELECT CAST(name AS TEXT) FROM sqlite_sequence
            WHERE typeof(name) <> 'text' OR typeof(seq) <> 'integer' OR seq NOT BETWEEN 0 AND \(largestNumber / 2)
            """
        ) { row throws(SQLiteError) in try row.optionalText(0) ?? "a table" }
        guard let spent else { return }
        throw failure("the numbers of \(spent.prefix(64)) are used up", handle)
    }

    private static func columns(of table: String, _ connection: borrowing Connection) throws(SQLiteError)
        -> [String]
    {
        try connection.rows("SELECT name FROM pragma_table_info(?1)", .text(table)) {
            row throws(SQLiteError) in try row.text(0)
        }
    }

    private static func exists(_ query: String, _ handle: ConnectionHandle) throws(SQLiteError) -> Bool {
        let connection = Connection(handle)
        return try connection.first(query) { row throws(SQLiteError) in try row.integer(0) } != nil
    }

    private static func failure(_ words: String, _ handle: ConnectionHandle) -> SQLiteError {
        SQLiteError(code: .corrupt, message: refused + words, path: handle.path)
    }

    private static let refused = "a value that watchpost never stores: "

    /// SQLite's verdict of a file, in our words where a value broke a condition of its table.
    static func words(_ verdict: String) -> String {
        let said = "CHECK constraint failed in "
        return verdict.hasPrefix(said) ? "\(refused)one of \(verdict.dropFirst(said.count))" : verdict
    }

    /// Names that our migrations give; a table of somebody else's is not ours to judge.
    private static func isPlain(_ name: String) -> Bool {
        name.isMade(of: .smallLetters | .digits | "_")
    }
}
