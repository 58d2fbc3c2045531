import Core
import WatchpostModel

/// Who sends results, as its row says, within the transaction that takes them.
struct ResultSender: Sendable {
    let player: Int64
    let isGameOpen: Bool
    /// No other game is open here.
    let isOnlyGame: Bool
    /// Of home from here on, if they come from there.
    let owner: LedgerCounts.Owner
    let standing: LedgerShares.Standing
    /// What the row says, and what it says when a result was taken.
    private let use: (before: InstallUse, after: InstallUse)
    private let comesHome: Bool

    /// Nil: there is no such installation.
    init?(
        install: Int64,
        isAtHome: Bool,
        _ now: UnixTime,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let found = try db.first(
            """
            SELECT player, game, closed_at, outside, network, played, registered_at,
                (SELECT count(*) FROM (SELECT 1 FROM games WHERE closed_at IS NULL LIMIT 2))
            FROM installs JOIN games ON games.id = game WHERE installs.id = ?1
            """,
            .integer(install)
        ) { row throws(SQLiteError) in
            try Found(row)
        }
        guard let found else { return nil }
        (player, isGameOpen, isOnlyGame) = (found.player, found.isGameOpen, found.openGames <= 1)
        comesHome = found.isOutside && isAtHome
        let isOutside = found.isOutside && !isAtHome
        owner = LedgerCounts.Owner(
            install: install,
            game: found.game,
            network: isOutside ? found.network : nil,
            isOutside: isOutside
        )
        // A clock that was ahead then makes nobody old.
        let age = now.since(found.registeredAt)
        use = (found.use, found.use.afterResult(age))
        let isKnown = found.use == .returned && age >= LedgerShares.longStanding
        standing = !isOutside ? .home : isKnown ? .known : .newcomer
    }

    /// A result of it was taken: at most three times in its life its row says something else by that.
    func note(_ db: borrowing Connection) throws(SQLiteError) {
        if comesHome { try ResultSender.comeHome(owner.install, db) }
        guard use.after != use.before else { return }
        try db.execute(
            "UPDATE installs SET played = ?2 WHERE id = ?1",
            .integer(owner.install),
            .integer(use.after.rawValue)
        )
    }

    /// It is one of home from now on: somebody who is there has it, wherever it registered.
    static func comeHome(_ id: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "UPDATE installs SET outside = 0, network = NULL WHERE id = ?1 AND outside = 1",
            .integer(id)
        )
    }

    private struct Found {
        let player: Int64
        let game: Int64
        let isGameOpen: Bool
        let isOutside: Bool
        let network: String?
        let use: InstallUse
        let registeredAt: UnixTime
        let openGames: Int64

        init(_ row: borrowing Row) throws(SQLiteError) {
            (player, game) = (try row.integer(0), try row.integer(1))
            (isGameOpen, isOutside) = (row.isNull(2), try row.flag(3))
            network = try row.optionalText(4)
            use = InstallUse(rawValue: try row.integer(5)) ?? .never
            registeredAt = try row.instant(6)
            openGames = try row.integer(7)
        }
    }
}
