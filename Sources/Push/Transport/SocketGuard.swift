import Glibc

/// Keeps pushes out of private networks: a stranger's host name may resolve to anything, now or the next time.
///
/// Asked for every address that libcurl is about to connect to, after name resolution, so that DNS rebinding has
/// nothing to gain.
package enum SocketGuard {
    /// Whether an IPv4 address, most significant byte first, is one of the public internet.
    ///
    /// Refused are the blocks of RFC 6890 that are not global, multicast and the reserved rest.
    package static func isPublic(ipv4 address: [UInt8]) -> Bool {
        guard address.count == 4 else { return false }
        switch (address[0], address[1], address[2]) {
        case (0, _, _), (10, _, _), (127, _, _), (224..., _, _): return false
        case (100, 64...127, _): return false  // Carrier's NAT, RFC 6598.
        case (169, 254, _), (192, 168, _), (172, 16...31, _): return false
        case (192, 0, 0), (192, 0, 2), (192, 88, 99), (198, 51, 100), (203, 0, 113): return false
        case (198, 18...19, _): return false  // Benchmarks, RFC 2544.
        default: return true
        }
    }

    /// Whether an IPv6 address of 16 bytes is one of the public internet.
    ///
    /// Only 2000::/3 is global unicast. Forms that carry an IPv4 address are judged by that one; Teredo hides it
    /// twice and is refused.
    package static func isPublic(ipv6 address: [UInt8]) -> Bool {
        guard address.count == 16 else { return false }
        let prefix = address.prefix(12)
        // NAT64's well-known prefix, RFC 6052: a network without IPv4 reaches the public internet by it.
        if prefix.elementsEqual([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) {
            return isPublic(ipv4: Array(address.suffix(4)))
        }
        // ::ffff:a.b.c.d, RFC 4291.
        if prefix.elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
            return isPublic(ipv4: Array(address.suffix(4)))
        }
        guard address[0] & 0xE0 == 0x20 else { return false }
        switch (address[0], address[1]) {
        case (0x20, 0x02): return isPublic(ipv4: Array(address[2..<6]))  // 6to4, RFC 3056.
        case (0x20, 0x01):
            // 2001::/23 is for protocols, Teredo among them; 2001:db8::/32 for documents.
            return address[2] >= 2 && !(address[2] == 0x0D && address[3] == 0xB8)
        case (0x3F, 0xF0...0xFF): return !(address[1] == 0xFF && address[2] < 0x10)  // 3fff::/20, RFC 9637.
        default: return true
        }
    }

    /// The same for what the sockets interface has at `pointer`; false for other families.
    package static func isPublic(_ pointer: UnsafeRawPointer) -> Bool {
        let bytes = address(pointer)
        return bytes.count == 4 ? isPublic(ipv4: bytes) : isPublic(ipv6: bytes)
    }

    /// The bytes of an address of the sockets interface: 4, 16, or none for other families.
    package static func address(_ pointer: UnsafeRawPointer) -> [UInt8] {
        switch Int32(pointer.loadUnaligned(as: sockaddr.self).sa_family) {
        case AF_INET:
            let address = pointer.loadUnaligned(as: sockaddr_in.self).sin_addr
            return withUnsafeBytes(of: address) { Array($0) }
        case AF_INET6:
            let address = pointer.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return withUnsafeBytes(of: address) { Array($0) }
        default: return []
        }
    }
}
