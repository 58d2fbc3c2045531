import Core
import WatchpostModel

extension HidingBody {
    init(_ hiding: Hiding) {
        var wish = HidingWishBody()
        let selection = hiding.selection
        (wish.result, wish.board, wish.player) = (selection.result, hiding.board, selection.player?.code)
        (wish.since, wish.until) = (selection.since, selection.until)
        (wish.above, wish.below) = (selection.above, selection.below)
        self.init(
            hiding: hiding.id,
            selection: wish,
            state: hiding.state,
            results: hiding.results,
            players: hiding.players,
            at: hiding.at,
            by: hiding.actor,
            undoneUntil: hiding.undoneUntil
        )
        (undoneAt, undoneBy) = (hiding.undoneAt, hiding.undoneBy)
        if hiding.undoneAt != nil { returned = hiding.returned }
    }
}

extension HidingPreviewBody {
    init(_ preview: HidingPreview) {
        self.init(
            results: preview.results,
            players: preview.players,
            older: preview.older,
            boards: preview.boards.map { one in
                let text = ScoreText(one.board.rules)
                return Board(
                    board: one.board.rules.slug,
                    before: one.before.map { Leader($0, text) },
                    after: one.after.map { Leader($0, text) }
                )
            }
        )
    }
}

extension HidingPreviewBody.Leader {
    init(_ leader: HidingPreview.Leader, _ text: ScoreText) {
        self.init(
            player: PlayerBody(
                code: leader.code,
                name: leader.name,
                picture: PicturePath.text(leader.picture)
            ),
            score: leader.score,
            scoreText: text.text(leader.score)
        )
    }
}

extension BanBody {
    init(_ ban: BanStore.Ban) {
        self.init(
            player: PlayerBody(code: ban.code, name: ban.name, picture: PicturePath.text(ban.picture)),
            at: ban.at,
            by: ban.actor,
            note: ban.note
        )
    }
}

extension ModerationEntryBody {
    init(_ entry: ModerationEntry) {
        self.init(
            number: entry.id,
            at: entry.at,
            by: entry.actor,
            act: entry.act.rawValue,
            results: entry.count,
            detail: entry.detail
        )
    }
}
