import CLinux
import Glibc

/// Talks to the service manager by sd_notify's protocol: datagrams of `KEY=VALUE` lines to the socket named
/// in `$NOTIFY_SOCKET` (sd_notify(3)).
///
/// Without one every call does nothing.
struct ServiceManager: Sendable {
    /// How often at most `WATCHDOG=1` may be missing; nil when nobody watches.
    ///
    /// From `$WATCHDOG_USEC`.
    let watchdogInterval: Duration?
    private let socketPath: String?

    /// Reads what the service manager passed in the environment.
    init(environment: [String: String], processIdentifier: Int32) {
        socketPath = environment["NOTIFY_SOCKET"].flatMap {
            $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil
        }
        let isForUs = environment["WATCHDOG_PID"].map { $0 == String(processIdentifier) } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) }
        watchdogInterval = isForUs && socketPath != nil ? microseconds.map { .microseconds($0) } : nil
    }

    /// The appliance serves: the socket is bound and the store is migrated.
    func ready(status: String) { send("READY=1\nSTATUS=\(line(status))") }

    /// Every loop has made progress.
    func feedWatchdog() { send("WATCHDOG=1") }

    /// The appliance ends.
    func stopping() { send("STOPPING=1") }

    private func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }

    private func send(_ message: String) {
        guard let socketPath else { return }
        let descriptor = clinux_datagram_socket()
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = Array(socketPath.utf8)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard path.count < capacity else { return }
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            bytes.copyBytes(from: path)
            // A leading @ stands for the abstract name space, whose first byte is NUL.
            if path[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        let text = Array(message.utf8)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
    }
}
