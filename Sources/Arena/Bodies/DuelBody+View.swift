import Core
import WatchpostModel

extension DuelBody {
    /// As a side sees it; for a player who is none, as the opponent would.
    init(_ view: DuelView, for player: Int64) {
        let (duel, text) = (view.duel, view.text)
        let side = view.record.side(of: player) ?? .opponent
        self.init(
            duel: view.record.code,
            game: view.game,
            gameName: view.gameName,
            board: view.rules.slug,
            boardName: view.rules.name,
            order: duel.terms.isAscending ? .less : .more,
            seconds: duel.terms.seconds,
            state: duel.state,
            createdAt: duel.createdAt,
            isMine: side == .creator,
            version: view.record.version
        )
        goal = duel.terms.goal
        goalText = goal.map { text.text($0) }
        outcome = duel.outcome(of: side)
        reason = duel.reason.flatMap { Reason(rawValue: $0.shown.rawValue) }
        if duel.state == .waiting { answerBy = duel.answerBy }
        (startedAt, endsAt, overAt) = (duel.startedAt, duel.endsAt, duel.overAt)
        opponent = view.players[side.other].map {
            PlayerBody(code: $0.code, name: $0.name, picture: PicturePath.text($0.picture))
        }
        rematchOf = view.rematchOf
        compare(duel.bests[side], duel.bests[side.other], leader: duel.leader.map { $0 == side }, view)
    }

    /// Who is ahead, and by how much; `leader`: whether who asks is, nil: neither, or nobody knows.
    private mutating func compare(
        _ mine: ResultStanding?,
        _ other: ResultStanding?,
        leader: Bool?,
        _ view: DuelView
    ) {
        best = mine.map { DuelScoreBody($0, view.text) }
        theirBest = other.map { DuelScoreBody($0, view.text) }
        guard mine != nil || other != nil else { return }
        if let mine, let other, mine.score == other.score {
            ahead = .level
            return
        }
        guard let leader else { return }
        ahead = leader ? .mine : .theirs
        gapText = view.gap
    }
}

extension DuelScoreBody {
    fileprivate init(_ standing: ResultStanding, _ text: ScoreText) {
        self.init(score: standing.score, scoreText: text.text(standing.score))
    }
}
