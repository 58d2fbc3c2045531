import Glibc

/// A small text file, read whole at start-up; blocks.
package struct BoundedFile: Sendable {
    package let text: String
    /// Permission bits.
    package let mode: UInt32

    /// Reads the regular file at `path`, UTF-8, at most `limit` bytes.
    package static func read(_ path: String, limit: Int) throws(FileError) -> BoundedFile {
        guard !path.utf8.contains(0) else { throw FileError("its name has a zero byte in it") }
        // O_NONBLOCK: opening a pipe must not wait for its other end.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError(opening: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(opening: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw FileError("it is a directory", remedy: "name the file in it")
        default: throw FileError("it is not a regular file", remedy: "name a regular file")
        }
        let bytes = try contents(of: descriptor, limit: limit)
        return BoundedFile(text: try text(of: bytes), mode: status.st_mode & 0o777)
    }

    /// U+FEFF in UTF-8.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func contents(of descriptor: Int32, limit: Int) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(opening: errno) }
            guard count > 0 else { break }
            filled += count
        }
        guard filled <= limit else {
            throw FileError("it has more than \(limit) bytes", remedy: "shorten it")
        }
        return Array(bytes.prefix(filled))
    }

    /// Without the byte order mark that some editors put first, which is no part of any text.
    private static func text(of bytes: [UInt8]) throws(FileError) -> String {
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            throw FileError("it is UTF-16", remedy: "save the file as UTF-8")
        }
        let bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
        throw FileError("line \(line + 1) is not UTF-8 text", remedy: "save the file as UTF-8")
    }
}

extension FileError {
    /// What an errno of opening or reading means.
    fileprivate init(opening code: Int32) {
        switch code {
        case ENOENT, ENOTDIR: self.init("there is no such file", remedy: "check the path, or create the file")
        case EACCES, EPERM:
            self.init(
                "it may not be read by this user",
                remedy: "check its owner and mode, and those of its folders"
            )
        default: self.init(String(cString: strerror(code)))
        }
    }
}
