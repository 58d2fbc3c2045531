import Core

/// What a player is called: a name that can be shown anywhere, and that nobody can take for somebody else's.
struct PlayerName: Hashable, Sendable {
    /// As it is shown.
    let text: String
    /// As it is compared: no two players have the same, nor one that is the other's `lowered`.
    let folded: String
    /// As it is compared in lower case, which differs where capitals alone look like others.
    let lowered: String

    /// Why a text is no name, in words for whoever chose it.
    enum Refusal: Error, Hashable, Sendable {
        case empty, tooLong, sign(String), twoScripts, looseMark, reserved

        var words: String {
            switch self {
            case .empty: "a name has at least one letter or digit"
            case .tooLong: "a name has at most \(ArenaRules.longestName) characters"
            case .sign(let number):
                "a name has letters, digits, spaces and - _ . ' · ! ? & + # *, and not U+\(number)"
            case .twoScripts: "a name has letters and accents of one script"
            case .looseMark: "an accent needs a letter that carries it, and a letter carries few"
            case .reserved: "this name is reserved; names with “Player-” are given out by the box"
            }
        }
    }

    private static let reserved: Set<String> = Set(
        ["admin", "administrator", "moderator", "owner", "system", "watchpost", "deleted player"].flatMap {
            [NameFolding.fold($0), NameFolding.lowered($0)]
        }
    )
    /// How names begin that the appliance makes.
    private static let plainStart = "Player-"
    private static let foldedStart = NameFolding.fold(plainStart)

    /// What is only typed otherwise is written as it is meant, spaces at the ends go, and of several one stays.
    init(_ text: String) throws(Refusal) {
        guard text.utf8.count <= ArenaRules.longestNameBytes else { throw .tooLong }
        let name = NameTyping.meant(text)
        guard name.count <= ArenaRules.longestName, name.allSatisfy(PlayerName.isShort) else {
            throw .tooLong
        }
        try NameSigns.check(name)
        self.init(made: name)
        guard !isReserved else { throw .reserved }
    }

    /// A text that is a name.
    private init(made text: String) {
        self.text = text
        folded = NameFolding.fold(text)
        lowered = NameFolding.lowered(text)
    }

    private static func isShort(_ character: Character) -> Bool {
        character.unicodeScalars.count <= ArenaRules.longestCharacter
    }

    /// Whether people would take it for that of somebody who runs the place, or for one that is made.
    private var isReserved: Bool {
        [folded, lowered].contains { form in
            PlayerName.reserved.contains(form)
                || form.unicodeScalars.starts(with: PlayerName.foldedStart.unicodeScalars)
        }
    }

    /// What somebody is called who has no name of their own; `code` is the player's.
    static func plain(_ code: String) -> PlayerName { PlayerName(made: plainStart + code) }

    /// A name like this one with a number behind it, that fits.
    func variant(_ number: Int) -> PlayerName {
        let digits = String(number)
        let start = text.prefix(ArenaRules.longestName - digits.count - 1)
        // What joined the letters that are cut off goes with them.
        let kept = NameTyping.meant(String(start))
        let variant = PlayerName(made: "\(kept)-\(digits)")
        return variant.isReserved ? PlayerName(made: "\(kept) \(digits)") : variant
    }
}
