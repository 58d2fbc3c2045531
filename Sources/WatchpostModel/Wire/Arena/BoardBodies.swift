/// `GET /v1/games/{g}/boards/{b}` and its likes: a part of a board, in its order.
public struct BoardPageBody: Codable, Hashable, Sendable {
    /// Whose rows it has.
    public enum Scope: String, CaseIterable, Codable, Sendable {
        /// Those of the player who asks and of its friends; positions, ranks and `total` are among them.
        case friends
    }

    /// The game.
    public var game: String
    /// The board.
    public var board: String
    /// Of which time.
    public var window: StandingBody.Window
    /// Which day, week, month or season, such as `2026-11-22`, `2026-W47`, `2026-11`, `3`; absent: all time.
    public var period: String?
    /// Absent: everybody's.
    public var scope: Scope?
    /// Players in this window.
    public var total: Int
    /// In their order.
    public var rows: [BoardRowBody]
    /// The player who asks, or around whom the page is; absent: nobody was named, or not on the board.
    public var own: BoardRowBody?
    /// For `cursor`: the page behind this one; absent: this is the last one.
    public var next: String?
    /// For `cursor`: the page before this one; absent: this is the first one.
    public var previous: String?

    /// Makes one.
    public init(
        game: String,
        board: String,
        window: StandingBody.Window,
        period: String? = nil,
        total: Int,
        rows: [BoardRowBody]
    ) {
        (self.game, self.board, self.window, self.period) = (game, board, window, period)
        (self.total, self.rows) = (total, rows)
    }
}

/// Somebody on a board.
public struct BoardRowBody: Codable, Hashable, Sendable {
    /// From 1, each once.
    public var position: Int
    /// From 1; equal scores share one: 1, 2, 2, 4.
    public var rank: Int
    /// Of all time: by how many positions the player is ahead of where it was as the week began (among friends: among them);
    /// absent: it was nowhere then, or nobody can tell.
    public var change: Int?
    /// Who it is.
    public var player: PlayerBody
    /// What counts there, by the board's rules.
    public var score: Int64
    /// For people.
    public var scoreText: String
    /// The score in decimal digits, where it is past 2^53 and a number of JavaScript would lose some.
    public var exact: String?
    /// When the result by which it stands there was accepted; absent: that is not kept one by one any more.
    public var at: UnixTime?
    /// What the game said beside that result.
    public var extra: String?
    /// Among friends: the position on the whole board.
    public var overall: Int?
    /// Whether it is the player who asks; absent: nobody known asks.
    public var isMe: Bool?
    /// Whether it is a friend of the player who asks; absent: nobody known asks.
    public var isFriend: Bool?

    /// Makes one.
    public init(
        position: Int,
        rank: Int,
        player: PlayerBody,
        score: Int64,
        scoreText: String,
        at: UnixTime? = nil,
        extra: String? = nil
    ) {
        (self.position, self.rank, self.player) = (position, rank, player)
        (self.score, self.scoreText, self.at, self.extra) = (score, scoreText, at, extra)
        exact = score.magnitude > 1 << 53 ? String(score) : nil
    }
}

/// A player as everybody sees it.
public struct PlayerBody: Codable, Hashable, Sendable {
    /// By it others name the player.
    public var code: String
    /// What the player is called.
    public var name: String
    /// The path of its picture; absent: apps draw a figure from the code.
    public var picture: String?
    /// A page of the player's, to be shown as text, where the player itself is shown; absent: none.
    public var link: String?
    /// Since when it plays; absent in rows of boards.
    public var since: UnixTime?

    /// Makes one.
    public init(code: String, name: String, picture: String? = nil, since: UnixTime? = nil) {
        (self.code, self.name, self.picture, self.since) = (code, name, picture, since)
    }
}

/// `GET /v1/games`: the games of this appliance, for everybody.
public struct PublicGameListBody: Codable, Hashable, Sendable {
    /// Promoted ones first, then by their names in paths.
    public var games: [PublicGameBody]
    /// For `cursor`: the page behind this one; absent: this is the last one.
    public var next: String?

    /// Makes a list.
    public init(games: [PublicGameBody], next: String? = nil) {
        (self.games, self.next) = (games, next)
    }
}

