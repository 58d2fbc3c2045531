/// `GET /v1/me/friends/{p}`: a friend, beside the one who asks.
public struct FriendBody: Codable, Hashable, Sendable {
    /// A game that both play.
    public struct Game: Codable, Hashable, Sendable {
        /// Names it in paths.
        public var game: String
        /// For people.
        public var name: String
        /// Those on which one of them has anything.
        public var boards: [Board]

        /// Makes one.
        public init(game: String, name: String, boards: [Board]) {
            (self.game, self.name, self.boards) = (game, name, boards)
        }
    }

    /// A board of such a game, of all time.
    public struct Board: Codable, Hashable, Sendable {
        /// Names it in paths.
        public var board: String
        /// For people.
        public var name: String
        /// Of the one who asks; absent: not on the board.
        public var mine: Place?
        /// Of the friend; absent: not on the board.
        public var theirs: Place?

        /// Makes one.
        public init(board: String, name: String, mine: Place? = nil, theirs: Place? = nil) {
            (self.board, self.name, self.mine, self.theirs) = (board, name, mine, theirs)
        }
    }

    /// Where somebody is on a board.
    public struct Place: Codable, Hashable, Sendable {
        /// From 1, each once.
        public var position: Int
        /// Players on the board.
        public var total: Int
        /// What counts there.
        public var score: Int64
        /// For people.
        public var scoreText: String
        /// The score in decimal digits, where it is past 2^53.
        public var exact: String?
        /// The position as the week began; absent: nowhere.
        public var monday: Int?

        /// Makes one.
        public init(position: Int, total: Int, score: Int64, scoreText: String, monday: Int? = nil) {
            (self.position, self.total, self.score) = (position, total, score)
            (self.scoreText, self.monday) = (scoreText, monday)
            exact = score.magnitude > 1 << 53 ? String(score) : nil
        }
    }

    /// A result of the friend that counts.
    public struct Result: Codable, Hashable, Sendable {
        /// Names it in paths.
        public var game: String
        /// Names it in paths.
        public var board: String
        /// For people.
        public var boardName: String
        /// A whole number.
        public var score: Int64
        /// For people.
        public var scoreText: String
        /// The score in decimal digits, where it is past 2^53.
        public var exact: String?
        /// When it was accepted.
        public var at: UnixTime

        /// Makes one.
        public init(
            game: String,
            board: String,
            boardName: String,
            score: Int64,
            scoreText: String,
            at: UnixTime
        ) {
            (self.game, self.board, self.boardName) = (game, board, boardName)
            (self.score, self.scoreText, self.at) = (score, scoreText, at)
            exact = score.magnitude > 1 << 53 ? String(score) : nil
        }
    }

    /// Duels between the two that are over; void ones count for nobody.
    public struct Duels: Codable, Hashable, Sendable {
        /// By the one who asks.
        public var won: Int
        /// By nobody.
        public var drawn: Int
        /// By the one who asks.
        public var lost: Int

        /// Makes it.
        public init(won: Int, drawn: Int, lost: Int) {
            (self.won, self.drawn, self.lost) = (won, drawn, lost)
        }
    }

    /// The friend.
    public var player: PlayerBody
    /// What the friend says of itself: an https address, to be shown as text.
    public var link: String?
    /// Since when they are friends.
    public var since: UnixTime
    /// That both play.
    public var games: [Game]
    /// The friend's newest results in all games, at most 10, newest first.
    public var newest: [Result]
    /// Between the two.
    public var duels: Duels

    /// Makes it.
    public init(
        player: PlayerBody,
        link: String? = nil,
        since: UnixTime,
        games: [Game],
        newest: [Result],
        duels: Duels
    ) {
        (self.player, self.link, self.since) = (player, link, since)
        (self.games, self.newest, self.duels) = (games, newest, duels)
    }
}
