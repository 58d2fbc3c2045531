package import WatchpostModel

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

/// Numbers with which the code reckons, held to what is ever stored.
///
/// Of a large file not every value is looked at when it is opened: one that others changed may say any number, and arithmetic on
/// that would end the process.
extension Row {
    /// The longest list, and the largest order of a board: see `ArenaDatabase.Check`.
    private static let most: Int64 = 1_000_000_000

    /// Seconds since 1970, held to the years 0 to 9999: seconds between two of them do not overflow.
    package func instant(_ column: Int) throws(SQLiteError) -> UnixTime {
        let range = UnixTime.writable
        return UnixTime(seconds: min(max(try integer(column), range.lowerBound), range.upperBound))
    }

    package func optionalInstant(_ column: Int) throws(SQLiteError) -> UnixTime? {
        isNull(column) ? nil : try instant(column)
    }

    /// The number of a row, a version, or what else is counted up: 0 to 2^53 - 1, which one more does not overflow.
    package func number(_ column: Int) throws(SQLiteError) -> Int64 {
        min(max(try integer(column), 0), StateBounds.largestNumber - 1)
    }

    package func optionalNumber(_ column: Int) throws(SQLiteError) -> Int64? {
        isNull(column) ? nil : try number(column)
    }

    /// How many there are of something that has its place in memory, or which of them: 0 to a thousand million.
    package func count(_ column: Int) throws(SQLiteError) -> Int {
        Int(min(max(try integer(column), 0), Row.most))
    }

    package func optionalCount(_ column: Int) throws(SQLiteError) -> Int? {
        isNull(column) ? nil : try count(column)
    }
}