/// A game with its boards, as everybody sees it.
public struct PublicGameBody: Codable, Hashable, Sendable {
    /// Names it in paths.
    public var game: String
    /// For people.
    public var name: String
    /// For people; may have several lines.
    public var description: String
    /// In which its days, weeks and months begin (IANA).
    public var zone: String
    /// Since when it is here.
    public var since: UnixTime
    /// Since when nothing is sent to it any more; absent: it is open.
    public var closedAt: UnixTime?
    /// By their names in paths.
    public var boards: [PublicBoardBody]
    /// What it is; absent: nothing is said.
    public var genre: GameGenre?
    /// What it costs, in hundredths of the currency; 0: nothing; absent: nothing is said.
    public var price: Int64?
    /// Three capitals (ISO 4217); absent where it costs nothing.
    public var currency: String?
    /// Where it is to be had; to be shown as a link.
    public var shop: String?
    /// Whether it stands before others in the list.
    public var promoted: Bool
    /// The path of its icon.
    public var icon: String?
    /// The path of its picture.
    public var picture: String?

    /// What of a game everybody may see.
    public init(_ game: GameBody) {
        (genre, price, currency, shop) = (game.genre, game.price, game.currency, game.shop)
        (icon, picture) = (game.icon, game.picture)
        promoted = game.closedAt == nil && game.pin != .removed && (game.place != nil || game.pin == .pinned)
        (self.game, name, description) = (game.game, game.name, game.description)
        (zone, since, closedAt) = (game.zone, game.since, game.closedAt)
        boards = game.boards.map { PublicBoardBody($0) }
    }
}

/// A board as everybody sees it: bounds and what waits beyond them are its author's.
public struct PublicBoardBody: Codable, Hashable, Sendable {
    /// Names it in paths.
    public var board: String
    /// For people.
    public var name: String
    /// Whether more or less is better.
    public var order: GameBoardBody.Order
    /// What of several results of a player counts.
    public var `operator`: BoardOperator
    /// How results are written.
    public var format: GameBoardBody.Format
    /// Decimal places of the format `decimals`.
    public var decimals: Int?
    /// Behind the number.
    public var unit: String?
    /// Beside all time.
    public var windows: [BoardWindow]
    /// The season that runs; absent: none was ever begun.
    public var season: BoardSeasonBody?

    /// What of a board everybody may see.
    public init(_ board: GameBoardBody) {
        (self.board, name, order) = (board.board, board.name, board.order)
        (self.operator, format, decimals) = (board.operator, board.format, board.decimals)
        (unit, windows, season) = (board.unit, board.windows, board.season)
    }
}

/// `GET /v1/me/games`: where a player stands.
public struct MyGamesBody: Codable, Hashable, Sendable {
    /// A game that the player plays.
    public struct Entry: Codable, Hashable, Sendable {
        /// Names it in paths.
        public var game: String
        /// For people.
        public var name: String
        /// Its boards on which the player has anything.
        public var boards: [Board]

        /// Makes one.
        public init(game: String, name: String, boards: [Board]) {
            (self.game, self.name, self.boards) = (game, name, boards)
        }
    }

    /// A board on which the player has something.
    public struct Board: Codable, Hashable, Sendable {
        /// Names it in paths.
        public var board: String
        /// For people.
        public var name: String
        /// In each window in which the player has something, all time first.
        public var standings: [Standing]

        /// Makes one.
        public init(board: String, name: String, standings: [Standing]) {
            (self.board, self.name, self.standings) = (board, name, standings)
        }
    }

    /// What the player has in one window.
    public struct Standing: Codable, Hashable, Sendable {
        /// Of which time.
        public var window: StandingBody.Window
        /// Which day, week or month; absent: all time.
        public var period: String?
        /// What counts there.
        public var score: Int64
        /// For people.
        public var scoreText: String
        /// The score in decimal digits, where it is past 2^53.
        public var exact: String?
        /// From 1, each once.
        public var position: Int
        /// From 1; equal scores share one.
        public var rank: Int
        /// Players in this window.
        public var total: Int
        /// Of all time: by how many positions the player is ahead of where it was as the week began; absent: it was
        /// nowhere then.
        public var change: Int?

        /// What of a standing is not about one result.
        public init(_ standing: StandingBody) {
            (window, period, score) = (standing.window, standing.period, standing.score)
            (scoreText, exact, position) = (standing.scoreText, standing.exact, standing.position)
            (rank, total) = (standing.rank, standing.total)
        }
    }

    /// By their names in paths.
    public var games: [Entry]

    /// Makes a list.
    public init(games: [Entry]) {
        self.games = games
    }
}
