import Core
import Glibc

/// Which `Host` names are ours: everything else gets 421, so that no web page can reach the appliance under a
/// name of its own (DNS rebinding).
///
/// Names of this machine below `local` and the other domains here are ours without being configured: none of those domains is in the
/// public DNS, so that a stranger cannot have a name there.
package struct HostPolicy: Sendable {
    /// Lower-case names without port.
    private let names: [[UInt8]]
    /// The machine's own label, in lower case, with the hyphen that mDNS puts behind it after a clash.
    private let numbered: [UInt8]

    /// Domains of networks at home: RFC 8375, names set aside for that by ICANN, and what routers call theirs.
    private static let homes = ["local", "home.arpa", "internal", "lan", "home", "localdomain"]

    /// `names`: further names, for example `public_url`'s host; `localhost` and names of the machine at home are always ours.
    package init(machine: String, names: [String] = []) {
        let label = machine.split(separator: ".").first.map { $0.lowercased() } ?? ""
        let own = label.isEmpty ? [] : [label] + HostPolicy.homes.map { "\(label).\($0)" }
        let all = ["localhost"] + own + names.map { $0.lowercased() }
        self.names = all.map { Array(HostName.normal($0).utf8) }.filter { !$0.isEmpty }
        numbered = label.isEmpty ? [] : Array("\(label)-".utf8)
    }

    /// Whether the value of a `Host` header names us; the port does not matter, nor a dot at the end of the name.
    ///
    /// No allocation.
    package func accepts(_ host: UnsafeBufferPointer<UInt8>) -> Bool {
        if host.first == UInt8(ascii: "[") { return HostPolicy.isBracketedIPv6(host) }
        guard let text = HostPolicy.withoutPort(host) else { return false }
        let name = HostName.normal(text)
        return HostPolicy.isAddress(name, family: AF_INET) || names.contains { HostPolicy.equal($0, name) }
            || isNumbered(name) || HostPolicy.isBelowLocalhost(name)
    }

    /// `[::1]` or `[::1]:8080`, and `[fe80::1%25eth0]` (RFC 6874) or `[fe80::1%eth0]`.
    private static func isBracketedIPv6(_ host: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
        let rest = host[(end + 1)...]
        guard rest.isEmpty || (rest.first == UInt8(ascii: ":") && rest.dropFirst().allSatisfy(isDigit)) else {
            return false
        }
        let inside = host[1..<end]
        guard let mark = inside.firstIndex(of: UInt8(ascii: "%")) else {
            return isAddress(UnsafeBufferPointer(rebasing: inside), family: AF_INET6)
        }
        let address = UnsafeBufferPointer(rebasing: inside[..<mark])
        return isZone(inside[(mark + 1)...]) && isLinkLocal(address) && isAddress(address, family: AF_INET6)
    }

    /// The name of an interface, with the `25` of an encoded `%` or without it.
    private static func isZone(_ zone: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        (1...longestZone).contains(zone.count) && zone.allSatisfy(zoneBytes.contains)
    }

    /// Fifteen bytes for the name (`IFNAMSIZ`), some of them encoded.
    private static let longestZone = 32
    private static let zoneBytes: ASCIISet = .letters | .digits | "._~-"

    /// `fe80::/10`, of which alone a zone is a part (RFC 4007).
    private static func isLinkLocal(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count > 4, text[4] == UInt8(ascii: ":") else { return false }
        return lowercase(text[0]) == UInt8(ascii: "f") && lowercase(text[1]) == UInt8(ascii: "e")
            && thirdDigits.contains(lowercase(text[2]))
    }

    private static let thirdDigits: ASCIISet = "89ab"

    /// `raspberrypi-2.local`: what avahi and systemd-resolved call a machine whose name another one has already.
    private func isNumbered(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let digits = name.count - numbered.count - HostPolicy.local.count
        guard !numbered.isEmpty, (1...3).contains(digits) else { return false }
        let number = name[numbered.count..<(numbered.count + digits)]
        return HostPolicy.equal(numbered, UnsafeBufferPointer(rebasing: name[..<numbered.count]))
            && number.allSatisfy(HostPolicy.isDigit) && number.first != UInt8(ascii: "0")
            && HostPolicy.ends(name, in: HostPolicy.local)
    }

    /// `box.localhost`, which leads to the loopback everywhere (RFC 6761).
    private static func isBelowLocalhost(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        ends(name, in: localhost) && name.first != UInt8(ascii: ".") && name.allSatisfy(nameBytes.contains)
    }

    private static let local = Array(".local".utf8)
    private static let localhost = Array(".localhost".utf8)
    private static let nameBytes: ASCIISet = .letters | .digits | "-."

    private static func ends(_ name: UnsafeBufferPointer<UInt8>, in suffix: [UInt8]) -> Bool {
        name.count > suffix.count && equal(suffix, UnsafeBufferPointer(rebasing: name.suffix(suffix.count)))
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
