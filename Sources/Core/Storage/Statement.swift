import CSQLite

/// One prepared statement: bound, stepped and reset; freed when nobody keeps it.
///
/// Confined to the thread that uses its connection, as the connection itself is.
final class Statement {
    let pointer: OpaquePointer
    let sql: String
    private let connection: OpaquePointer
    private let path: String

    /// Longest text or blob that is bound, in bytes: everything stored comes from bounded input, so more is a fault.
    static let longestValue = 16 << 20

    /// Prepares `sql`, which holds exactly one statement.
    init(_ sql: String, on connection: OpaquePointer, path: String) throws(SQLiteError) {
        var prepared: OpaquePointer?
        var isWhole = true
        let code = sql.withCString { text in
            var rest: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(
                connection,
                text,
                -1,
                UInt32(SQLITE_PREPARE_PERSISTENT),
                &prepared,
                &rest
            )
            isWhole = rest.map { Statement.isBlank($0) } ?? true
            return code
        }
        guard code == SQLITE_OK else { throw SQLiteError.last(of: connection, sql: sql, path: path) }
        guard let prepared, isWhole else {
            sqlite3_finalize(prepared)
            throw SQLiteError(code: .misuse, message: "not exactly one statement", sql: sql, path: path)
        }
        pointer = prepared
        self.sql = sql
        self.connection = connection
        self.path = path
    }

    deinit {
        sqlite3_finalize(pointer)
    }

    /// Binds the values to the parameters `?1`, `?2`… in order; their number must match.
    func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        guard values.count == Int(sqlite3_bind_parameter_count(pointer)) else {
            throw failure(
                .misuse,
                "\(values.count) values for \(sqlite3_bind_parameter_count(pointer)) parameters"
            )
        }
        var index: Int32 = 0
        for value in values {
            index += 1
            guard try bind(value, at: index) == SQLITE_OK else {
                throw SQLiteError.last(of: connection, sql: sql, path: path)
            }
        }
    }

    /// Goes to the next row; false when there is none.
    func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(pointer) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw SQLiteError.last(of: connection, sql: sql, path: path)
        }
    }

    /// Makes it ready for the next use and lets go of the bound values.
    ///
    /// The error of the last step comes out again here; it was already thrown there.
    func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }

    func failure(_ code: ResultCode, _ message: String) -> SQLiteError {
        SQLiteError(code: code, message: message, sql: sql, path: path)
    }

    private func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) -> Int32 {
        switch value {
        case .integer(let number): return sqlite3_bind_int64(pointer, index, number)
        case .text(let text):
            return csqlite_bind_text(pointer, index, text, try length(text.utf8.count))
        case .blob(let bytes):
            let count = try length(bytes.count)
            // An empty array has no address, and without one SQLite would bind NULL.
            guard count > 0 else { return sqlite3_bind_zeroblob(pointer, index, 0) }
            return bytes.withUnsafeBytes { csqlite_bind_blob(pointer, index, $0.baseAddress, count) }
        case .null: return sqlite3_bind_null(pointer, index)
        }
    }

    private func length(_ bytes: Int) throws(SQLiteError) -> Int32 {
        guard bytes <= Statement.longestValue else { throw failure(.tooBig, "a value of \(bytes) bytes") }
        return Int32(bytes)
    }

    private static func isBlank(_ text: UnsafePointer<CChar>) -> Bool {
        var rest = text
        while rest.pointee != 0 {
            guard rest.pointee == 0x20 || rest.pointee == 0x0A || rest.pointee == 0x3B else { return false }
            rest += 1
        }
        return true
    }
}
