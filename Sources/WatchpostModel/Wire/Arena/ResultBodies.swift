/// The body of `POST /v1/games/{g}/boards/{b}/results`.
public struct ResultSubmissionBody: Codable, Hashable, Sendable {
    /// A whole number, as the board counts: points, milliseconds, hundredths.
    public var score: Int64
    /// When the game says it was achieved, up to 30 days ago; absent: now.
    public var achieved: UnixTime?
    /// Of the game, up to 256 bytes; given back as it is.
    public var extra: String?

    /// Makes it.
    public init(score: Int64, achieved: UnixTime? = nil, extra: String? = nil) {
        (self.score, self.achieved, self.extra) = (score, achieved, extra)
    }
}

/// The body of `POST /v1/games/{g}/results`: what a game collected while it was offline.
public struct ResultBatchBody: Codable, Hashable, Sendable {
    /// A result with what stands in path and head where one is sent alone.
    public struct Entry: Codable, Hashable, Sendable {
        /// The `Idempotency-Key`: a UUID.
        public var key: String
        /// The board.
        public var board: String
        /// A whole number.
        public var score: Int64
        /// When the game says it was achieved; absent: now.
        public var achieved: UnixTime?
        /// Of the game.
        public var extra: String?

        /// Makes it.
        public init(
            key: String,
            board: String,
            score: Int64,
            achieved: UnixTime? = nil,
            extra: String? = nil
        ) {
            (self.key, self.board, self.score) = (key, board, score)
            (self.achieved, self.extra) = (achieved, extra)
        }
    }

    /// 1 to 50, in the order in which they were achieved.
    public var results: [Entry]

    /// Makes it.
    public init(results: [Entry]) {
        self.results = results
    }
}

/// Whether a result counts.
public enum ResultState: String, CaseIterable, Codable, Sendable {
    /// It does.
    case counts
    /// It waits until somebody has looked at it.
    case held
    /// Somebody looked at it, and it does not.
    case hidden
}

/// A result that was taken, and what its player has on the board since.
public struct ResultBody: Codable, Hashable, Sendable {
    /// The board.
    public var board: String
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
    /// What the player has in each window of the board now; empty: in none.
    public var standings: [StandingBody]

    /// Makes it.
    public init(
        board: String,
        score: Int64,
        scoreText: String,
        at: UnixTime,
        achieved: UnixTime? = nil,
        extra: String? = nil,
        state: ResultState,
        standings: [StandingBody]
    ) {
        (self.board, self.score, self.scoreText, self.at) = (board, score, scoreText, at)
        (self.achieved, self.extra, self.state, self.standings) = (achieved, extra, state, standings)
    }
}

/// What a player has in one window of a board.
public struct StandingBody: Codable, Hashable, Sendable {
    /// Of which time.
    public enum Window: String, CaseIterable, Codable, Sendable {
        /// All time.
        case all
        /// From when its author began it.
        case season
        /// From midnight in the game's zone.
        case day
        /// From Monday.
        case week
        /// From the first.
        case month
    }

    /// Of which time.
    public var window: Window
    /// Which day, week, month or season, such as `2026-11-22`, `2026-W47`, `2026-11`, `3`; absent: all time.
    public var period: String?
    /// What counts there, by the board's rules.
    public var score: Int64
    /// For people.
    public var scoreText: String
    /// The score in decimal digits, where it is past 2^53 and a number of JavaScript would lose some.
    public var exact: String?
    /// From 1, each once.
    public var position: Int
    /// From 1; equal scores share one: 1, 2, 2, 4.
    public var rank: Int
    /// Players in this window.
    public var total: Int
    /// Whether the standing rests on the result that was sent: it made the player better, or counts by itself.
    public var improved: Bool

    /// Makes it.
    public init(
        window: Window,
        period: String? = nil,
        score: Int64,
        scoreText: String,
        position: Int,
        rank: Int,
        total: Int,
        improved: Bool
    ) {
        (self.window, self.period, self.score, self.scoreText) = (window, period, score, scoreText)
        (self.position, self.rank, self.total, self.improved) = (position, rank, total, improved)
        exact = score.magnitude > 1 << 53 ? String(score) : nil
    }
}

/// The answer to a batch: one entry for each result, in the order in which they were sent.
public struct ResultBatchAnswerBody: Codable, Hashable, Sendable {
    /// What became of one.
    public struct Entry: Codable, Hashable, Sendable {
        /// As it was sent.
        public var key: String
        /// What the status would be if it were sent alone: 201 and 200 are taken, 429 and 503 may be sent again, all
        /// others never will be taken.
        public var status: Int
        /// What was taken.
        public var result: ResultBody?
        /// Why it was not, for people.
        public var detail: String?
        /// Why it was not, for programs.
        public var code: String?

        /// Makes it.
        public init(
            key: String,
            status: Int,
            result: ResultBody? = nil,
            detail: String? = nil,
            code: String? = nil
        ) {
            (self.key, self.status, self.result) = (key, status, result)
            (self.detail, self.code) = (detail, code)
        }
    }

    /// In the order in which they were sent.
    public var results: [Entry]

    /// Makes it.
    public init(results: [Entry]) {
        self.results = results
    }
}
