/// Access to a database for the length of one closure of `Database.read` or `Database.write`.
///
/// It cannot be copied, so the compiler keeps it inside that closure. SQL is always a literal of the code; what comes
/// from outside is bound to `?1`, `?2`….
package struct Connection: ~Copyable {
    private let handle: ConnectionHandle

    init(_ handle: ConnectionHandle) {
        self.handle = handle
    }

    /// Runs one statement to its end and drops the rows it may give.
    package func execute(_ sql: String, _ values: SQLiteValue...) throws(SQLiteError) {
        try handle.withStatement(sql, values) { statement throws(SQLiteError) in
            while try statement.step() {}
        }
    }

    /// Calls `visit` for every row of a query.
    package func each(
        _ sql: String,
        _ values: SQLiteValue...,
        visit: (borrowing Row) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        try handle.withStatement(sql, values) { statement throws(SQLiteError) in
            // Named: see `collect`.
            let row = Row(statement)
            while try statement.step() { try visit(row) }
        }
    }

    /// The rows of a query, each turned into a value.
    package func rows<Value>(
        _ sql: String,
        _ values: SQLiteValue...,
        read: (borrowing Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> [Value] {
        try collect(sql, values, most: .max, read: read)
    }

    /// The first row of a query as a value; nil when there is none.
    package func first<Value>(
        _ sql: String,
        _ values: SQLiteValue...,
        read: (borrowing Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value? {
        try collect(sql, values, most: 1, read: read).first
    }

    /// Up to `most` rows; an array even for one, and rows named before they are lent.
    ///
    /// Swift 6.3.1's optimiser aborts on a temporary that cannot be copied, and on such a closure with an optional result.
    private func collect<Value>(
        _ sql: String,
        _ values: [SQLiteValue],
        most: Int,
        read: (borrowing Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> [Value] {
        try handle.withStatement(sql, values) { statement throws(SQLiteError) in
            var found: [Value] = []
            let row = Row(statement)
            while found.count < most, try statement.step() { found.append(try read(row)) }
            return found
        }
    }

    /// The row id that the last insert gave out.
    package var lastInsertedRow: Int64 { handle.lastInsertedRow }

    /// Rows changed by the last insert, update or delete.
    package var changes: Int { handle.changes }
}
