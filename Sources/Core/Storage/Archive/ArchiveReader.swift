import CSQLite
import Glibc
package import WatchpostModel

/// Reads an archive that may come from anywhere: its structure is checked before anything else is looked at.
///
/// Not sendable: it belongs to the thread that made it, and every call blocks.
package final class ArchiveReader {
    /// The files in it, by name.
    package let files: [ArchivedFile]
    /// By which release it was made, as its maker says.
    package let release: String
    /// When it was made, as its maker says.
    package let madeAt: UnixTime
    /// SHA-256 of what it says of itself (`ArchiveFormat.about`), as its maker computed it; nil: of a release that made none.
    package let aboutDigest: [UInt8]?
    private let handle: ConnectionHandle

    /// Opens the archive at `path` and checks its whole structure; the digests are the caller's to compare.
    package init(path: String) throws(ArchiveError) {
        do throws(SQLiteError) {
            handle = try ConnectionHandle(path: path, access: .readOnly)
            try handle.run(script: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
        } catch {
            throw ArchiveError(reading: error)
        }
        let inspection = ArchiveInspection(handle: handle)
        try inspection.check()
        files = try inspection.files()
        (release, madeAt) = try inspection.about()
        aboutDigest = try inspection.aboutDigest()
    }

    /// Writes a file's content to `path`, which must not exist, for its owner only; it is not durable yet.
    package func extract(_ file: ArchivedFile, to path: String) throws(ArchiveError) {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(SystemRefusal("create", path)) }
        defer { close(descriptor) }
        try handle.withBlob(
            table: "sqlar",
            column: "data",
            row: file.row,
            { blob throws(ArchiveError) in
                var buffer = [UInt8](repeating: 0, count: ArchiveFormat.chunk)
                var offset: Int64 = 0
                while offset < file.size {
                    let count = min(Int64(buffer.count), file.size - offset)
                    guard sqlite3_blob_read(blob, &buffer, Int32(count), Int32(offset)) == SQLITE_OK else {
                        throw ArchiveError(reading: handle.lastError)
                    }
                    let refusal = buffer.withUnsafeBytes {
                        OpenFile.write(UnsafeRawBufferPointer(rebasing: $0[..<Int(count)]), to: descriptor)
                    }
                    if let refusal { throw .system(SystemRefusal("write", path, code: refusal)) }
                    offset += count
                }
            },
            refusal: { ArchiveError(reading: $0) }
        )
    }
}
