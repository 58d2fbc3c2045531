import Glibc
import SystemSupport
import TestSupport
import Testing

/// One connection to the server that sends exactly the bytes it is told to.
///
/// Its waits hold up no thread of the cooperative pool, on which the handlers of calls run: not for the connection, not
/// for room, not for an answer. Every wait has an end, so that a server that hangs fails a test instead of stopping it.
///
/// `@unchecked Sendable`: a test awaits one call before it makes the next.
final class RawClient: @unchecked Sendable {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var hasEnded = false

    /// What came back.
    struct Answer: Sendable {
        let status: Int
        /// Lower-case names.
        let headers: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// Nobody listens.
    struct Trouble: Error, CustomStringConvertible { let description: String }

    /// Begins to connect; whether somebody listens is seen by what is sent or received first.
    init(port: UInt16) throws(Trouble) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard result == 0 || errno == EINPROGRESS else {
            throw Trouble(description: "port \(port): \(String(cString: strerror(errno)))")
        }
        _ = fcntl(descriptor, F_SETFL, flags)
        // After a second the line of the pool is joined again: see `fill`.
        var second = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &second, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &second, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    /// One request on a connection of its own; whoever cannot connect has an issue and no answer.
    static func ask(
        _ port: UInt16,
        _ method: String,
        _ target: String,
        _ body: String? = nil,
        _ headers: [String] = []
    ) async -> Answer? {
        do throws(Trouble) {
            let client = try RawClient(port: port)
            return await client.request(method, target, body: body, headers: headers)
        } catch {
            Issue.record(error)
            return nil
        }
    }

    /// Says that nothing more will be sent, and goes on listening.
    func closeSide() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    func send(_ text: String) async {
        await send(Array(text.utf8))
    }

    /// Sends all of it; less where the connection ends before, or where nothing is taken for as long as a test waits.
    func send(_ bytes: [UInt8]) async {
        var (sent, waits) = (0, 0)
        while sent < bytes.count, waits < Patience.seconds {
            let rest = bytes[sent...]
            // Almost always there is room, and nothing to wait for.
            var passing = Passing.of(rest, to: descriptor, Int32(MSG_DONTWAIT))
            if case .nothing = passing {
                passing = await BlockingCall.run { [descriptor] in Passing.of(rest, to: descriptor) }
            }
            switch passing {
            case .taken(let count): (sent, waits) = (sent + count, 0)
            case .nothing: waits += 1
            case .end(let error): return RawClient.look(at: error)
            }
        }
    }

    private enum Passing: Sendable {
        case taken(Int)
        case nothing
        case end(Int32)

        static func of(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, _ flags: Int32 = 0) -> Passing {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | flags)
            }
            if count >= 0 { return .taken(count) }
            return errno == EAGAIN || errno == EINTR ? .nothing : .end(errno)
        }
    }

    /// A server that is not there is no server that hung up.
    private static func look(at error: Int32) {
        if error == ECONNREFUSED { Issue.record(Trouble(description: "nobody listens")) }
    }

    /// A well-formed GET.
    func get(_ target: String, method: String = "GET", headers: [String] = []) async -> Answer? {
        let lines = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + headers
        await send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        return await answer(hasBody: method != "HEAD")
    }

    /// A request with or without a JSON body.
    func request(
        _ method: String,
        _ target: String,
        body: String?,
        headers: [String] = []
    ) async -> Answer? {
        var lines = ["\(method) \(target) HTTP/1.1"] + headers
        if !headers.contains(where: { $0.hasPrefix("Host:") }) { lines.append("Host: localhost") }
        if let body {
            if !headers.contains(where: { $0.hasPrefix("Content-Type:") }) {
                lines.append("Content-Type: application/json")
            }
            lines.append("Content-Length: \(body.utf8.count)")
        }
        await send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
        return await answer(hasBody: method != "HEAD")
    }
}

/// What it reads.
extension RawClient {
    /// Reads one answer; nil when the connection ends or nothing comes.
    func answer(hasBody: Bool = true) async -> Answer? {
        guard let head = await read(until: "\r\n\r\n") else { return nil }
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
        return await read(length).map { Answer(status: status, headers: headers, body: $0) }
    }

    /// Reads up to and including `end`, as text; nil when the connection ends first.
    func read(until end: String) async -> String? {
        let pattern = Array(end.utf8)
        var looked = 0
        while true {
            for start in looked..<max(buffer.count, looked) where buffer[start...].starts(with: pattern) {
                let text = String(decoding: buffer[..<(start + pattern.count)], as: UTF8.self)
                buffer.removeFirst(start + pattern.count)
                return text
            }
            looked = max(buffer.count - pattern.count + 1, 0)
            guard await fill() else { return nil }
        }
    }

    /// A body of chunks to its end; nil when the connection ends before it.
    func chunks() async -> [UInt8]? {
        var body: [UInt8] = []
        while let line = await read(until: "\r\n"), let size = Int(line.dropLast(1), radix: 16) {
            guard let piece = await read(size), await read(until: "\r\n") != nil else { return nil }
            if size == 0 { return body }
            body += piece
        }
        return nil
    }

    private func read(_ count: Int) async -> [UInt8]? {
        while buffer.count < count {
            guard await fill() else { return nil }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    /// Whether the server closes the connection, after whatever it still sends.
    func isClosed() async -> Bool {
        while await fill() {}
        return hasEnded
    }

    private enum Arrival: Sendable {
        case bytes([UInt8])
        case nothing
        /// With the number of the error, 0 where there is none.
        case end(Int32)

        static func of(_ descriptor: Int32) -> Arrival {
            var piece = [UInt8](repeating: 0, count: 16_384)
            let count = recv(descriptor, &piece, piece.count, 0)
            if count > 0 { return .bytes(Array(piece.prefix(count))) }
            if count == 0 { return .end(0) }
            return errno == EAGAIN || errno == EINTR ? .nothing : .end(errno)
        }
    }

    /// Waits for more, a second at a time: between two of them it takes its place in the line of the cooperative pool, as
    /// the handler does whose answer it waits for.
    private func fill() async -> Bool {
        for _ in 0..<Patience.seconds where !hasEnded {
            switch await BlockingCall.run({ [descriptor] in Arrival.of(descriptor) }) {
            case .bytes(let piece):
                buffer += piece
                return true
            case .nothing: continue
            case .end(let error):
                RawClient.look(at: error)
                hasEnded = true
            }
        }
        return false
    }
}
