import Glibc

/// Under which addresses this machine can be reached from the same network.
package enum LocalAddresses {
    /// The machine's name without domain.
    package static var hostName: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let base = buffer.baseAddress, gethostname(base, 255) == 0 else { return "watchpost" }
            base[255] = 0
            let name = String(cString: base)
            return name.split(separator: ".").first.map(String.init) ?? "watchpost"
        }
    }

    /// The IPv4 addresses of interfaces that are up, loopback left out.
    package static var ipv4: [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [String] = []
        var entry = list
        while let interface = entry?.pointee {
            let isUp = interface.ifa_flags & UInt32(IFF_UP) != 0
            let isLoopback = interface.ifa_flags & UInt32(IFF_LOOPBACK) != 0
            if isUp, !isLoopback, let address = text(interface.ifa_addr) { found.append(address) }
            entry = interface.ifa_next
        }
        return found
    }

    private static func text(_ address: UnsafeMutablePointer<sockaddr>?) -> String? {
        guard let address, Int32(address.pointee.sa_family) == AF_INET else { return nil }
        return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET_ADDRSTRLEN)) { buffer in
                var number = address.pointee.sin_addr
                guard let base = buffer.baseAddress,
                    inet_ntop(AF_INET, &number, base, socklen_t(INET_ADDRSTRLEN)) != nil
                else { return nil }
                return String(cString: base)
            }
        }
    }
}
