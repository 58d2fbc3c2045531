import Core
import WatchpostModel

/// Whether a game stands before others where people look for games.
struct GamePromotion: Hashable, Sendable {
    /// What the owner of the appliance says of it.
    enum Pin: Int64, CaseIterable, Hashable, Sendable {
        /// Whatever its place, it is not promoted.
        case removed = -1
        /// Its place counts.
        case none = 0
        /// It stands before all that are not pinned.
        case pinned = 1
    }

    /// Among those that are promoted; nil: its developer does not promote it.
    var place: Int?
    var pin: Pin

    /// A developer has as many.
    static let places = 1...3

    init(place: Int? = nil, pin: Pin = .none) {
        (self.place, self.pin) = (place, pin)
    }

    /// Where it stands, the first ones at 0; nil: it is not promoted.
    var rank: Int? {
        switch pin {
        case .removed: nil
        case .pinned: 0
        case .none: place
        }
    }
}

/// In which order games are listed for everybody.
enum GameOrder {
    /// Those that are promoted, and then all others by their names in paths.
    ///
    /// Of those with one rank another one is the first each day, and each of them as often as the others. `day`: since 1970.
    static func arranged(_ games: [GameStore.Listed], on day: Int64) -> [GameStore.Listed] {
        var ranks: [Int: [GameStore.Listed]] = [:]
        var rest: [GameStore.Listed] = []
        for one in games {
            if one.game.closedAt == nil, let rank = one.game.promotion.rank {
                ranks[rank, default: []].append(one)
            } else {
                rest.append(one)
            }
        }
        let promoted = ranks.keys.sorted().flatMap { rank -> [GameStore.Listed] in
            let equals = (ranks[rank] ?? []).sorted { $0.game.id < $1.game.id }
            let count = Int64(equals.count)
            let first = Int((day % count + count) % count)
            return Array(equals[first...] + equals[..<first])
        }
        return promoted + rest.sorted { $0.game.facts.slug < $1.game.facts.slug }
    }
}

/// What somebody looks for among games.
struct GameSearch: Hashable, Sendable {
    var genre: GameGenre?
    /// As names are compared; nil: any.
    private let folded: String?

    /// `text`: a part of a name; nil or blank: any.
    init(genre: GameGenre? = nil, text: String? = nil) {
        self.genre = genre
        let folded = NameFolding.lowered(text ?? "")
        self.folded = folded.allSatisfy { $0 == " " } ? nil : folded
    }

    func finds(_ game: Game) -> Bool {
        if let genre, game.facts.front.genre != genre { return false }
        guard let folded else { return true }
        return NameFolding.lowered(game.facts.name).contains(folded)
            || NameFolding.lowered(game.facts.slug).contains(folded)
    }
}
