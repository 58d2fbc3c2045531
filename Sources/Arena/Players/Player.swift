import Core
import WatchpostModel

/// Somebody who plays: a guest, or a person of this appliance.
struct Player: Hashable, Sendable {
    /// The row.
    let id: Int64
    /// Public; it stands in paths and says nothing.
    let code: String
    /// Nil: a guest.
    let person: Int64?
    let name: String
    /// Rises with each change.
    let version: Int64
    let since: UnixTime
    /// https, shown as text.
    var link: String?
    /// For recovery alone: nobody else is shown it.
    var email: String?
    /// SHA-256 of the bytes.
    var picture: [UInt8]?
    /// Bits of the news that it wants: see `NewsKind`.
    var notices: Int64
    /// That were not used yet.
    var recoveryCodes = 0
}

/// What is given to players who are not known yet.
struct PlayerCode: Hashable, Sendable {
    let text: String

    /// Letters and digits that nobody takes for each other.
    private static let alphabet = Array("23456789abcdefghjkmnpqrstuvwxyz")

    /// Ten of them: 2^49; a store that has one already asks for another.
    init(using generator: inout some RandomNumberGenerator) {
        var text = ""
        for _ in 0..<10 {
            text.append(PlayerCode.alphabet[Int.random(in: 0..<PlayerCode.alphabet.count, using: &generator)])
        }
        self.text = text
    }
}
