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
            try Connection(handle).execute("VACUUM INTO ?1", .text(partial))
            chmod(partial, 0o600)
            try sync(partial)
            guard rename(partial, path) == 0 else {
                throw failure("rename: \(String(cString: strerror(errno)))")
            }
            try sync(folder)
        } catch {
            unlink(partial)
            throw error
        }
    }

    private var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private func sync(_ name: String) throws(SQLiteError) {
        let descriptor = open(name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open \(name): \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw failure("fsync \(name): \(String(cString: strerror(errno)))")
        }
    }

    private func failure(_ message: String) -> SQLiteError {
        SQLiteError(code: .cannotOpen, message: "backup: \(message)", path: path)
    }
}
