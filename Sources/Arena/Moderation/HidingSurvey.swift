import Core
import WatchpostModel

/// A result that a hiding takes away or gives back.
struct HidingMark: Hashable, Sendable {
    let sequence: Int64
    let board: Int64
    let install: Int64
    let player: Int64
    let score: Int64
    let at: UnixTime
    let state: ResultState
    /// As it is to be.
    let next: ResultState
    /// What it is without any hiding.
    let before: ResultState

    var place: HidingPlace { HidingPlace(board: board, install: install) }
    var duelScore: DuelScore {
        DuelScore(
            player: player,
            board: board,
            standing: ResultStanding(score: score, sequence: sequence),
            at: at
        )
    }
}

/// An installation on a board.
struct HidingPlace: Hashable, Sendable {
    let board: Int64
    let install: Int64
}

/// Finds the results of a hiding, some numbers at a time.
struct HidingSurvey: Sendable {
    let hiding: Hiding

    /// Numbers of one read.
    static let step: Int64 = 20_000

    /// Those among the next numbers behind one; `end`: nil: there are no more.
    func marks(
        behind number: Int64,
        _ scope: HidingScope,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> (marks: [HidingMark], end: Int64?) {
        hiding.state == .undoing
            ? try returning(behind: number, db) : try HidingSurvey.hiding(behind: number, scope, db)
    }

    /// Results that it takes away: those that count or wait, and those that another hiding took already.
    static func hiding(
        behind number: Int64,
        _ scope: HidingScope,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> (marks: [HidingMark], end: Int64?) {
        guard let numbers = scope.numbers, number < numbers.upperBound else { return ([], nil) }
        let first = try db.first(
            "SELECT seq FROM results WHERE seq > ?1 AND seq >= ?2 ORDER BY seq LIMIT 1",
            .integer(number),
            .integer(numbers.lowerBound)
        ) { row throws(SQLiteError) in try row.integer(0) }
        guard let first, first <= numbers.upperBound else { return ([], nil) }
        let last = min(first + step - 1, numbers.upperBound)
        var marks: [HidingMark] = []
        try db.each(
            """
            SELECT seq, results.board, results.install, player, results.score, at, state
            FROM results JOIN installs ON installs.id = results.install
            WHERE seq BETWEEN ?1 AND ?2 AND results.board IN (SELECT value FROM json_each(?3))
                AND at >= ?4 AND at < ?5
            """,
            .integer(first),
            .integer(last),
            .text(DuelTable.list(scope.boards)),
            .integer(scope.selection.since?.seconds ?? .min),
            .integer(scope.selection.until?.seconds ?? .max)
        ) { row throws(SQLiteError) in
            let (sequence, board, install) = (try row.integer(0), try row.integer(1), try row.integer(2))
            let (score, at) = (try row.integer(4), try row.instant(5))
            guard scope.covers(sequence, board, install, score: score, at: at.seconds) else { return }
            let state = ResultState(number: try row.integer(6)) ?? .held
            marks.append(
                HidingMark(
                    sequence: sequence,
                    board: board,
                    install: install,
                    player: try row.integer(3),
                    score: score,
                    at: at,
                    state: state,
                    next: .hidden,
                    before: state
                )
            )
        }
        var taken: [HidingMark] = []
        for mark in marks {
            if let one = try HidingSurvey.taken(mark, db) { taken.append(one) }
        }
        return (taken, last)
    }

    /// One that is hidden already is taken where a hiding did it: until both are undone it does not come back.
    private static func taken(_ mark: HidingMark, _ db: borrowing Connection) throws(SQLiteError)
        -> HidingMark?
    {
        guard mark.state == .hidden else { return mark }
        guard let before = try HidingTable.before(mark.sequence, db) else { return nil }
        return HidingMark(
            sequence: mark.sequence,
            board: mark.board,
            install: mark.install,
            player: mark.player,
            score: mark.score,
            at: mark.at,
            state: .hidden,
            next: .hidden,
            before: before
        )
    }

    /// Results that it gives back: those that no other hiding has, and that nobody hid by themselves.
    private func returning(behind number: Int64, _ db: borrowing Connection) throws(SQLiteError) -> (
        marks: [HidingMark], end: Int64?
    ) {
        let last = try db.first(
            """
            SELECT max(seq) FROM
                (SELECT seq FROM hidden_results WHERE hiding = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3)
            """,
            .integer(hiding.id),
            .integer(number),
            .integer(HidingSurvey.step)
        ) { row throws(SQLiteError) in try row.optionalInteger(0) }
        guard let last = last ?? nil else { return ([], nil) }
        let marks = try db.rows(
            """
            SELECT hidden_results.seq, results.board, results.install, player, results.score, at, before
            FROM hidden_results JOIN results ON results.seq = hidden_results.seq
                JOIN installs ON installs.id = results.install
            WHERE hiding = ?1 AND hidden_results.seq > ?2 AND hidden_results.seq <= ?3 AND state = 2 AND before <> 2
                AND NOT EXISTS (SELECT 1 FROM hidden_results AS others JOIN hidings ON hidings.id = others.hiding
                    WHERE others.seq = hidden_results.seq AND others.hiding <> ?1 AND hidings.state IN (0, 1, 4))
            ORDER BY hidden_results.seq
            """,
            .integer(hiding.id),
            .integer(number),
            .integer(last)
        ) { row throws(SQLiteError) in
            let before = ResultState(number: try row.integer(6)) ?? .held
            return HidingMark(
                sequence: try row.integer(0),
                board: try row.integer(1),
                install: try row.integer(2),
                player: try row.integer(3),
                score: try row.integer(4),
                at: try row.instant(5),
                state: .hidden,
                next: before,
                before: before
            )
        }
        return (marks, last)
    }
}

extension HidingMark {
    /// Within the write: changes the result, and remembers what it was.
    func write(_ hiding: Hiding, _ db: borrowing Connection) throws(SQLiteError) {
        if state != next {
            try db.execute(
                "UPDATE results SET state = ?2 WHERE seq = ?1 AND state = ?3",
                .integer(sequence),
                .integer(next.number),
                .integer(state.number)
            )
            // It was judged, or removed, since it was looked at.
            guard db.changes == 1 else { return }
        }
        guard hiding.state == .hiding else { return }
        try db.execute(
            "INSERT OR IGNORE INTO hidden_results (hiding, seq, before) VALUES (?1, ?2, ?3)",
            .integer(hiding.id),
            .integer(sequence),
            .integer(before.number)
        )
    }
}
