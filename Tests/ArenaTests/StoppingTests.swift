import Core
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

/// A stop of the box has two seconds, and a slow card takes a third of one for each write.
@Suite("Long work ends between any two steps, and goes on from there")
struct StoppingTests {
    private let noon = ArenaFixture.noon
    private let day: Int64 = 86_400

    /// A board that was played for three days, with what that came to.
    private func played(_ stop: StepStop, few: Int = 2) async throws -> HidingFixture {
        let fixture = try await HidingFixture(players: 4, few: few, observer: stop.observer) { rules in
            rules.windows = [.day, .week]
        }
        let seasons = fixture.seasons
        _ = try await seasons.change(.next(nil), at: noon)
        for number in 0..<12 {
            let time = noon.advanced(by: Int64(number) * day / 4)
            try await seasons.submit(Int64(number * 7 % 5), of: seasons.players[number % 4], at: time)
        }
        _ = try await seasons.ledger.fold(most: 8)
        return fixture
    }

    @Test("hiding, whether it is much or little", arguments: [2, 200])
    func hiding(few: Int) async throws {
        let later = noon.advanced(by: 4 * day)
        try await StepStop.everywhere { stop async throws -> HidingFixture in
            let fixture = try await played(stop, few: few)
            _ = try await fixture.seasons.archives.keep(at: later)
            let selection = fixture.selection { ($0.board, $0.above) = (fixture.board.id, 1) }
            let begun = try await fixture.hidings.begin(
                selection,
                of: OpenedGame("snake"),
                by: "x",
                at: later
            )
            guard case .begun = begun else { throw SQLiteError(code: .misuse, message: "\(begun)", path: "") }
            return fixture
        } work: { fixture in
            let hidings = fixture.hidings
            return {
                guard let hiding = try await hidings.next() else { return }
                try await hidings.work(on: hiding, at: later, HidingStore.Following())
            }
        } outcome: { fixture in
            try await ArenaRows.all(fixture.seasons.arena.database)
        }
    }

    @Test("orders that are over, with the end of a season")
    func archives() async throws {
        let later = noon.advanced(by: 4 * day)
        try await StepStop.everywhere { stop async throws -> HidingFixture in
            let fixture = try await played(stop)
            _ = try await fixture.seasons.change(.next(nil), at: later)
            return fixture
        } work: { fixture in
            let archives = fixture.seasons.archives
            return { _ = try await archives.keep(at: later) }
        } outcome: { fixture in
            try await ArenaRows.all(fixture.seasons.arena.database)
        }
    }

    @Test("the decision about one result, and what it would do to hide many")
    func judgement() async throws {
        let later = noon.advanced(by: 4 * day)
        try await StepStop.everywhere { stop async throws -> HidingFixture in
            try await played(stop)
        } work: { fixture in
            let ledger = fixture.seasons.ledger
            return {
                _ = try await ledger.judge(1, of: OpenedGame("snake"), counts: false, by: "x", at: later) {
                    _ in
                }
            }
        } outcome: { fixture in
            try await ArenaRows.all(fixture.seasons.arena.database)
        }
        try await StepStop.everywhere { stop async throws -> HidingFixture in
            try await played(stop)
        } work: { fixture in
            let (hidings, board) = (fixture.hidings, fixture.board.id)
            return {
                var selection = HidingSelection()
                selection.board = board
                _ = try await hidings.preview(selection, of: OpenedGame("snake"))
            }
        } outcome: { fixture in
            try await ArenaRows.all(fixture.seasons.arena.database)
        }
    }

    @Test("what is let go of after a hiding")
    func tidying() async throws {
        let late = noon.advanced(by: 40 * day)
        try await StepStop.everywhere { stop async throws -> HidingFixture in
            let fixture = try await played(stop)
            let selection = fixture.selection { $0.board = fixture.board.id }
            _ = try await fixture.hide(selection, at: noon.advanced(by: 3 * day))
            return fixture
        } work: { fixture in
            let hidings = fixture.hidings
            return { _ = try await hidings.tidy(at: late) }
        } outcome: { fixture in
            try await ArenaRows.all(fixture.seasons.arena.database)
        }
    }

    private struct Tallied: Sendable {
        let games: [Game]
        let tally: GameTally
    }

    @Test("the count of how much is played")
    func tally() async throws {
        let (later, noon) = (noon.advanced(by: 3 * day), noon)
        try await StepStop.everywhere { stop async throws -> Tallied in
            let arena = try await played(stop).seasons.arena
            let games = try await arena.games.games().map(\.game)
            return Tallied(games: games, tally: GameTally(database: arena.database, step: 3))
        } work: { world in
            { _ = try await world.tally.figures(of: world.games, at: later) }
        } outcome: { world in
            // By a clock that is put back, so that no count of a moment ago serves.
            let figures = try await world.tally.figures(of: world.games, at: noon)
            return world.games.map { "\(String(describing: figures[$0.id]))" }
        }
    }

    @Test("putting results together, and letting old ones go")
    func folding() async throws {
        let late = noon.advanced(by: 400 * day)
        try await StepStop.everywhere { stop async throws -> HidingFixture in
            try await played(stop)
        } work: { fixture in
            let ledger = fixture.seasons.ledger
            return {
                while try await ledger.fold(most: 2) > 0 {}
                while try await ledger.sweep(at: late, most: 5) > 0 {}
            }
        } outcome: { fixture in
            try await ArenaRows.all(fixture.seasons.arena.database)
        }
    }
}
