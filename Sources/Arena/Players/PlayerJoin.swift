import Core
import WatchpostModel

/// A code that one player made, said in another place: both are one from then on.
///
/// What would happen and what happens are one computation: `plan` reads, `write` writes what it says.
struct PlayerJoin: Sendable {
    /// Who says the code.
    enum Caller: Hashable, Sendable {
        /// The row of an installation.
        case install(Int64)
        /// The person of a phone.
        case person(Int64)
    }

    /// What it comes to, or came to.
    struct Report: Hashable, Sendable {
        /// Who the caller is then.
        var player: Player
        /// The name that goes; nil: the caller was nobody yet.
        var loses: String?
        /// Installations that play for somebody else then.
        var installs = 0
        /// Friends that the player has then.
        var friends = 0
        /// Friends of who goes for whom there is no room; none in an answer that is told again, and no ended duels either.
        var friendsLeft = 0
        var voidedDuels = 0
        /// Duels with others that go with a block, or a friend who is left.
        var endedDuels = 0
        var isDone = false
        /// Rows of the installations of which something else is true now.
        var changedInstalls: [Int64] = []
        /// Boards (their rows) whose orders changed.
        var boards: Set<Int64> = []
        /// A person who has no player any more.
        var leftPerson: Int64?
    }

    enum Outcome: Hashable, Sendable {
        case joined(Report)
        /// No such code, used, or too old.
        case unknown
        /// It was made by the player who says it.
        case ownCode
        /// Both are players of persons, and of two.
        case otherPerson
        /// A game says it for a player that has the app: only the app gives that one to somebody else.
        case appOnly
    }

    /// SHA-256 of the code.
    let hash: [UInt8]
    let caller: Caller
    let now: UnixTime

    /// What stands before anything is written.
    struct Plan {
        let code: Code
        let into: Player
        /// Nil: the caller is nobody yet.
        let merge: PlayerMerge?
        /// Of the player, then.
        let person: Int64?
        var report: Report

        /// Whether a guest becomes a person's, so that ways into it that its games know must end.
        static func endsWays(_ into: Player, _ person: Int64?, _ code: Code) -> Bool {
            into.person == nil && person != nil && !code.isRecovery
        }

        /// Whether a guest becomes a person's by another way than a letter, so that its address must go: its game may have said it.
        static func forgetsAddress(_ into: Player, _ person: Int64?, _ code: Code) -> Bool {
            into.person == nil && person != nil && !code.isMailed
        }
    }

    enum Planning {
        case plan(Plan)
        case settled(Outcome)
    }

    func plan(_ db: borrowing Connection) throws(SQLiteError) -> Planning {
        guard let code = try Code.find(hash, at: now, db) else { return .settled(.unknown) }
        let own = try ownPlayer(db)
        if case .install = caller, own == nil { return .settled(.unknown) }
        if code.isUsed { return .settled(try again(code, own, db)) }
        guard let into = try PlayerTable.player(code.player, db) else { return .settled(.unknown) }
        if own?.id == into.id { return .settled(.ownCode) }
        if let successor = try PlayerTable.successor(of: into.id, db) {
            return .settled(successor == own?.id ? .ownCode : .unknown)
        }
        if case .install = caller, own?.person != nil { return .settled(.appOnly) }
        var mine = own?.person
        if case .person(let person) = caller { mine = person }
        let areTwo = mine != nil && into.person != nil && mine != into.person
        if areTwo, !code.isRecovery { return .settled(.otherPerson) }
        var merge: PlayerMerge?
        if let own { merge = try PlayerMerge(of: own, into: into, db) }
        let person = mine ?? into.person
        var report = Report(player: PlayerTable.player(into, ofPerson: person), loses: own?.name)
        if code.isRecovery, !code.isMailed { report.player.recoveryCodes -= 1 }
        if Plan.endsWays(into, person, code) { report.player.recoveryCodes = 0 }
        if Plan.forgetsAddress(into, person, code) { report.player.email = nil }
        if let merge {
            report.friends = merge.friendCount
        } else {
            report.friends = try PlayerTable.friends(of: into.id, db)
        }
        report.installs = merge?.moved.count ?? 0
        report.friendsLeft = merge?.left.count ?? 0
        report.voidedDuels = merge?.voided.count ?? 0
        report.endedDuels = merge?.ended.count ?? 0
        report.leftPerson = areTwo ? into.person : nil
        return .plan(Plan(code: code, into: into, merge: merge, person: person, report: report))
    }

