import Core

/// Codes that went to confirmed addresses by mail; times are monotonic.
///
/// Of the same kind as those on the display, by the same rules for wrong tries, and one for each account: nobody's code takes
/// another's place. They are in memory alone.
struct MailCodes: Sendable {
    private struct Entry: Sendable {
        let developer: Int64
        var codes: PresenceCodes<String>
        let end: Duration
    }

    /// By the address as it is compared.
    private var entries: [String: Entry] = [:]

    init() {}

    /// A letter with this code leaves; the one before does not count any more.
    mutating func issue(
        _ code: String,
        to developer: Int64,
        _ address: DeveloperAddress,
        at now: Duration
    ) {
        entries = entries.filter { $0.value.end > now }
        var codes = PresenceCodes<String>(.mail)
        _ = codes.handle(.ask(address.folded, .owner, fresh: code), at: now)
        let end = now + PresenceRules.mail.lifetime
        entries[address.folded] = Entry(developer: developer, codes: codes, end: end)
    }

    /// Whose account the code opens; nil: nobody's.
    ///
    /// Said again by the same one it is still right, until it is spent.
    mutating func developer(
        _ code: String,
        _ address: DeveloperAddress,
        _ guesser: PresenceGuesser,
        at now: Duration
    ) -> Int64? {
        guard var entry = entries[address.folded], entry.end > now else { return nil }
        let effects = entry.codes.handle(.redeem(address.folded, code: code, guesser), at: now)
        entries[address.folded] = entry
        let isRight = effects.contains { effect in
            switch effect {
            case .prove, .confirm: true
            default: false
            }
        }
        return isRight ? entry.developer : nil
    }

    /// What the code was right for is done.
    mutating func spent(_ address: DeveloperAddress) { entries[address.folded] = nil }
}
