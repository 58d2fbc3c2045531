/// The body of `POST /v1/me/duels`: a challenge.
public struct DuelWishBody: Codable, Hashable, Sendable {
    /// The friend's code.
    public var player: String
    /// The game.
    public var game: String
    /// Its board.
    public var board: String
    /// A score that wins at once; absent: the better one at the end wins.
    public var goal: Int64?
    /// How long it runs from when it is accepted: 3600 to 2592000.
    public var seconds: Int64

    /// Makes one.
    public init(player: String, game: String, board: String, goal: Int64? = nil, seconds: Int64) {
        (self.player, self.game, self.board) = (player, game, board)
        (self.goal, self.seconds) = (goal, seconds)
    }
}

/// The best score of one side within a duel.
public struct DuelScoreBody: Codable, Hashable, Sendable {
    /// A whole number.
    public var score: Int64
    /// For people.
    public var scoreText: String
    /// The score in decimal digits, where it is past 2^53 and a number of JavaScript would lose some.
    public var exact: String?

    /// Makes one.
    public init(score: Int64, scoreText: String) {
        (self.score, self.scoreText) = (score, scoreText)
        exact = score.magnitude > 1 << 53 ? String(score) : nil
    }
}

/// How a duel ended for one of its sides.
public enum DuelResult: String, CaseIterable, Codable, Sendable {
    /// For the one, for the other, for nobody, or without a winner because it was none.
    case won, lost, draw, void
}

/// A duel as one of its sides sees it; nobody else does.
public struct DuelBody: Codable, Hashable, Sendable {
    /// How far it is.
    public enum State: String, CaseIterable, Codable, Sendable {
        /// For the answer of who was asked.
        case waiting
        /// Results count.
        case running
        /// Decided, or void.
        case over
    }

    /// Why it is over.
    public enum Reason: String, CaseIterable, Codable, Sendable {
        /// One reached the goal; one was better; one alone played; both were equal; nobody played.
        case goal, better, alone, level, nobody
        /// It never ran: who was asked said no, who asked took it back, nobody answered for a week.
        case declined, cancelled, expired
        /// The two have nothing to do with each other any more, before it ran or since.
        case unfriended
        /// One gave up.
        case gaveUp
        /// One was deleted; the game was closed, or its board counts otherwise; both are one player since.
        case removed, closed, merged
        /// A result that decided it does not count any more.
        case hidden
    }

    /// Who has the better score.
    public enum Ahead: String, CaseIterable, Codable, Sendable {
        /// Who asks, the other side, or neither.
        case mine, theirs, level
    }

    /// Names it in paths.
    public var duel: String
    /// The game.
    public var game: String
    /// For people.
    public var gameName: String
    /// Its board.
    public var board: String
    /// For people.
    public var boardName: String
    /// Whether more or less is better; of one that is over, as it was then, where its scores say that.
    public var order: GameBoardBody.Order
    /// A score that wins at once; absent: the better one at the end wins.
    public var goal: Int64?
    /// The same for people.
    public var goalText: String?
    /// How long it runs from when it is accepted.
    public var seconds: Int64
    /// How far it is.
    public var state: State
    /// How it ended for who asks; absent: it is not over.
    public var outcome: DuelResult?
    /// Why.
    public var reason: Reason?
    /// When it was asked for.
    public var createdAt: UnixTime
    /// When the answer has to be there; only while it waits.
    public var answerBy: UnixTime?
    /// When it was accepted; absent: it never ran.
    public var startedAt: UnixTime?
    /// When it ends, or would have ended.
    public var endsAt: UnixTime?
    /// When it was over.
    public var overAt: UnixTime?
    /// Who asks made it.
    public var isMine: Bool
    /// The other side; absent: a player who was deleted.
    public var opponent: PlayerBody?
    /// The best of who asks within it; absent: none yet.
    public var best: DuelScoreBody?
    /// The other side's.
    public var theirBest: DuelScoreBody?
    /// Who has the better score; absent: nobody has one, or the board counts otherwise since and nothing says it any more.
    public var ahead: Ahead?
    /// By how much, as the board writes scores; absent: one has none, both are equal, or nobody knows who is ahead.
    public var gapText: String?
    /// The duel that it repeats.
    public var rematchOf: String?
    /// Rises with each change.
    public var version: Int64

    /// Makes one that waits.
    public init(
        duel: String,
        game: String,
        gameName: String,
        board: String,
        boardName: String,
        order: GameBoardBody.Order,
        seconds: Int64,
        state: State,
        createdAt: UnixTime,
        isMine: Bool,
        version: Int64
    ) {
        (self.duel, self.game, self.gameName) = (duel, game, gameName)
        (self.board, self.boardName, self.order) = (board, boardName, order)
        (self.seconds, self.state, self.createdAt) = (seconds, state, createdAt)
        (self.isMine, self.version) = (isMine, version)
    }
}

/// `GET /v1/me/duels`.
public struct DuelListBody: Codable, Hashable, Sendable {
    /// In the order of the list.
    public var duels: [DuelBody]
    /// For `cursor`: where the list goes on; absent: it ends here.
    public var next: String?

    /// Makes it.
    public init(duels: [DuelBody], next: String? = nil) {
        (self.duels, self.next) = (duels, next)
    }
}