    /// Duels that are to be counted again if this is written; nil: nobody becomes another one.
    func recount(_ db: borrowing Connection) throws(SQLiteError) -> DuelRecount? {
        guard case .plan(let plan) = try plan(db), let merge = plan.merge else { return nil }
        return try DuelRecount(merging: merge.from.id, into: merge.into.id, db)
    }

    /// What is there as `plan` has read it, in the same transaction; `ahead`: what was counted of duels before it.
    func write(_ plan: Plan, _ ahead: DuelCount?, _ db: borrowing Connection) throws(SQLiteError) -> Report {
        var report = plan.report
        var done = now
        if let merge = plan.merge {
            report.boards = try InstallTable.boards(of: merge.from.id, db)
            done = try merge.write(at: now, ahead: ahead, db)
        }
        if plan.person != plan.into.person {
            try db.execute(
                "UPDATE players SET person = ?2, updated_at = ?3 WHERE id = ?1",
                .integer(plan.into.id),
                .integer(plan.person),
                .integer(now.seconds)
            )
            if Plan.endsWays(plan.into, plan.person, plan.code) { try endWays(into: plan.into.id, db) }
            if Plan.forgetsAddress(plan.into, plan.person, plan.code) {
                try forgetAddress(of: plan.into.id, db)
            }
            // Its phones are nobody's here any more: what waits for them is not theirs.
            if let left = report.leftPerson { try NewsTable.forget(person: left, db) }
            report.changedInstalls = try PlayerMerge.installs(of: plan.into.id, db)
        } else {
            report.changedInstalls = plan.merge?.moved ?? []
        }
        try plan.code.use(by: plan.merge?.from.id ?? plan.into.id, at: done, db)
        report.player = try PlayerTable.player(plan.into.id, db) ?? report.player
        report.isDone = true
        return report
    }

    /// Codes that a guest made are its games'; a person who takes it over begins without them.
    private func endWays(into player: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute("DELETE FROM recovery_codes WHERE player = ?1", .integer(player))
        try db.execute(
            "DELETE FROM player_codes WHERE player = ?1 AND hash <> ?2",
            .integer(player),
            .blob(hash)
        )
    }

    /// A game may have said it for its guest: it would be a way into a player that is a person's now.
    ///
    /// So would the code of a letter that is on its way there. An address that a letter reached is the person's own.
    private func forgetAddress(of player: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute("UPDATE players SET email = NULL WHERE id = ?1", .integer(player))
        try Code.forgetMailed(of: player, db)
    }

    private func ownPlayer(_ db: borrowing Connection) throws(SQLiteError) -> Player? {
        switch caller {
        case .install(let install): try PlayerTable.player(ofInstall: install, db)
        case .person(let person): try PlayerTable.player(ofPerson: person, db)
        }
    }

    /// The same answer for whoever joined by a code and lost it; for anybody else a used code is none.
    private func again(_ code: Code, _ own: Player?, _ db: borrowing Connection) throws(SQLiteError)
        -> Outcome
    {
        guard let own, own.id == code.player, let used = try code.use(db) else { return .unknown }
        var moved: [Int64] = []
        if let former = used.former {
            moved = try InstallTable.moved(with: former, to: own.id, at: used.at, db)
        }
        if case .install(let install) = caller, !moved.contains(install) { return .unknown }
        var report = Report(player: own, loses: used.name)
        report.friends = try PlayerTable.friends(of: own.id, db)
        report.installs = moved.count
        report.voidedDuels = try PlayerTable.merged(of: own.id, at: used.at, db)
        report.isDone = true
        return .joined(report)
    }
}
