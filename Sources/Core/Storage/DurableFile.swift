import Glibc

/// Why the operating system refused something about a file.
package struct SystemRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried, such as `rename`.
    package let call: String
    package let path: String
    /// The errno.
    package let code: Int32

    package init(_ call: String, _ path: String, code: Int32 = errno) {
        self.call = call
        self.path = path
        self.code = code
    }

    package var description: String {
        let reason =
            code == EEXIST ? "there is already a file; choose another name" : String(cString: strerror(code))
        return "\(call) \(path): \(reason)"
    }
}

/// Files that a pulled plug finds whole or not at all; every call blocks.
package enum DurableFile {
    /// Makes an empty file for its owner only; one that is there already, a link among them, is refused.
    package static func create(_ path: String) throws(SystemRefusal) {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemRefusal("create", path) }
        close(descriptor)
    }

    /// Writes a small file for its owner only: whole or not at all, on the disk when the call returns.
    ///
    /// `replaces`: whether a file that is there gives way; otherwise it stays and this one is refused.
    package static func write(_ bytes: [UInt8], to path: String, replaces: Bool) throws(SystemRefusal) {
        let draft = "\(path).new"
        unlink(draft)
        defer { unlink(draft) }
        try create(draft)
        try fill(draft, bytes)
        if replaces { try rename(draft, to: path) } else { try publish(draft, as: path) }
    }

    private static func fill(_ path: String, _ bytes: [UInt8]) throws(SystemRefusal) {
        let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemRefusal("open", path) }
        defer { close(descriptor) }
        if let code = bytes.withUnsafeBytes({ OpenFile.write($0, to: descriptor) }) {
            throw SystemRefusal("write", path, code: code)
        }
        guard fsync(descriptor) == 0 else { throw SystemRefusal("fsync", path) }
    }

    /// Waits until the file's content, or a folder's list of names, is on the disk.
    package static func sync(_ path: String) throws(SystemRefusal) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemRefusal("open", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemRefusal("fsync", path) }
    }

    /// Gives a file its name for good, in place of whatever had it.
    package static func rename(_ path: String, to name: String) throws(SystemRefusal) {
        guard Glibc.rename(path, name) == 0 else { throw SystemRefusal("rename", path) }
        try sync(folder(of: name))
    }

    /// Gives a file a name that nothing has yet, for good.
    ///
    /// A second name instead of `rename`, which would replace what somebody else put there meanwhile. File systems of
    /// memory sticks know no second names: there it is looked before it is renamed.
    package static func publish(_ path: String, as name: String) throws(SystemRefusal) {
        if link(path, name) == 0 {
            unlink(path)
            return try sync(folder(of: name))
        }
        let code = errno
        guard code == EPERM || code == EOPNOTSUPP else { throw SystemRefusal("create", name, code: code) }
        guard access(name, F_OK) != 0 else { throw SystemRefusal("create", name, code: EEXIST) }
        try rename(path, to: name)
    }

    /// The folder in which a path lies.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
