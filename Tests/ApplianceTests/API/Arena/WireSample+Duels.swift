import WatchpostModel

@testable import Appliance

extension WireSample {
    static var duels: [WireSample] {
        let noon = UnixTime(seconds: 1_795_348_800)
        let problem = ProblemBody(type: "", title: "", status: 409, detail: "", code: "")
        let bare = ProblemBody(type: "", title: "", status: 409, detail: "")
        let duel = DuelBody(
            duel: "",
            game: "",
            gameName: "",
            board: "",
            boardName: "",
            order: .more,
            seconds: 3_600,
            state: .waiting,
            createdAt: noon,
            isMine: true,
            version: 1
        )
        var full = duel
        (full.goal, full.goalText, full.outcome, full.reason) = (1, "", .won, .better)
        (full.answerBy, full.startedAt, full.endsAt, full.overAt) = (noon, noon, noon, noon)
        full.opponent = PlayerBody(code: "", name: "")
        full.best = DuelScoreBody(score: .max, scoreText: "")
        full.theirBest = DuelScoreBody(score: 1, scoreText: "")
        (full.ahead, full.gapText, full.rematchOf) = (.mine, "", "")
        return [
            WireSample(
                DuelWishBody(player: "", game: "", board: "", goal: 1, seconds: 3_600),
                sparse: DuelWishBody(player: "", game: "", board: "", seconds: 3_600)
            ),
            WireSample(
                DuelScoreBody(score: .max, scoreText: ""),
                sparse: DuelScoreBody(score: 1, scoreText: "")
            ),
            WireSample(full, sparse: duel),
            WireSample(DuelListBody(duels: [duel], next: ""), sparse: DuelListBody(duels: [])),
            WireSample(
                ConflictBody(problem, current: duel),
                sparse: ConflictBody(bare, current: duel),
                name: "DuelConflictBody"
            ),
        ]
    }
}
