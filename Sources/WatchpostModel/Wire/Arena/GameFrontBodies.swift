/// Whose results a game takes.
public enum GameSubmissions: String, CaseIterable, Codable, Sendable {
    /// Those of every client.
    case any
    /// Those that are signed by the game's key.
    case signed
    /// Those that the game's own server sends.
    case server
}

/// What a game is.
public enum GameGenre: String, CaseIterable, Codable, Sendable {
    /// As it is called in English.
    case action, adventure, arcade, board, card, casual, educational, music, platformer, puzzle, racing
    /// As it is called in English.
    case rolePlaying, shooter, simulation, sports, strategy, trivia, word, other
}

/// What the owner of the appliance says of a game's promotion.
public enum GamePinWord: String, CaseIterable, Codable, Sendable {
    /// It stands before all that are not pinned.
    case pinned
    /// Whatever its place, it is not promoted.
    case removed
}

/// The body of `PUT …/games/{g}/promotion`: all that is said of it.
public struct GamePromotionBody: Codable, Hashable, Sendable {
    /// Among those that are promoted, 1 to 3; absent: its developer does not promote it.
    public var place: Int?
    /// For the owner of the appliance alone; absent: nothing.
    public var pin: GamePinWord?

    /// Makes it.
    public init(place: Int? = nil, pin: GamePinWord? = nil) {
        (self.place, self.pin) = (place, pin)
    }
}

/// The body of `POST /v1/games/{g}/server/results`: results that the game's own server sends.
public struct ServerResultsBody: Codable, Hashable, Sendable {
    /// One of them.
    public struct Entry: Codable, Hashable, Sendable {
        /// A UUID for this result, the same one when it is sent again.
        public var key: String
        /// Whose it is, by the code.
        public var player: String
        /// The board's name in paths.
        public var board: String
        /// A whole number.
        public var score: Int64
        /// When it was achieved, as the game says; at most 30 days ago.
        public var achieved: UnixTime?
        /// At most 256 bytes, given back as they were.
        public var extra: String?

        /// Makes one.
        public init(
            key: String,
            player: String,
            board: String,
            score: Int64,
            achieved: UnixTime? = nil,
            extra: String? = nil
        ) {
            (self.key, self.player, self.board) = (key, player, board)
            (self.score, self.achieved, self.extra) = (score, achieved, extra)
        }
    }

    /// 1 to 50.
    public var results: [Entry]

    /// Makes it.
    public init(results: [Entry]) {
        self.results = results
    }
}
