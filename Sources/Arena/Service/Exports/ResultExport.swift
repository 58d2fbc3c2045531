import Core
import Serving
import WatchpostModel

/// The results of a game on their way to whoever governs it, a slice at a time.
final class ResultExport: Sendable {
    private struct State {
        /// Where the next slice begins; nil: that was all.
        var after: Int64? = 0
        var hasBegun = false
        var hasRows = false
    }

    private let arena: ArenaService
    private let slices: ResultSlices
    private let sheet: ResultSheet
    private let texts: [String: ScoreText]
    private let place: ExportPlaces.Place
    private let state = Locked(State())

    /// `place`: kept until the last of it is sent, or nobody takes it any more.
    init(_ slices: ResultSlices, _ sheet: ResultSheet, of arena: ArenaService, _ place: ExportPlaces.Place) {
        (self.slices, self.sheet, self.arena, self.place) = (slices, sheet, arena, place)
        texts = slices.boards.mapValues { ScoreText($0) }
    }

    /// The next piece; nil: that was all.
    ///
    /// One at a time: see `StreamedBody`.
    func next() async throws(Problem) -> [UInt8]? {
        guard let after = state.withLock({ $0.after }) else { return nil }
        let slice = try await arena.use { [slices] stores throws(SQLiteError) in
            try await stores.ledger.slice(slices, after: after)
        }
        guard let slice else { throw Problem.noGame }
        let results = slice.results.compactMap { sent in texts[sent.board].map { SentResultBody(sent, $0) } }
        return state.withLock { state in
            var piece = state.hasBegun ? [] : sheet.begin
            piece += sheet.rows(results, areFirst: !state.hasRows)
            if slice.next == nil { piece += sheet.end }
            state.hasBegun = true
            state.hasRows = state.hasRows || !results.isEmpty
            state.after = slice.next
            return piece
        }
    }
}
