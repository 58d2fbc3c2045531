import Core
import Serving
import WatchpostModel

/// What the address of a game's page says.
struct SiteBoardQuestion: Sendable {
    let game: String
    /// Nil: the first one.
    let board: String?
    let window: StandingBody.Window
    /// Nil: what runs.
    let period: String?
    /// Nil: the first page.
    let cursor: String?

    init(_ request: CallRequest) throws(Problem) {
        let query = request.query
        game = request.parameter("game")
        board = query["board"]
        let windows = StandingBody.Window.allCases.map(\.rawValue)
        let name = try query.choice("window", of: windows, default: windows[0])
        window = StandingBody.Window(rawValue: name) ?? .all
        (period, cursor) = (query["period"], query["cursor"])
    }

    /// What of it stays when the language changes.
    var said: [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        if let board { pairs.append(("board", board)) }
        if window != .all { pairs.append(("window", window.rawValue)) }
        if let period { pairs.append(("period", period)) }
        if let cursor { pairs.append(("cursor", cursor)) }
        return pairs
    }

    /// Which board of a game that is; nil: the game has none.
    func board(of listed: GameStore.Listed) throws(Problem) -> GameBoard? {
        guard let board else { return listed.boards.first }
        guard let found = listed.boards.first(where: { $0.rules.slug == board }) else {
            throw Problem.noBoard
        }
        return found
    }

    /// By which a first page is kept for those who ask next; nil: it is none.
    func key(_ look: String) -> FrontPages.Key? {
        guard period == nil, cursor == nil else { return nil }
        return FrontPages.Key(
            game: game,
            board: board ?? "",
            window: window.rawValue,
            limit: SiteBoard.rows,
            look: look
        )
    }
}
