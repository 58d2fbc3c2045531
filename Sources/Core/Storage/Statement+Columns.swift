import CSQLite

/// Reading the columns of the row a statement stands on, for `Row`.
extension Statement {
    func integer(_ column: Int) throws(SQLiteError) -> Int64 {
        try expect(SQLITE_INTEGER, at: column)
        return sqlite3_column_int64(pointer, Int32(column))
    }

    func text(_ column: Int) throws(SQLiteError) -> String {
        try expect(SQLITE_TEXT, at: column)
        guard let start = sqlite3_column_text(pointer, Int32(column)) else { return "" }
        let count = Int(sqlite3_column_bytes(pointer, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func blob(_ column: Int) throws(SQLiteError) -> [UInt8] {
        try expect(SQLITE_BLOB, at: column)
        guard let start = sqlite3_column_blob(pointer, Int32(column)) else { return [] }
        let count = Int(sqlite3_column_bytes(pointer, Int32(column)))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    func isNull(_ column: Int) -> Bool {
        sqlite3_column_type(pointer, Int32(column)) == SQLITE_NULL
    }

    /// Column types of SQLite: 1 integer, 2 real, 3 text, 4 blob, 5 null.
    private func expect(_ type: Int32, at column: Int) throws(SQLiteError) {
        let found = sqlite3_column_type(pointer, Int32(column))
        guard found == type else {
            throw failure(.mismatch, "column \(column) is of type \(found), not \(type)")
        }
    }
}
