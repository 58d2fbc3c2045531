import Glibc

/// One connection to the server that sends exactly the bytes it is told to.
///
/// Every wait has an end, so that a server that hangs fails a test instead of stopping it.
final class RawClient {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// What came back.
    struct Answer {
        let status: Int
        /// Lower-case names.
        let headers: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// `seconds`: how long a wait may take at most.
    init(port: UInt16, seconds: Int = 10) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        precondition(result == 0, "the test cannot connect: \(String(cString: strerror(errno)))")
    }

    deinit {
        close(descriptor)
    }

    /// Says that nothing more will be sent, and goes on listening.
    func closeSide() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    func send(_ text: String) {
        send(Array(text.utf8))
    }

    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// A well-formed GET.
    func get(_ target: String, method: String = "GET", headers: [String] = []) -> Answer? {
        let lines = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + headers
        send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        return answer(hasBody: method != "HEAD")
    }

    /// Reads one answer; nil when the connection ends or nothing comes.
    func answer(hasBody: Bool = true) -> Answer? {
        guard let head = read(until: "\r\n\r\n") else { return nil }
        var lines = head.split(separator: "\r\n").map(String.init)
        guard !lines.isEmpty, let status = Int(lines.removeFirst().split(separator: " ")[1]) else {
            return nil
        }
        var headers: [String: String] = [:]
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        }
        let isEmpty = !hasBody || status == 204 || status == 304
        guard !isEmpty, headers["transfer-encoding"] == nil,
            let length = Int(headers["content-length"] ?? "0")
        else { return Answer(status: status, headers: headers, body: []) }
        return read(length).map { Answer(status: status, headers: headers, body: $0) }
    }

    /// Reads up to and including `end`, as text; nil when the connection ends first.
    func read(until end: String) -> String? {
        let pattern = Array(end.utf8)
        while true {
            for start in buffer.indices where buffer[start...].starts(with: pattern) {
                let text = String(decoding: buffer[..<(start + pattern.count)], as: UTF8.self)
                buffer.removeFirst(start + pattern.count)
                return text
            }
            guard fill() else { return nil }
        }
    }

    /// A body of chunks to its end; nil when the connection ends before it.
    func chunks() -> [UInt8]? {
        var body: [UInt8] = []
        while let line = read(until: "\r\n"), let size = Int(line.dropLast(1), radix: 16) {
            guard let piece = read(size), read(until: "\r\n") != nil else { return nil }
            if size == 0 { return body }
            body += piece
        }
        return nil
    }

    private func read(_ count: Int) -> [UInt8]? {
        while buffer.count < count {
            guard fill() else { return nil }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    /// Whether the server has closed the connection, after whatever it still sent.
    func isClosed() -> Bool {
        while fill() {}
        return errno != EAGAIN
    }

    private func fill() -> Bool {
        var piece = [UInt8](repeating: 0, count: 16_384)
        errno = 0
        let count = recv(descriptor, &piece, piece.count, 0)
        guard count > 0 else { return false }
        buffer += piece.prefix(count)
        return true
    }
}
