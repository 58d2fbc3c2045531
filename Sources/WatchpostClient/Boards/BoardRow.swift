public import Foundation
public import WatchpostModel

/// A row of a board, for a game's own views.
public struct BoardRow: Hashable, Identifiable, Sendable {
    /// The player's code: each is on a board once.
    public let id: String
    /// From 1, each once.
    public let position: Int
    /// From 1; equal scores share one: 1, 2, 2, 4.
    public let rank: Int
    /// What the player is called; to be shown as text, never as markup.
    public let name: String
    /// A figure of the player; nil: draw one from the code.
    public let picture: URL?
    /// What counts there, by the board's rules.
    public let score: Int64
    /// The same for people, as the board writes it.
    public let scoreText: String
    /// When the result by which the player stands there was accepted; nil: that is not kept any more.
    public let at: Date?
    /// What the game said beside that result.
    public let extra: String?
    /// Among friends: the position on the whole board.
    public let overall: Int?
    /// It is the player of this game.
    public let isMe: Bool
    /// It is a friend of that player, as far as who was asked knew who asked.
    public let isFriend: Bool

    /// - Parameters:
    ///   - body: as it came.
    ///   - address: of the appliance, without a slash at its end.
    ///   - me: the code of the player of this game, if it is known.
    package init(_ body: BoardRowBody, address: String, me: String?) {
        id = body.player.code
        (position, rank, name) = (body.position, body.rank, body.player.name)
        picture = body.player.picture.flatMap { URL(string: address + $0) }
        (score, scoreText) = (body.exact.flatMap { Int64($0) } ?? body.score, body.scoreText)
        at = body.at.map { Date(timeIntervalSince1970: Double($0.seconds)) }
        (extra, overall) = (body.extra, body.overall)
        isMe = body.isMe ?? (body.player.code == me)
        isFriend = body.isFriend ?? false
    }
}

/// Which rows of a board.
public enum BoardPart: Hashable, Sendable {
    /// From the first place on, or from a cursor.
    case top
    /// The player of this game with others on both sides; the first rows for who is not on the board yet.
    case aroundMe
    /// The same around another player, by the code.
    case around(String)
    /// The player of this game and its friends alone.
    case friends
}

/// A part of a board, and when it was so.
public struct BoardPage: Hashable, Sendable {
    /// Names in paths.
    public let game, board: String
    /// Of which time.
    public let window: StandingBody.Window
    /// Which day, week, month or season; nil: all time.
    public let period: String?
    /// Players in this window.
    public let total: Int
    /// In their order.
    public let rows: [BoardRow]
    /// The player of this game, or around whom the page is; nil: nobody was named, or not on the board.
    public let own: BoardRow?
    /// For `cursor`: what is behind and before this page; nil: it ends here.
    public let next, previous: String?
    /// When the appliance answered, by this device's clock: say how old it is where you cannot ask again.
    public let asOf: Date

    package init(_ body: BoardPageBody, address: String, me: String?, asOf: Date) {
        (game, board, window, period) = (body.game, body.board, body.window, body.period)
        total = body.total
        rows = body.rows.map { BoardRow($0, address: address, me: me) }
        own = body.own.map { BoardRow($0, address: address, me: me) }
        (next, previous, self.asOf) = (body.next, body.previous, asOf)
    }
}
