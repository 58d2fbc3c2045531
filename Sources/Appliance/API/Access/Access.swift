/// What a route asks of those who call it; `Gate.caller` alone decides by it.
struct Access: Hashable, Sendable {
    /// Who may call.
    let kinds: Set<Caller.Kind>
    /// The `{id}` of the path has to be the caller's own.
    var isOwnPath = false
    /// The caller has to administer the appliance.
    var administers = false
    /// Strangers only from this network.
    var isAtHome = false
    /// The credential may be one that nobody registered yet.
    var registers = false
    /// The forms of credential of which one is asked for; none: none is.
    let forms: Set<Credential.Form>

    init(
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
    static let anybody = Access(Set(Caller.Kind.allCases))
    /// The device that the path names.
    static let ownDevice = Access([.device], isOwnPath: true)
    /// A device that makes itself known under the path's ID.
    static let newDevice = Access([.stranger, .device], isOwnPath: true, registers: true)
    /// Any device that registered.
    static let device = Access([.device])
    /// A paired device, or the owner.
    static let administrator = Access([.device, .owner], administers: true)
    /// Anybody on this network, or the owner.
    static let home = Access([.stranger, .owner], isAtHome: true)
}

/// In words, for the table of who may do what.
extension Access: CustomStringConvertible {
    var description: String {
        if self == .anybody { return "anybody" }
        var words = Caller.Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: " or ")
        if isOwnPath { words += ", own path" }
        if administers { words += ", administers" }
        if isAtHome { words += ", at home" }
        if registers { words += ", registers" }
        return words
    }
}
