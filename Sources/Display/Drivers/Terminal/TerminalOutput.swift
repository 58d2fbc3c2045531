import Glibc

/// Writes to the terminal on standard output.
package enum TerminalOutput {
    /// The writer, or nil when standard output is no terminal: then nothing may be drawn into it.
    package static func standard() -> (@Sendable (String) -> Void)? {
        writer(to: STDOUT_FILENO)
    }

    /// The writer for an open descriptor, or nil when that is no terminal.
    package static func writer(to descriptor: Int32) -> (@Sendable (String) -> Void)? {
        guard isatty(descriptor) == 1 else { return nil }
        return { write($0, to: descriptor) }
    }

    /// Writes all of it, blocking.
    ///
    /// A terminal that has gone away is no reason to end: the rest is dropped.
    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if count < 0, errno == EINTR {
                continue
            } else if count < 0, errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&wait, 1, 1_000) > 0 else { return }
            } else {
                return
            }
        }
    }
}
