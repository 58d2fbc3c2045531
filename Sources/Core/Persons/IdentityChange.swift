/// What a commit changed about who callers are: whoever keeps identities in memory drops those.
package enum IdentityChange: Hashable, Sendable {
    /// A device (its row) is gone.
    case device(Int64)
    /// The devices or the rights of a person changed, or the person ended, with its last device or otherwise.
    case person(Int64)
    /// An installation of a game (its row) is gone, or plays for somebody else.
    case install(Int64)
    /// A game (its row) is gone, with its installations and the keys of its server.
    case game(Int64)
    /// A developer's session (its row) ended.
    case session(Int64)
    /// Too many to name.
    case everybody
}
