import Glibc

/// A small file that only the appliance reads: written whole or not at all, on the disk when the call returns.
enum PrivateFile {
    /// Writes `text` to `path`, mode 0600; blocks.
    ///
    /// `replaces`: whether an existing file gives way; otherwise it stays and that is trouble.
    static func write(_ text: Secret, to path: String, replaces: Bool) throws(PrivateFileError) {
        let draft = "\(path).new"
        unlink(draft)
        defer { unlink(draft) }
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PrivateFileError() }
        let bytes = Array(text.exposed.utf8)
        let isWhole = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWhole, (replaces ? rename(draft, path) : link(draft, path)) == 0 else {
            throw PrivateFileError()
        }
        settle(path)
    }

    /// The folder's entry, too, has to reach the disk.
    private static func settle(_ path: String) {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        let folder = open(
            path[..<end].isEmpty ? "." : String(path[..<end]),
            O_RDONLY | O_DIRECTORY | O_CLOEXEC
        )
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}

/// Why it could not be written.
struct PrivateFileError: Error, Hashable {
    let words: String

    fileprivate init() { words = String(cString: strerror(errno)) }
}
