public import WatchpostModel

/// Boards.
extension WatchpostGame {
    /// The game with its boards.
    public func game() async throws(WatchpostError) -> PublicGameBody {
        try await read(["games", installation.game])
    }

    /// A part of a board.
    ///
    /// - Parameters:
    ///   - board: its name in paths.
    ///   - part: which rows.
    ///   - window: of which time, as far as the board has it.
    ///   - period: which day, week, month or season that is over; nil: the one that runs.
    ///   - limit: 1 to 100 rows.
    ///   - cursor: `next` or `previous` of a page of the top.
    /// - Returns: rows in their order.
    /// - Throws: `refused` for a board, window or player that is not there, and why nobody answered.
    public func board(
        _ board: String,
        _ part: BoardPart = .top,
        window: StandingBody.Window = .all,
        period: String? = nil,
        limit: Int? = nil,
        cursor: String? = nil
    ) async throws(WatchpostError) -> BoardPage {
        let path = ["games", installation.game, "boards", board]
        let query: [(name: String, value: String?)] = [
            ("window", window.rawValue), ("period", period), ("limit", limit.map { "\($0)" }),
        ]
        let body: BoardPageBody
        switch part {
        case .top: body = try await read(path, query + [(name: "cursor", value: cursor)])
        case .around(let player): body = try await read(path + ["around", player], query)
        case .aroundMe: body = try await mine(path + ["me"], query)
        case .friends:
            let scope = BoardPageBody.Scope.friends.rawValue
            body = try await mine(path + ["me"], query + [(name: "scope", value: scope)])
        }
        let me = await player?.code
        return BoardPage(body, address: installation.address, me: me, asOf: installation.clock())
    }

    /// What of a board runs, with its seeds, and what is over.
    public func seasons(of board: String) async throws(WatchpostError) -> BoardSeasonsBody {
        try await read(["games", installation.game, "boards", board, "seasons"])
    }
}
