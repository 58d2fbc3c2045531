/// `GET /v1/me/games/{g}/results`: what a player sent to a game, as far as it is kept one by one.
public struct OwnResultsBody: Codable, Hashable, Sendable {
    /// The results of one board.
    public struct Board: Codable, Hashable, Sendable {
        /// Names it in paths.
        public var board: String
        /// For people.
        public var name: String
        /// Up to 20, newest first; those that wait or were hidden are among them.
        public var newest: [Entry]
        /// Up to 5 of those that count, best first.
        public var best: [Entry]

        /// Makes one.
        public init(board: String, name: String, newest: [Entry], best: [Entry]) {
            (self.board, self.name, self.newest, self.best) = (board, name, newest, best)
        }
    }

    /// One result.
    public struct Entry: Codable, Hashable, Sendable {
        /// A whole number.
        public var score: Int64
        /// For people.
        public var scoreText: String
        /// The score in decimal digits, where it is past 2^53 and a number of JavaScript would lose some.
        public var exact: String?
        /// When it was accepted.
        public var at: UnixTime
        /// When the game says it was achieved.
        public var achieved: UnixTime?
        /// Of the game.
        public var extra: String?
        /// Whether it counts.
        public var state: ResultState

        /// Makes one.
        public init(score: Int64, scoreText: String, at: UnixTime, state: ResultState) {
            (self.score, self.scoreText, self.at, self.state) = (score, scoreText, at, state)
            exact = score.magnitude > 1 << 53 ? String(score) : nil
        }
    }

    /// The game.
    public var game: String
    /// By their names in paths; only those to which the player sent anything.
    public var boards: [Board]

    /// Makes it.
    public init(game: String, boards: [Board]) {
        (self.game, self.boards) = (game, boards)
    }
}

/// A result as whoever administers the appliance sees it.
public struct SentResultBody: Codable, Hashable, Sendable {
    /// Of this result alone; later ones have larger ones.
    public var number: Int64
    /// The board.
    public var board: String
    /// Who sent it.
    public var player: PlayerBody
    /// A whole number.
    public var score: Int64
    /// For people.
    public var scoreText: String
    /// When it was accepted.
    public var at: UnixTime
    /// When the game says it was achieved.
    public var achieved: UnixTime?
    /// Of the game.
    public var extra: String?
    /// Whether it counts.
    public var state: ResultState
    /// Why somebody should look at it: `bounds`, `pace`, `jump`, `far`; absent: nothing stands out.
    public var reasons: [String]?

    /// Makes one.
    public init(
        number: Int64,
        board: String,
        player: PlayerBody,
        score: Int64,
        scoreText: String,
        at: UnixTime,
        state: ResultState
    ) {
        (self.number, self.board, self.player, self.score) = (number, board, player, score)
        (self.scoreText, self.at, self.state) = (scoreText, at, state)
    }
}

/// `GET /v1/admin/games/{g}/results`.
public struct SentResultListBody: Codable, Hashable, Sendable {
    /// Newest first.
    public var results: [SentResultBody]
    /// For `before`: where the list goes on; absent: it ends here.
    public var next: Int64?

    /// Makes it.
    public init(results: [SentResultBody], next: Int64? = nil) {
        (self.results, self.next) = (results, next)
    }
}

/// The answer to hiding and restoring a result.
public struct JudgedResultBody: Codable, Hashable, Sendable {
    /// Of the result.
    public var number: Int64
    /// Whether it counts now.
    public var state: ResultState

    /// Makes it.
    public init(number: Int64, state: ResultState) {
        (self.number, self.state) = (number, state)
    }
}
