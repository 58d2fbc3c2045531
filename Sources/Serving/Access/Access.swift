/// What a route asks of those who call it; `Gate.caller` alone decides by it.
package struct Access: Hashable, Sendable {
    /// Who may call.
    package let kinds: Set<Caller.Kind>
    /// The `{id}` of the path has to be the caller's own.
    package var isOwnPath = false
    /// The caller has to administer the appliance.
    package var administers = false
    /// Strangers only from this network.
    package var isAtHome = false
    /// The credential may be one that nobody registered yet.
    package var registers = false
    /// The forms of credential of which one is asked for; none: none is.
    package let forms: Set<Credential.Form>

    package init(
        _ kinds: Set<Caller.Kind>,
        isOwnPath: Bool = false,
        administers: Bool = false,
        isAtHome: Bool = false,
        registers: Bool = false
    ) {
        self.kinds = kinds
        self.isOwnPath = isOwnPath
        self.administers = administers
        self.isAtHome = isAtHome
        self.registers = registers
        forms = kinds.contains(.stranger) && !registers ? [] : Set(kinds.compactMap(\.form))
    }

    /// What everybody may read; no credential is looked at, and nobody is counted.
    package static let anybody = Access(Set(Caller.Kind.allCases))
    /// The device that the path names.
    package static let ownDevice = Access([.device], isOwnPath: true)
    /// A device that makes itself known under the path's ID.
    package static let newDevice = Access([.stranger, .device], isOwnPath: true, registers: true)
    /// An installation of a game that makes itself known under the path's ID.
    ///
    /// Who serves it looks whether a game asks, counts newcomers by its key, and keeps whom it stored (`Gate.keep`): that
    /// takes the request off the address. Whoever proves nothing stays counted there.
    package static let newInstall = Access([.stranger, .install], isOwnPath: true, registers: true)
    /// Any device that registered.
    package static let device = Access([.device])
    /// A paired device, or the owner.
    package static let administrator = Access([.device, .owner], administers: true)
    /// Anybody on this network, or the owner.
    package static let home = Access([.stranger, .owner], isAtHome: true)
}

/// In words, for the table of who may do what.
extension Access: CustomStringConvertible {
    package var description: String {
        if self == .anybody { return "anybody" }
        var words = Caller.Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: " or ")
        if isOwnPath { words += ", own path" }
        if administers { words += ", administers" }
        if isAtHome { words += ", at home" }
        if registers { words += ", registers" }
        return words
    }
}
