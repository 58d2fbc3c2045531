import Core

/// Why there is no backup, or nothing was restored, in words for the person who asked for it.
struct BackupError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) {
        self.description = description
    }

    init(_ refusal: SystemRefusal) {
        description = "\(refusal)"
    }

    init(_ error: ArchiveError) {
        description = "\(error)"
    }

    init(_ error: SQLiteError) {
        description = "\(ArchiveError.database(error))"
    }
}

extension BackupError {
    /// Runs `body` and puts its error into words.
    static func wording<Value>(_ body: () throws(SystemRefusal) -> Value) throws(BackupError) -> Value {
        do throws(SystemRefusal) {
            return try body()
        } catch {
            throw BackupError(error)
        }
    }

    /// Runs `body` and puts its error into words.
    static func wording<Value>(_ body: () throws(ArchiveError) -> Value) throws(BackupError) -> Value {
        do throws(ArchiveError) {
            return try body()
        } catch {
            throw BackupError(error)
        }
    }
}
