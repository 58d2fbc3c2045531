import Core
import Serving
import SystemSupport
import WatchpostModel

/// What the routes know of mail: codes that are on their way, and the bell of whoever carries letters.
final class MailDesk: Sendable {
    let words: LetterWords
    /// Messages are passed on to the owner.
    let isPassingOn: Bool
    /// Rung when a letter waits.
    let bell = ArenaBell()
    private let codes = Locked(MailCodes())
    /// Monotonic.
    private let now: @Sendable () -> Duration

    init(words: LetterWords, isPassingOn: Bool, now: @escaping @Sendable () -> Duration) {
        (self.words, self.isPassingOn, self.now) = (words, isPassingOn, now)
    }

    /// A new code for the account that a letter is about; it counts from now on.
    func code(for developer: Int64, at recipient: String) -> String? {
        guard let address = DeveloperAddress(recipient) else { return nil }
        let code = RandomSource.digits(PresenceRules.mail.digits)
        codes.withLock { $0.issue(code, to: developer, address, at: now()) }
        return code
    }

    /// Whose account a code opens; nil: nobody's.
    func developer(_ code: String, _ address: DeveloperAddress, from client: Client) -> Int64? {
        let guesser = PresenceGuesser(
            device: nil,
            address: client.address.customer.description,
            isHome: client.isLocal
        )
        return codes.withLock { $0.developer(code, address, guesser, at: now()) }
    }

    func spent(_ address: DeveloperAddress) { codes.withLock { $0.spent(address) } }
}
