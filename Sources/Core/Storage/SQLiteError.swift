import CSQLite
import Glibc

/// A refusal of SQLite: what was tried, on which file, what happened and what to do about it.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The extended result code.
    package let code: ResultCode
    /// SQLite's words, with those of the operating system where it was the one that refused.
    package let message: String
    /// The statement that failed, nil when none was running; values are bound, so it holds no secret.
    package let sql: String?
    /// The file, or `:memory:`.
    package let path: String

    package init(code: ResultCode, message: String, sql: String? = nil, path: String) {
        self.code = code
        self.message = message
        self.sql = sql
        self.path = path
    }

    package var description: String {
        var text = "\(path): \(message) (SQLite code \(code.rawValue))"
        if let sql { text += " in “\(sql)”" }
        if let remedy { text += "; \(remedy)" }
        return text
    }

    /// What its reader can do; nil when it is a fault of ours.
    private var remedy: String? {
        switch code.primary {
        case .full: "free some space on that disk; what was refused is kept in memory and tried again"
        case .readOnly: "make the file and its folder writable for the user that runs watchpost"
        case .cannotOpen: "create the folder and make it writable for the user that runs watchpost"
        case .ioError: "the disk or SD card may be failing: look at the kernel log, and keep a backup"
        case .busy: "another program holds the database: stop it, a second watchpost among them"
        case .corrupt, .notADatabase: "the file is damaged: restore a backup"
        default: nil
        }
    }

    /// Code and words of a connection that has just refused something; nil when SQLite could not even make one.
    static func last(of connection: OpaquePointer?, sql: String? = nil, path: String) -> SQLiteError {
        guard let connection else {
            return SQLiteError(code: .error, message: "no memory for a connection", sql: sql, path: path)
        }
        let code = ResultCode(rawValue: sqlite3_extended_errcode(connection))
        var message = String(cString: sqlite3_errmsg(connection))
        let system = sqlite3_system_errno(connection)
        if system != 0, code.primary == .cannotOpen || code.primary == .ioError {
            message += ": \(String(cString: strerror(system)))"
        }
        return SQLiteError(code: code, message: message, sql: sql, path: path)
    }
}
