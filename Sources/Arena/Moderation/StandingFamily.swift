import Core
import WatchpostModel

/// Places whose standings are made again, with those of the same players that depend on them.
///
/// Only where the latest result counts does what an installation has depend on its player's others: see `StandingSums`.
struct StandingFamily: Sendable {
    /// A player on a board.
    private struct Owner: Hashable {
        let board: Int64
        let player: Int64
    }

    /// What was asked for.
    private let asked: [HidingPlace]
    /// All places, and whose they are; 0 where it makes no difference.
    let players: [HidingPlace: Int64]
    private let groups: [Owner: [HidingPlace]]

    init(
        _ places: [HidingPlace],
        _ rules: [Int64: StandingRules],
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        asked = places
        players = try StandingFamily.players(places, rules, db)
        let owned = players.filter { $0.value > 0 }
        groups = Dictionary(grouping: owned.keys) { Owner(board: $0.board, player: owned[$0] ?? 0) }
    }

    /// Whether it is still the same.
    func holds(_ rules: [Int64: StandingRules], _ db: borrowing Connection) throws(SQLiteError) -> Bool {
        guard !groups.isEmpty else { return true }
        return try StandingFamily.players(asked, rules, db) == players
    }

    /// These, with all that depend on them, each once.
    func with(_ places: some Sequence<HidingPlace>) -> Set<HidingPlace> {
        var all = Set<HidingPlace>()
        for place in places {
            all.insert(place)
            guard let player = players[place], player > 0 else { continue }
            all.formUnion(groups[Owner(board: place.board, player: player)] ?? [])
        }
        return all
    }

    private static func players(
        _ places: [HidingPlace],
        _ rules: [Int64: StandingRules],
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [HidingPlace: Int64] {
        let latest = places.filter { rules[$0.board]?.counts == .latest }
        var players = Dictionary(places.map { ($0, Int64(0)) }) { first, _ in first }
        guard !latest.isEmpty else { return players }
        let boards = Dictionary(grouping: latest, by: \.install).mapValues { $0.map(\.board) }
        try db.each(
            """
            SELECT own.id, others.id, own.player FROM installs AS own
                JOIN installs AS others ON others.player = own.player AND others.game = own.game
            WHERE own.id IN (SELECT value FROM json_each(?1))
            """,
            .text(DuelTable.list(Set(boards.keys)))
        ) { row throws(SQLiteError) in
            let (own, other, player) = (try row.integer(0), try row.integer(1), try row.integer(2))
            for board in boards[own] ?? [] { players[HidingPlace(board: board, install: other)] = player }
        }
        return players
    }
}
