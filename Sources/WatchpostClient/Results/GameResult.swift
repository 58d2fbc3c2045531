public import WatchpostModel

/// A result that a game has kept.
public struct GameResult: Codable, Hashable, Identifiable, Sendable {
    /// A UUID of version 7: under it the appliance counts the result once, however often it is sent.
    public let key: String
    /// The board's name in paths.
    public let board: String
    /// A whole number, as the board counts: points, milliseconds, hundredths.
    public let score: Int64
    /// When the game says it was achieved; nil: it does not, or the appliance believes another clock.
    public package(set) var achieved: UnixTime?
    /// Of the game, up to 256 bytes.
    public let extra: String?

    /// The key.
    public var id: String { key }

    package init(
        key: String,
        board: String,
        score: Int64,
        achieved: UnixTime? = nil,
        extra: String? = nil
    ) {
        (self.key, self.board, self.score) = (key, board, score)
        (self.achieved, self.extra) = (achieved, extra)
    }

    /// As it is sent.
    var entry: ResultBatchBody.Entry {
        ResultBatchBody.Entry(key: key, board: board, score: score, achieved: achieved, extra: extra)
    }
}

/// What becomes of results, as it is heard of.
public enum ResultNews: Hashable, Sendable {
    /// Why a result left without an answer.
    public enum Loss: Hashable, Sendable {
        /// Five hundred wait, and a new one came.
        case full
        /// For thirty days nobody said whether it is on the board: the appliance may have forgotten its key, and would
        /// count it twice.
        case old
    }

    /// The appliance has taken it; nil: it did not say what the player has on the board since.
    case sent(GameResult, ResultBody?)
    /// No board ever takes it; it has left.
    case refused(GameResult, ProblemBody)
    /// It has left without an answer.
    case dropped(GameResult, Loss)
    /// Nothing could be sent, or written down, because of this; what waits is sent later.
    case waiting(WatchpostError)
    /// The appliance knows no such game. What waits stays, and is tried again when the game starts, and by
    /// ``WatchpostGame/connectionChanged()``.
    case stopped(ProblemBody)
}

/// A result before it has a key.
package struct ResultDraft: Hashable, Sendable {
    package var board: String
    package var score: Int64
    package var extra: String?
    package var achieved: UnixTime?

    package init(board: String, score: Int64, extra: String? = nil, achieved: UnixTime? = nil) {
        (self.board, self.score) = (board, score)
        (self.extra, self.achieved) = (extra, achieved)
    }

    func result(key: String) -> GameResult {
        GameResult(key: key, board: board, score: score, achieved: achieved, extra: extra)
    }
}
