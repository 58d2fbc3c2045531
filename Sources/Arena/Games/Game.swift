import Core
import WatchpostModel

/// A game with boards.
struct Game: Hashable, Sendable {
    /// The row.
    let id: Int64
    let facts: GameFacts
    /// By which it signs what it sends.
    let keys: GameKeyVersions
    /// Rises with each change.
    let version: Int64
    let since: UnixTime
    /// Nil: it is open.
    let closedAt: UnixTime?
    /// How its boards look in pages of others.
    var look = GameLook()
    /// Whose it is, by the row; nil: the owner's.
    var developer: Int64?
    /// Whether it stands before others where people look for games.
    var promotion = GamePromotion()
    /// What it shows of itself there.
    var pictures = GamePictures()
}

/// What a game brings along for the pages of its boards; nothing: they look as ours do.
struct GameLook: Hashable, Sendable {
    /// Tells its own style sheet from all others; nil: it has none.
    var style: String?
    /// SHA-256 of the picture behind its boards; nil: it has none.
    var background: [UInt8]?
}

/// What its author says of a game.
struct GameFacts: Hashable, Sendable {
    /// Names it in paths; it stays.
    let slug: String
    let name: String
    let description: String
    /// In which its days, weeks and months begin (IANA).
    let zone: String
    /// Whose results it takes.
    let submissions: GameSubmissions
    /// What it says of itself where people look for games.
    let front: GameFront

    /// Whether results of clients without a signature by its key are refused.
    var isSigned: Bool { submissions == .signed }

    init(
        slug: String,
        name: String,
        description: String,
        zone: String,
        submissions: GameSubmissions = .any,
        front: GameFront = .none
    ) throws(ArenaText.Refusal) {
        self.slug = try ArenaText.slug(slug, "game")
        self.name = try ArenaText.words(name, "name", bytes: 1...60)
        self.description = try ArenaText.words(description, "description", bytes: 0...2_000, lines: true)
        guard let zone = CivilZone(named: zone)?.name else {
            throw ArenaText.Refusal(
                "zone",
                "there is no such time zone; use for example Europe/Warsaw or UTC"
            )
        }
        self.zone = zone
        (self.submissions, self.front) = (submissions, front)
    }

    /// As they were stored.
    init(
        stored slug: String,
        name: String,
        description: String,
        zone: String,
        submissions: GameSubmissions,
        front: GameFront
    ) {
        (self.slug, self.name, self.description, self.zone) = (slug, name, description, zone)
        (self.submissions, self.front) = (submissions, front)
    }
}
