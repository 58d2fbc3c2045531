package import WatchpostModel

/// A game with boards.
package struct Game: Hashable, Sendable {
    /// The row.
    package let id: Int64
    package let facts: GameFacts
    /// By which it signs what it sends.
    package let keys: GameKeyVersions
    /// Rises with each change.
    package let version: Int64
    package let since: UnixTime
    /// Nil: it is open.
    package let closedAt: UnixTime?
}

/// What its author says of a game.
package struct GameFacts: Hashable, Sendable {
    /// Names it in paths; it stays.
    package let slug: String
    package let name: String
    package let description: String
    /// In which its days, weeks and months begin (IANA).
    package let zone: String
    /// Whether results without a signature by its key are refused.
    package let isSigned: Bool

    package init(
        slug: String,
        name: String,
        description: String,
        zone: String,
        isSigned: Bool = false
    ) throws(ArenaText.Refusal) {
        self.slug = try ArenaText.slug(slug, "game")
        self.name = try ArenaText.words(name, "name", bytes: 1...60)
        self.description = try ArenaText.words(description, "description", bytes: 0...2_000, lines: true)
        guard let zone = CivilZone(named: zone)?.name else {
            throw ArenaText.Refusal("zone", "no time zone is called so; write Europe/Warsaw or UTC")
        }
        self.zone = zone
        self.isSigned = isSigned
    }

    /// As they were stored.
    init(stored slug: String, name: String, description: String, zone: String, isSigned: Bool) {
        (self.slug, self.name, self.description, self.zone) = (slug, name, description, zone)
        self.isSigned = isSigned
    }
}
