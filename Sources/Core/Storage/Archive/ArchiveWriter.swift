import CSQLite
import Glibc
package import WatchpostModel

/// Writes an archive; whoever uses it makes the file durable when it is finished.
///
/// Not sendable: it belongs to the thread that made it, and every call blocks.
package final class ArchiveWriter {
    private let handle: ConnectionHandle

    /// Begins an archive in the empty file at `path`.
    ///
    /// Without a journal: a half-written archive is thrown away, never repaired. `aboutDigest`: the SHA-256 of
    /// `ArchiveFormat.about`.
    package init(
        path: String,
        release: String,
        madeAt: UnixTime,
        aboutDigest: [UInt8]
    ) throws(ArchiveError) {
        do throws(SQLiteError) {
            handle = try ConnectionHandle(path: path, access: .existing)
            try handle.run(script: "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            try handle.run(script: ArchiveFormat.structure)
            try Connection(handle).execute(
                "INSERT INTO about VALUES (?1, ?2)",
                .text(release),
                .integer(madeAt.seconds)
            )
            try Connection(handle).execute(
                "INSERT INTO checks VALUES (?1, ?2)",
                .text(ArchiveFormat.aboutCheck),
                .blob(aboutDigest)
            )
        } catch {
            throw .database(error)
        }
    }

    /// Takes in the file at `path` under a name; `digest` is its SHA-256.
    package func add(
        _ name: String,
        from path: String,
        digest: [UInt8],
        changedAt: UnixTime
    ) throws(ArchiveError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .system(SystemRefusal("open", path)) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(SystemRefusal("stat", path)) }
        let size = Int64(status.st_size)
        do throws(SQLiteError) {
            let connection = Connection(handle)
            try connection.execute("INSERT INTO checks VALUES (?1, ?2)", .text(name), .blob(digest))
            try connection.execute(
                "INSERT INTO sqlar VALUES (?1, ?2, ?3, ?4, zeroblob(?4))",
                .text(name),
                .integer(0o100600),
                .integer(changedAt.seconds),
                .integer(size)
            )
        } catch {
            throw .database(error)
        }
        try fill(handle.lastInsertedRow, size, from: descriptor, path)
    }

    /// Closes the file.
    package func finish() {
        handle.close()
    }

    private func fill(_ row: Int64, _ size: Int64, from descriptor: Int32, _ path: String)
        throws(ArchiveError)
    {
        try handle.withBlob(
            table: "sqlar",
            column: "data",
            row: row,
            writable: true,
            { blob throws(ArchiveError) in
                var buffer = [UInt8](repeating: 0, count: ArchiveFormat.chunk)
                var offset: Int64 = 0
                while offset < size {
                    let count = read(descriptor, &buffer, min(buffer.count, Int(size - offset)))
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { throw .system(SystemRefusal("read", path)) }
                    guard sqlite3_blob_write(blob, buffer, Int32(count), Int32(offset)) == SQLITE_OK else {
                        throw .database(handle.lastError)
                    }
                    offset += Int64(count)
                }
            },
            refusal: { .database($0) }
        )
    }
}
