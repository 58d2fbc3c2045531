import Glibc

/// An IP address: sixteen bytes, IPv4 as mapped into IPv6 (RFC 4291 §2.5.5.2).
package struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
    /// Big-endian halves.
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    package init(ipv4: UInt32) {
        self.init(high: 0, low: 0xFFFF_0000_0000 | UInt64(ipv4))
    }

    /// From the peer's socket address; nil for other families.
    init?(_ address: UnsafePointer<sockaddr>) {
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let ipv4 = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)
            self.init(ipv4: UInt32(bigEndian: ipv4.sin_addr.s_addr))
        case AF_INET6:
            let ipv6 = UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self)
            self = withUnsafeBytes(of: ipv6.sin6_addr) { ClientAddress(bytes: $0) }
        default: return nil
        }
    }

    /// Reads what a proxy wrote: an address, perhaps in brackets or with a port; nil for names and the rest.
    package init?(_ text: some StringProtocol) {
        let trimmed = text.drop { $0 == " " || $0 == "\t" }
        var name = String(trimmed.prefix { $0 != " " && $0 != "\t" })
        guard name.utf8.count < 64, !name.utf8.contains(0) else { return nil }
        if name.first == "[" {
            guard let end = name.firstIndex(of: "]") else { return nil }
            name = String(name[name.index(after: name.startIndex)..<end])
        } else if name.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 {
            name = String(name.prefix { $0 != ":" })
        }
        var ipv4 = in_addr()
        var ipv6 = in6_addr()
        if inet_pton(AF_INET, name, &ipv4) == 1 {
            self.init(ipv4: UInt32(bigEndian: ipv4.s_addr))
        } else if inet_pton(AF_INET6, name, &ipv6) == 1 {
            self = withUnsafeBytes(of: ipv6) { ClientAddress(bytes: $0) }
        } else {
            return nil
        }
    }

    private init(bytes: UnsafeRawBufferPointer) {
        self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }

    /// The IPv4 address that is mapped; nil for IPv6 proper.
    private var ipv4: UInt32? {
        high == 0 && low >> 32 == 0xFFFF ? UInt32(truncatingIfNeeded: low) : nil
    }

    package var isLoopback: Bool {
        ipv4.map { $0 >> 24 == 127 } ?? (high == 0 && low == 1)
    }

    /// Whether it can only be of this network: loopback, private (RFC 1918), link-local (RFC 3927, RFC 4291) or
    /// unique local (RFC 4193).
    ///
    /// Carriers' shared addresses (RFC 6598) are not: strangers sit behind them.
    package var isNearby: Bool {
        guard let ipv4 else {
            return isLoopback || high >> 54 == 0x3FA || high >> 57 == 0x7E
        }
        return isLoopback || ipv4 >> 24 == 10 || ipv4 >> 20 == 0xAC1 || ipv4 >> 16 == 0xC0A8
            || ipv4 >> 16 == 0xA9FE
    }

    /// What limits count by: an IPv4 address, or the /64 of IPv6 that one customer has at least (RFC 6177).
    package var customer: ClientAddress {
        ipv4 == nil ? ClientAddress(high: high, low: 0) : self
    }

    /// What many addresses of one stranger have in common: the /48 of IPv6 that one customer has at most (RFC 6177), or
    /// the /24 of IPv4, which is the smallest that is routed; nil for addresses that say nothing, such as a proxy's on
    /// this machine.
    package var network: ClientAddress? {
        guard !isNearby else { return nil }
        return ipv4.map { ClientAddress(ipv4: $0 & 0xFFFF_FF00) }
            ?? ClientAddress(high: high & 0xFFFF_FFFF_FFFF_0000, low: 0)
    }

    /// A network as people write it, for example `2001:db8:1::/48`.
    package var networkName: String? { network.map { "\($0)/\(ipv4 == nil ? 48 : 24)" } }

    package var description: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            guard let start = text.baseAddress else { return "?" }
            if let ipv4 {
                var address = in_addr(s_addr: ipv4.bigEndian)
                inet_ntop(AF_INET, &address, start, socklen_t(INET6_ADDRSTRLEN))
            } else {
                var halves = (high.bigEndian, low.bigEndian)
                inet_ntop(AF_INET6, &halves, start, socklen_t(INET6_ADDRSTRLEN))
            }
            return String(cString: start)
        }
    }
}
