import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

/// A board of which results are hidden together, beside a model of what is hidden.
final class HidingFixture {
    let seasons: SeasonFixture
    let hidings: HidingStore
    /// What each hiding that stands has.
    private var standing: [Int64: Set<Int64>] = [:]
    /// Hidden by themselves.
    private var alone: Set<Int64> = []

    /// `few`: results that one write hides.
    init(
        players: Int,
        few: Int = 200,
        observer: Database.Observer? = nil,
        _ change: (inout BoardRules) -> Void = { _ in }
    ) async throws {
        seasons = try await SeasonFixture(players: players, observer: observer, change)
        hidings = HidingStore(seasons.ledger, few: few)
    }

    var board: GameBoard { seasons.board }

    func selection(_ change: (inout HidingSelection) -> Void) -> HidingSelection {
        var selection = HidingSelection()
        change(&selection)
        return selection
    }

    /// Hides, and answers the number; nil: nothing was selected.
    func hide(_ selection: HidingSelection, at now: UnixTime) async throws -> Int64? {
        let outcome = try await hidings.begin(selection, of: OpenedGame("snake"), by: "the owner", at: now)
        guard case .begun(let hiding) = outcome else { return nil }
        standing[hiding.id] = covered(selection)
        try await work(at: now)
        return hiding.id
    }

    func undo(_ id: Int64, at now: UnixTime) async throws -> HidingStore.Undoing {
        let outcome = try await hidings.undo(id, of: OpenedGame("snake"), by: "the owner", at: now)
        if case .begun = outcome { standing[id] = nil }
        try await work(at: now)
        return outcome
    }

    func judge(_ sequence: Int64, counts: Bool) async throws {
        try await seasons.judge(sequence, counts: counts)
        if counts {
            alone.remove(sequence)
            for id in standing.keys { standing[id]?.remove(sequence) }
        } else {
            alone.insert(sequence)
        }
        model()
    }

    /// As the appliance does in a task of its own.
    func work(at now: UnixTime) async throws {
        let shelf = seasons.shelf
        while let hiding = try await hidings.next() {
            try await hidings.work(
                on: hiding,
                at: now,
                HidingStore.Following(boards: { for board in $0 { shelf.leave(board) } })
            )
        }
        model()
    }

    private func model() {
        seasons.hidden = standing.values.reduce(alone) { $0.union($1) }
    }

    private func covered(_ selection: HidingSelection) -> Set<Int64> {
        Set(
            seasons.played.filter { one in
                // Who was hidden alone stays so, whatever else hides it.
                guard selection.result ?? one.sequence == one.sequence,
                    selection.player?.id ?? one.player == one.player
                else { return false }
                return one.at >= selection.since ?? one.at
                    && one.at < selection.until ?? UnixTime(seconds: .max)
                    && one.score > selection.above ?? .min && one.score < selection.below ?? .max
            }.map(\.sequence)
        )
    }

    /// Numbers of all results that are hidden, as the file has them.
    func stored() async throws -> Set<Int64> {
        Set(
            try await seasons.arena.database.read("hidden") { db throws(SQLiteError) in
                try db.rows("SELECT seq FROM results WHERE state = 2") { row throws(SQLiteError) in
                    try row.integer(0)
                }
            }
        )
    }
}
