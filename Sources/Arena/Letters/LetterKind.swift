import Core

/// What a letter is for.
enum LetterKind: String, CaseIterable, Hashable, Sendable {
    /// A code for want of the password.
    case recovery
    /// A code that brings a player back whose address it goes to.
    case player
    /// A code that proves that an address is whose it was said to be.
    case confirmation
    /// A message of the contact form, passed on to the owner.
    case contact

    /// For how long it is worth sending, in seconds.
    var life: Int64 {
        switch self {
        case .recovery, .player: 900
        case .confirmation: 86_400
        case .contact: 3 * 86_400
        }
    }

    /// How many one address gets in an hour.
    var mostOfAddress: Int64 { self == .contact ? 20 : 3 }

    /// How many of the box's letters of an hour it may take: what strangers cause leaves room for whoever comes back.
    func share(of most: Int) -> Int64 {
        switch self {
        case .recovery: Int64(most)
        case .player, .confirmation: Int64(max(most / 2, 1))
        case .contact: Int64(max(most / 4, 1))
        }
    }

    /// Whether one too many for its address is dropped; else it waits.
    var isDroppedWhenMany: Bool { self != .contact }

    /// In which order they leave.
    var rank: Int64 {
        switch self {
        case .recovery: 0
        case .player: 1
        case .confirmation: 2
        case .contact: 3
        }
    }
}

/// How long a letter waits that was not taken, and that surely did not arrive.
enum LetterPause {
    private static let first: Int64 = 5
    static let longest: Int64 = 600

    /// In seconds, after so many tries: doubled each time.
    static func after(_ tries: Int64) -> Int64 {
        min(first << min(max(tries - 1, 0), 10), longest)
    }
}

/// A letter that somebody has in hand: whether it arrives is open until it is settled.
struct LeasedLetter: Hashable, Sendable {
    /// A player as its owner knows it.
    struct Player: Hashable, Sendable {
        /// The row.
        let id: Int64
        let code: String
        let name: String
    }

    /// The row.
    let id: Int64
    let kind: LetterKind
    /// The address that it goes to.
    let recipient: String
    /// In which it is written; nil: nobody said, and it is written in all.
    let language: String?
    /// Whose account it is about.
    let developer: Int64?
    /// Who comes back by it, in the order of the codes of ``LetterStore/Terms``.
    let players: [Player]
    /// What is passed on.
    let message: ContactMessage?
    /// How often it was tried, this time among them.
    let tries: Int64
}

/// What became of a letter.
enum LetterEnd: Hashable, Sendable {
    /// The server has it.
    case accepted
    /// The server wants it neither now nor later.
    case refused
    /// It was handed over, and nobody knows whether the server took it: it is never sent again.
    case unknown
    /// It surely did not arrive, and is tried again.
    case later
}
