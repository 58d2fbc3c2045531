import Glibc

/// A copy of a database that is either whole under its name or not there at all.
struct BackupFile {
    let path: String

    /// Copies into `path.partial` (`VACUUM INTO`), makes that durable and gives it its name.
    func write(from handle: ConnectionHandle) throws(SQLiteError) {
        guard access(path, F_OK) != 0 else { throw failure("there is already a file; choose another name") }
        let partial = path + ".partial"
        unlink(partial)
        do throws(SQLiteError) {
            // SQLite takes an empty file, too, and so nobody else can ever read it.
            try durably { () throws(SystemRefusal) in try DurableFile.create(partial) }
            try Connection(handle).execute("VACUUM INTO ?1", .text(partial))
            try durably { () throws(SystemRefusal) in
                try DurableFile.sync(partial)
                try DurableFile.publish(partial, as: path)
            }
        } catch {
            unlink(partial)
            throw error
        }
    }

    private func durably(_ body: () throws(SystemRefusal) -> Void) throws(SQLiteError) {
        do throws(SystemRefusal) {
            try body()
        } catch {
            throw failure(error.description)
        }
    }

    private func failure(_ message: String) -> SQLiteError {
        SQLiteError(code: .cannotOpen, message: "backup: \(message)", path: path)
    }
}
