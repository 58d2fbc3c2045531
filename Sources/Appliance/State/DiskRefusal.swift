import Core
import Glibc
import SystemSupport

/// Tells a disk that is full, read-only or failing, which may pass, from what only a person can repair.
enum DiskRefusal {
    private static let passing = [EROFS, ENOSPC, EDQUOT, EIO]

    /// Why the disk refuses, in a few words; nil when it is not the disk that made opening fail with `error`.
    ///
    /// SQLite's words for a disk without room differ by the call that met it, so the disk itself is asked. Blocks.
    static func words(_ error: any Error, in directory: String) -> String? {
        if let code = (error as? StartFailure)?.code, passing.contains(code) { return text(code) }
        if let code = (error as? SystemRefusal)?.code, passing.contains(code) { return text(code) }
        if let code = probe(directory), passing.contains(code) { return text(code) }
        guard let refusal = refusal(error) else { return nil }
        let kinds: [ResultCode] = [.full, .readOnly, .ioError, .busy]
        return kinds.contains(refusal.code.primary) ? refusal.message : nil
    }

    private static func text(_ code: Int32) -> String { String(cString: strerror(code)) }

    private static func refusal(_ error: any Error) -> SQLiteError? {
        if case .refused(let refusal)? = error as? DatabaseError { return refusal }
        return error as? SQLiteError
    }

    /// The errno of a small file that is written to the disk and removed; nil when all of it went well.
    private static func probe(_ directory: String) -> Int32? {
        let path = directory + "/disk-probe"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return errno }
        defer {
            close(descriptor)
            unlink(path)
        }
        let page = [UInt8](repeating: 0x57, count: 4_096)
        if let code = page.withUnsafeBytes({ OpenFile.write($0, to: descriptor) }) { return code }
        return fsync(descriptor) == 0 ? nil : errno
    }
}
