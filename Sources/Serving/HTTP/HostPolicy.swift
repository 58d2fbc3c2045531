import Glibc

/// Which `Host` names are ours: everything else gets 421, so that no web page can reach the appliance under a
/// name of its own (DNS rebinding).
package struct HostPolicy: Sendable {
    /// Lower-case names without port.
    private let names: [[UInt8]]

    /// `names`: further names, for example `public_url`'s host; `localhost` and `machine.local` are always ours.
    package init(machine: String, names: [String] = []) {
        let label = machine.split(separator: ".").first.map(String.init) ?? machine
        let all = ["localhost", "\(label).local"] + names
        self.names = all.map { Array($0.lowercased().utf8) }.filter { !$0.isEmpty }
    }

    /// Whether the value of a `Host` header names us; the port does not matter.
    ///
    /// No allocation.
    package func accepts(_ host: UnsafeBufferPointer<UInt8>) -> Bool {
        if host.first == UInt8(ascii: "[") { return HostPolicy.isBracketedIPv6(host) }
        guard let name = HostPolicy.withoutPort(host) else { return false }
        return HostPolicy.isAddress(name, family: AF_INET) || names.contains { HostPolicy.equal($0, name) }
    }

    /// `[::1]` or `[::1]:8080`.
    private static func isBracketedIPv6(_ host: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
        let rest = host[(end + 1)...]
        guard rest.isEmpty || (rest.first == UInt8(ascii: ":") && rest.dropFirst().allSatisfy(isDigit)) else {
            return false
        }
        return isAddress(UnsafeBufferPointer(rebasing: host[1..<end]), family: AF_INET6)
    }

    /// nil when what follows the colon is not a port.
    private static func withoutPort(_ host: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        guard let colon = host.firstIndex(of: UInt8(ascii: ":")) else { return host }
        guard host[(colon + 1)...].allSatisfy(isDigit) else { return nil }
        return UnsafeBufferPointer(rebasing: host[..<colon])
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    private static func isAddress(_ text: UnsafeBufferPointer<UInt8>, family: Int32) -> Bool {
        guard !text.isEmpty, text.count < Int(INET6_ADDRSTRLEN), !text.contains(0) else { return false }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: text.count + 1) { copy in
            for index in 0..<text.count { copy[index] = CChar(bitPattern: text[index]) }
            copy[text.count] = 0
            return withUnsafeTemporaryAllocation(byteCount: 16, alignment: 4) { address in
                guard let name = copy.baseAddress else { return false }
                return inet_pton(family, name, address.baseAddress) == 1
            }
        }
    }

    /// ASCII case does not matter in names.
    private static func equal(_ name: [UInt8], _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard name.count == text.count else { return false }
        for index in 0..<name.count where name[index] != lowercase(text[index]) { return false }
        return true
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
    }
}
