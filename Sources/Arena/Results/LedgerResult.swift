import Core
import WatchpostModel

/// A result as the ledger has it.
struct LedgerResult: Hashable, Sendable {
    /// The ledger's number: later results have larger ones, and none is given out twice.
    let sequence: Int64
    /// The row.
    let board: Int64
    /// The row of the installation that sent it.
    let install: Int64
    /// The row of the player whom that installation plays for now.
    let player: Int64
    let score: Int64
    /// When it was accepted, by the appliance's clock.
    let at: UnixTime
    /// When the game says it was achieved; never used for an order or a window.
    let achieved: UnixTime?
    /// What the game said beside it, as it was.
    let extra: String?
    let state: ResultState

    init(
        sequence: Int64,
        board: Int64,
        install: Int64,
        player: Int64,
        score: Int64,
        at: UnixTime,
        achieved: UnixTime? = nil,
        extra: String? = nil,
        state: ResultState = .counts
    ) {
        (self.sequence, self.board, self.install, self.player) = (sequence, board, install, player)
        (self.score, self.at, self.achieved, self.extra, self.state) = (score, at, achieved, extra, state)
    }

    /// As a standing that rests on it alone.
    var standing: ResultStanding { ResultStanding(score: score, sequence: sequence) }
}

extension ResultState: StoredWord {
    static let stored: [ResultState] = [.counts, .held, .hidden]
}
