package import Foundation

/// A small file that several processes share: an app and its widgets in the folder of their app group.
///
/// A new content takes the place of the old one by rename(2), so that readers need no lock and see one of both,
/// whole, and so that a pulled plug leaves one of both. Writers exclude each other with flock(2) on a file beside
/// it, which is never removed. The kernel releases the lock of a process that ends. It is held for reading,
/// changing and renaming alone, never while anything is waited for: iOS ends an app that is suspended
/// with a lock on a file of its group.
///
/// All of this blocks: `FileQueue` keeps it off Swift's threads.
package struct SharedFile: Sendable {
    /// What lies there.
    package enum Content: Hashable, Sendable {
        /// Nothing.
        case missing
        /// A whole content.
        case bytes(Data)
        /// Something that cannot be read at the moment, or is too large; why, in words.
        case unreadable(String)
    }

    /// Where it lies.
    package let url: URL
    /// A file that is larger was not written by this library.
    package static let maximumBytes = 4 << 20
    /// How often, and after how many microseconds, a lock that another process holds is tried: 2 s in all.
    private static let tries = 400
    private static let pause: UInt32 = 5_000

    package init(_ url: URL) {
        self.url = url
    }

    /// What lies there now.
    package func read() -> Content {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            return errno == ENOENT ? .missing : .unreadable(reason("read"))
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            let bytes = try file.read(upToCount: SharedFile.maximumBytes + 1) ?? Data()
            guard bytes.count <= SharedFile.maximumBytes else {
                return .unreadable("\(url.path) is too large to be ours")
            }
            return .bytes(bytes)
        } catch {
            return .unreadable("cannot read \(url.path): \(error.localizedDescription)")
        }
    }

    /// Replaces the content by one that is made of it; nil leaves everything as it is.
    ///
    /// No other process changes it in between. Throws `storage` when another process holds the lock for two
    /// seconds, and when the folder cannot be written.
    package func update(_ change: (Content) -> Data?) throws(WatchpostError) {
        try makeFolder()
        let lock = try takeLock()
        // Closing releases it.
        defer { _ = close(lock) }
        if let bytes = change(read()) { try replace(by: bytes) }
    }

    private func makeFolder() throws(WatchpostError) {
        let folder = url.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw .storage("cannot make the folder \(folder.path): \(error.localizedDescription)")
        }
    }

    private func takeLock() throws(WatchpostError) -> Int32 {
        let descriptor = open(url.path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .storage(reason("lock")) }
        for _ in 0..<SharedFile.tries {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            usleep(SharedFile.pause)
        }
        let failure = WatchpostError.storage(reason("lock"))
        _ = close(descriptor)
        throw failure
    }

    /// One name for the new content is enough: whoever holds the lock is alone, and what a killed process left
    /// there is overwritten.
    private func replace(by bytes: Data) throws(WatchpostError) {
        let fresh = url.path + ".new"
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .storage(reason("write")) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: bytes)
            // Else a pulled plug may leave the new name with nothing in it.
            try file.synchronize()
            try file.close()
        } catch {
            _ = unlink(fresh)
            throw .storage("cannot write \(url.path): \(error.localizedDescription)")
        }
        guard rename(fresh, url.path) == 0 else { throw .storage(reason("replace")) }
        try syncFolder()
    }

    /// Until the folder's list of names is on the disk a pulled plug may bring the old content back.
    private func syncFolder() throws(WatchpostError) {
        let descriptor = open(url.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .storage(reason("sync the folder of")) }
        defer { _ = close(descriptor) }
        // Some file systems know no such thing for folders: there it cannot be had.
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw .storage(reason("sync the folder of"))
        }
    }

    private func reason(_ verb: String) -> String {
        "cannot \(verb) \(url.path): \(String(cString: strerror(errno)))"
    }
}
