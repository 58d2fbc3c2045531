package import WatchpostModel

/// Somebody who plays: a guest, or a person of this appliance.
package struct Player: Hashable, Sendable {
    /// The row.
    package let id: Int64
    /// Public; it stands in paths and says nothing.
    package let code: String
    /// Nil: a guest.
    package let person: Int64?
    package let name: String
    /// Rises with each change.
    package let version: Int64
    package let since: UnixTime
    /// https, shown as text.
    package var link: String?
    /// For recovery alone: nobody else is shown it.
    package var email: String?
    /// SHA-256 of the bytes.
    package var picture: [UInt8]?
    /// Bits of the news that it wants: see `NewsKind`.
    package var notices: Int64
    /// That were not used yet.
    package var recoveryCodes = 0
}

/// What is given to players who are not known yet.
package struct PlayerCode: Hashable, Sendable {
    package let text: String

    /// Letters and digits that nobody takes for each other.
    private static let alphabet = Array("23456789abcdefghjkmnpqrstuvwxyz")

    /// Ten of them: 2^49; a store that has one already asks for another.
    package init(using generator: inout some RandomNumberGenerator) {
        var text = ""
        for _ in 0..<10 {
            text.append(PlayerCode.alphabet[Int.random(in: 0..<PlayerCode.alphabet.count, using: &generator)])
        }
        self.text = text
    }
}
