import Core
import Serving
import WatchpostModel

/// Where players were as the week began.
extension ArenaService {
    /// Where players were as the week began, for orders of all time; nil: nobody can tell.
    ///
    /// One more read of the file for each page, of up to 32 pieces of that order: a front page is kept, and pays it ten times a
    /// second at most.
    func begin(
        of span: BoardSpan,
        for players: [Int64],
        on board: GameBoard,
        at now: UnixTime
    ) async throws(Problem) -> WeekBegin? {
        guard span == .all, !players.isEmpty else { return nil }
        return try await use { stores throws(SQLiteError) in
            try await stores.archives.beginOfWeek(players, on: board.id, at: now)
        }
    }
}
