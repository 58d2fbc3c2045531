import WatchpostModel

@testable import Appliance

extension WireSample {
    static var moderation: [WireSample] {
        let player = PlayerBody(code: "", name: "")
        let leader = HidingPreviewBody.Leader(player: player, score: 1, scoreText: "")
        let board = HidingPreviewBody.Board(board: "", before: leader, after: leader)
        let entry = ModerationEntryBody(number: 1, at: noon, by: "", act: "hid", results: 1, detail: "")
        return [
            WireSample(wish, sparse: HidingWishBody()),
            WireSample(leader, name: "HidingPreviewLeader"),
            WireSample(board, sparse: HidingPreviewBody.Board(board: ""), name: "HidingPreviewBoard"),
            WireSample(HidingPreviewBody(results: 1, players: 1, older: 1, boards: [board])),
            WireSample(undone, sparse: hiding),
            WireSample(HidingListBody(hidings: [hiding], next: 1), sparse: HidingListBody(hidings: [])),
            WireSample(BanWishBody(note: ""), sparse: BanWishBody()),
            WireSample(
                BanBody(player: player, at: noon, by: "", note: ""),
                sparse: BanBody(player: player, at: noon, by: "")
            ),
            WireSample(BanListBody(bans: [])),
            WireSample(PlayerRenamingBody(name: ""), sparse: PlayerRenamingBody()),
            WireSample(entry),
            WireSample(KeptInstallsBody(home: 1, returned: 1, played: 1, young: 1)),
            WireSample(
                ArenaSenderBody(player: player, game: "", network: "", results: 1),
                sparse: ArenaSenderBody(player: player, game: "", results: 1)
            ),
            WireSample(arenaPlayers),
            WireSample(
                ModerationListBody(entries: [entry], next: 1),
                sparse: ModerationListBody(entries: [])
            ),
        ]
    }

    private static var arenaPlayers: ArenaPlayersBody {
        let kept = KeptInstallsBody(home: 1, returned: 1, played: 1, young: 1)
        var body = ArenaPlayersBody(
            removed: 1,
            left: 1,
            kept: kept,
            players: 1,
            mostPlayers: 1,
            results: 1,
            resultsOutside: 1,
            mostResults: 1
        )
        body.senders = [
            ArenaSenderBody(player: PlayerBody(code: "", name: ""), game: "", network: "", results: 1)
        ]
        return body
    }

    private static var wish: HidingWishBody {
        var wish = HidingWishBody()
        (wish.result, wish.board, wish.player) = (1, "", "")
        (wish.since, wish.until, wish.above, wish.below) = (noon, noon, 1, 1)
        return wish
    }

    private static var undone: HidingBody {
        var undone = hiding
        (undone.undoneAt, undone.undoneBy, undone.returned) = (noon, "", 1)
        return undone
    }

    private static let noon = UnixTime(seconds: 1_764_504_000)
    private static let hiding = HidingBody(
        hiding: 1,
        selection: HidingWishBody(),
        state: .undone,
        results: 1,
        players: 1,
        at: noon,
        by: "",
        undoneUntil: noon
    )
}
