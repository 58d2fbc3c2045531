/// What a route asks of those who call it; `Gate.caller` alone decides by it.
///
/// The kinds are alternatives, all other demands come on top. The gate asks in this order, and answers by the first that fails:
/// the owner's key is let in where owners are; `isAtHome`, 403 from elsewhere; how often the address may ask, 429; a
/// credential of one of `forms`, 401; the own path, 403; whom the stores know by it, 401; how often that caller may, 429;
/// `administers`, 403. So another one's path is refused before it is known whether there is such a one.
///
/// Whoever adds a route takes one of the constants below. A new combination needs a row in the table of who may do what
/// (`AccessTableTests`), which asks each route as every kind of caller.
package struct Access: Hashable, Sendable {
    /// Who may call.
    package let kinds: Set<Caller.Kind>
    /// The `{id}` of the path has to be the caller's own.
    package var isOwnPath = false
    /// The caller has to administer the appliance.
    package var administers = false
    /// Strangers only from this network.
    package var isAtHome = false
    /// The credential may be one that nobody registered yet: the handler stores it, or refuses.
    ///
    /// The gate then looks at its form alone, and says `stranger` of whoever it does not know.
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
    /// Any device that registered; `CallRequest.device` says which.
    package static let device = Access([.device])
    /// The same, or the owner; what each may do is the handler's to say.
    package static let deviceOrOwner = Access([.device, .owner])
    /// A paired device, or the owner, who shows the key that only this machine's own programs can read.
    package static let administrator = Access([.device, .owner], administers: true)
    /// A developer who is signed in; `CallRequest.session` says who.
    package static let developer = Access([.developer])
    /// The server of a game; `CallRequest.caller` says of which.
    package static let server = Access([.server])
    /// Anybody, from anywhere, who proves in the body who they are, or the owner; counted by the address.
    package static let stranger = Access([.stranger, .owner])
    /// Anybody on this network, or the owner; what came through the tunnel is not on this network, whatever its address.
    package static let home = Access([.stranger, .owner], isAtHome: true)
    /// An administrator from anywhere, or anybody on this network, whom the handler lets do less.
    ///
    /// Who shows a credential at home is known by it, paired or not.
    package static let homeOrAdministrator = Access(
        [.stranger, .device, .owner],
        administers: true,
        isAtHome: true
    )
}

/// In words, for the table of who may do what.
extension Access: CustomStringConvertible {
    package var description: String {
        if self == .anybody { return "anybody" }
        if self == .homeOrAdministrator { return "anybody at home, else device or owner, administers" }
        var words = Caller.Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: " or ")
        if isOwnPath { words += ", own path" }
        if administers { words += ", administers" }
        if isAtHome { words += ", at home" }
        if registers { words += ", registers" }
        return words
    }
}
