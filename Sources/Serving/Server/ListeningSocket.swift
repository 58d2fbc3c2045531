import CMicrohttpd
import FoundationEssentials
import Glibc

/// Why the server could not start, in words for whoever edits the configuration.
package struct HTTPServerError: Error, Hashable, CustomStringConvertible {
    /// What was tried, what happened, what to do.
    package let description: String
}

/// The socket on which the server listens.
///
/// It is made here and not by libmicrohttpd, which would only say that it failed, not why.
package struct ListeningSocket {
    package let descriptor: Int32
    /// The port that was bound, also when the system picked it.
    package let port: UInt16

    /// Binds and listens; `address` is a numeric IPv4 or IPv6 address.
    ///
    /// An IPv6 wildcard takes IPv4 as well.
    package init(address: String, port: UInt16) throws(HTTPServerError) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address, nil, &hints, &found) == 0, let target = found?.pointee else {
            throw HTTPServerError(
                description: "listen: “\(address)” is not an IP address; use for example 0.0.0.0:8080"
            )
        }
        defer { freeaddrinfo(found) }
        let flags = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        descriptor = socket(target.ai_family, flags, 0)
        let place = "\(address.contains(":") ? "[\(address)]" : address):\(port)"
        guard descriptor >= 0 else { throw ListeningSocket.failure("open a socket for \(place)", errno) }
        do throws(HTTPServerError) {
            try ListeningSocket.bind(descriptor, to: target, port: port, place: place)
            self.port = try ListeningSocket.boundPort(of: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func bind(
        _ descriptor: Int32,
        to target: addrinfo,
        port: UInt16,
        place: String
    ) throws(HTTPServerError) {
        var on: Int32 = 1
        var off: Int32 = 0
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
        if target.ai_family == AF_INET6 {
            setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, size)
        }
        setPort(port, in: target)
        guard Glibc.bind(descriptor, target.ai_addr, target.ai_addrlen) == 0 else {
            throw failure("listen on \(place)", errno)
        }
        guard listen(descriptor, 511) == 0 else { throw failure("listen on \(place)", errno) }
    }

    /// The port lies at the same offset in both address families (RFC 3493 §3.3 keeps it so for sockaddr_in).
    private static func setPort(_ port: UInt16, in target: addrinfo) {
        target.ai_addr.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            $0.pointee.sin_port = port.bigEndian
        }
    }

    private static func boundPort(of descriptor: Int32) throws(HTTPServerError) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0 else { throw failure("ask for the bound port", errno) }
        return withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt16(bigEndian: $0.pointee.sin_port)
            }
        }
    }

    private static func failure(_ attempt: String, _ code: Int32) -> HTTPServerError {
        let remedy =
            switch code {
            case EADDRINUSE: "another program has this port; stop it or choose another port"
            case EADDRNOTAVAIL: "this machine does not have that address; use 0.0.0.0 or [::]"
            case EACCES: "ports below 1024 need a privilege; choose a higher one"
            default: "see the error above"
            }
        return HTTPServerError(
            description: "cannot \(attempt): \(String(cString: strerror(code))); \(remedy)"
        )
    }
}
