/// The row a query stands on; it cannot be kept, because the next step overwrites it.
///
/// Columns count from 0. Asking for another type than the stored one is an error, never a conversion.
package struct Row: ~Copyable {
    private let statement: Statement

    init(_ statement: Statement) {
        self.statement = statement
    }

    package func integer(_ column: Int) throws(SQLiteError) -> Int64 { try statement.integer(column) }

    package func text(_ column: Int) throws(SQLiteError) -> String { try statement.text(column) }

    package func blob(_ column: Int) throws(SQLiteError) -> [UInt8] { try statement.blob(column) }

    /// A flag stored as 0 or 1.
    package func flag(_ column: Int) throws(SQLiteError) -> Bool { try statement.integer(column) != 0 }

    package func isNull(_ column: Int) -> Bool { statement.isNull(column) }

    package func optionalInteger(_ column: Int) throws(SQLiteError) -> Int64? {
        statement.isNull(column) ? nil : try statement.integer(column)
    }

    package func optionalBlob(_ column: Int) throws(SQLiteError) -> [UInt8]? {
        statement.isNull(column) ? nil : try statement.blob(column)
    }

    package func optionalText(_ column: Int) throws(SQLiteError) -> String? {
        statement.isNull(column) ? nil : try statement.text(column)
    }
}
