/// How names of hosts are compared.
///
/// One dot at the end, that of the root (`pi.local.`), changes nothing of what a name means (RFC 3986 §3.2.2): people who type it reach the
/// same machine. All that asks for a name asks for this form of it, so that a public name with a dot is no less public.
package enum HostName {
    private static let dot = UInt8(ascii: ".")

    /// `name` is without a port.
    package static func normal(_ name: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard name.last == dot, name.count > 1, name[name.count - 2] != dot else { return name }
        return UnsafeBufferPointer(rebasing: name.dropLast())
    }

    /// `name` is without a port.
    package static func normal(_ name: some StringProtocol) -> String {
        let shorter = name.dropLast()
        return name.last == "." && !shorter.isEmpty && shorter.last != "." ? String(shorter) : String(name)
    }

    /// The host of an authority, without its port and brackets: `pi.local` of `pi.local.:8080`, `::1` of `[::1]:8080`.
    package static func of(authority: String) -> String {
        let isBracketed = authority.first == "["
        return isBracketed
            ? String(authority.dropFirst().prefix { $0 != "]" }) : normal(authority.prefix { $0 != ":" })
    }
}
