/// A season of a board.
public struct BoardSeasonBody: Codable, Hashable, Sendable {
    /// From 1.
    public var number: Int64
    /// When it began.
    public var from: UnixTime
    /// When it ends; absent: nobody has said that yet.
    public var until: UnixTime?

    /// Makes one.
    public init(number: Int64, from: UnixTime, until: UnixTime? = nil) {
        (self.number, self.from, self.until) = (number, from, until)
    }
}

/// The body of `POST /v1/admin/games/{g}/boards/{b}/seasons`: ends the season that runs, and begins the next one.
public struct BoardSeasonChangeBody: Codable, Hashable, Sendable {
    /// The number of the season that runs, so that a request which is sent twice ends one; 0: none does, the first begins.
    public var season: Int64
    /// When it ends; absent: now.
    public var at: UnixTime?
    /// True: it goes on until somebody ends it; a planned end is withdrawn.
    public var keep: Bool?
    /// Of the next season; absent: it stays; another one begins all time as well.
    public var order: GameBoardBody.Order?
    /// Of the next season; absent: it stays; another one begins all time as well.
    public var `operator`: BoardOperator?

    /// Makes one that ends a season now.
    public init(season: Int64) {
        self.season = season
    }
}

/// A day, week, month or season of a board.
public struct BoardTimeBody: Codable, Hashable, Sendable {
    /// Of which kind.
    public var window: StandingBody.Window
    /// For `period`: `2026-11-22`, `2026-W47`, `2026-11`, or the number of a season.
    public var period: String
    /// When it began.
    public var from: UnixTime
    /// When it ends or ended; absent: nobody has said that yet.
    public var until: UnixTime?
    /// 32 hexadecimal digits, the same for everybody and unknown before it began: for challenges.
    public var seed: String
    /// Players in it, if it is over.
    public var total: Int?

    /// Makes one.
    public init(window: StandingBody.Window, period: String, from: UnixTime, seed: String) {
        (self.window, self.period, self.from, self.seed) = (window, period, from, seed)
    }
}

/// `GET /v1/games/{g}/boards/{b}/seasons`.
public struct BoardSeasonsBody: Codable, Hashable, Sendable {
    /// The game.
    public var game: String
    /// The board.
    public var board: String
    /// What runs: the season, the day, the week and the month, as far as the board has them.
    public var running: [BoardTimeBody]
    /// What is over and kept, newest first: all seasons, and of days, weeks and months the last twelve.
    public var over: [BoardTimeBody]

    /// Makes one.
    public init(game: String, board: String, running: [BoardTimeBody], over: [BoardTimeBody]) {
        (self.game, self.board, self.running, self.over) = (game, board, running, over)
    }
}
