import Core
import WatchpostModel

/// What duels tell their sides.
enum DuelNews {
    /// For how long an answer or an end is news.
    private static let life: Int64 = 7 * 86_400

    private static func subject(_ code: String) -> String { "d:\(code)" }

    static func write(
        _ effects: [DuelEffect],
        of record: DuelRecord,
        at now: UnixTime?,
        _ changes: inout DuelChanges,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        let duel = record.duel
        let at = now ?? duel.overAt ?? duel.startedAt ?? duel.createdAt
        var view: DuelView?
        for effect in effects {
            switch effect {
            case .refused: continue
            case .withdraw(let side, let kind):
                guard let player = record.players[side] else { continue }
                try NewsTable.withdraw(kind, about: subject(record.code), from: player, at: at, db)
            case .tell(let side, let kind):
                guard let player = record.players[side] else { continue }
                if view == nil { view = try DuelTable.view(record, db) }
                guard let view else { continue }
                try NewsTable.put(news(kind, view, to: side, at: at), to: player, db)
            }
            changes.hasNews = true
        }
    }

    /// Duels of two players that are over, of which news may wait.
    private static let mostWithdrawn: Int64 = 200
    /// Of one player, newest first, that are looked through for them.
    private static let mostLookedAt: Int64 = 1_000

    /// Two players have nothing to do with each other any more: neither is told of a duel between them, whatever waits.
    ///
    /// All of them are over.
    static func withdrawAll(
        of one: Int64,
        _ other: Int64,
        at now: UnixTime?,
        _ changes: inout DuelChanges,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        var codes: [String] = []
        for (creator, opponent) in [(one, other), (other, one)] {
            codes += try db.rows(
                """
                SELECT code FROM (SELECT * FROM duels WHERE creator = ?1 AND state = 2 ORDER BY id DESC LIMIT ?4)
                WHERE opponent = ?2 AND over_at > ?3 LIMIT ?5
                """,
                .integer(creator),
                .integer(opponent),
                .integer(now.map { $0.seconds - life } ?? 0),
                .integer(mostLookedAt),
                .integer(mostWithdrawn / 2)
            ) { row throws(SQLiteError) in try row.text(0) }
        }
        for code in codes {
            for player in [one, other] {
                try NewsTable.withdraw(nil, about: subject(code), from: player, at: now, db)
            }
        }
        changes.hasNews = changes.hasNews || !codes.isEmpty
    }

    private static func news(
        _ kind: NewsKind,
        _ view: DuelView,
        to side: DuelSide,
        at now: UnixTime
    ) -> News {
        let duel = view.duel
        let other = view.players[side.other]
        // Who is being deleted has no name any more, and leaves no code behind.
        let isNamed = other?.name.isEmpty == false
        var content = NewsContent(
            player: other?.name ?? "",
            by: isNamed ? other?.code : nil,
            page: "duels/\(view.record.code)"
        )
        (content.game, content.board) = (view.gameName, view.rules.name)
        content.mine = duel.bests[side].map { view.text.text($0.score) }
        content.theirs = duel.bests[side.other].map { view.text.text($0.score) }
        if kind == .challenged { content.goal = duel.terms.goal.map { view.text.text($0) } }
        if kind == .behind { content.gap = view.gap }
        content.outcome = duel.outcome(of: side)?.rawValue
        return News(
            kind,
            about: subject(view.record.code),
            word: word(kind, duel),
            // Who was told and hears that it was decided anew is told that, too.
            version: kind == .decided ? view.record.version : 1,
            content: content,
            at: now,
            expiresAt: expiry(kind, duel, at: now)
        )
    }

    private static func word(_ kind: NewsKind, _ duel: Duel) -> String {
        guard kind == .answered, duel.reason == nil else { return duel.reason?.rawValue ?? kind.rawValue }
        return "accepted"
    }

    private static func expiry(_ kind: NewsKind, _ duel: Duel, at now: UnixTime) -> UnixTime {
        switch kind {
        case .challenged: duel.answerBy
        case .behind: duel.endsAt ?? now
        case .invited, .accepted, .answered, .decided, .passed: now.advanced(by: life)
        }
    }
}

extension Duel {
    /// Nil: it is not over.
    func outcome(of side: DuelSide) -> DuelResult? { outcome?.result(of: side) }
}

extension Duel.Outcome {
    /// What it is for one of the sides.
    func result(of side: DuelSide) -> DuelResult {
        switch self {
        case .draw: .draw
        case .void: .void
        case .creator, .opponent: self == Duel.Outcome(side) ? .won : .lost
        }
    }
}
