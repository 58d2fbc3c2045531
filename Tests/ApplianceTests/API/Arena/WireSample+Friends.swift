import WatchpostModel

@testable import Appliance

extension WireSample {
    static var friends: [WireSample] {
        let noon = UnixTime(seconds: 1_764_504_000)
        let someone = PlayerBody(code: "", name: "")
        let known = RelationBody(player: someone, relation: .friend)
        let friend = FriendListBody.Entry(player: someone, since: noon)
        let invitation = InvitationListBody.Entry(player: someone, type: 1, at: noon)
        return [
            WireSample(known), WireSample(PlayerSearchBody(players: [known])),
            WireSample(
                PlayerProfileBody(
                    PlayerBody(code: "", name: "", picture: ""),
                    since: noon,
                    link: "",
                    relation: .me
                ),
                sparse: PlayerProfileBody(someone, since: noon)
            ),
            WireSample(friend, name: "FriendListEntry"), WireSample(FriendListBody(friends: [friend])),
            WireSample(invitation, name: "InvitationListEntry"),
            WireSample(InvitationListBody(received: [invitation], sent: [])),
            WireSample(BlockListBody(players: [someone])),
            WireSample(WaitingBody(invitations: 1, duels: 2, running: 3)),
        ] + friendPage
    }

    private static var friendPage: [WireSample] {
        let noon = UnixTime(seconds: 1_764_504_000)
        let place = FriendBody.Place(position: 1, total: 1, score: 1, scoreText: "")
        let fullPlace = FriendBody.Place(position: 1, total: 1, score: .max, scoreText: "", monday: 1)
        let board = FriendBody.Board(board: "", name: "")
        let game = FriendBody.Game(game: "", name: "", boards: [board])
        var result = FriendBody.Result(
            game: "",
            board: "",
            boardName: "",
            score: .min,
            scoreText: "",
            at: noon
        )
        let fullResult = result
        result.exact = nil
        let duels = FriendBody.Duels(won: 1, drawn: 1, lost: 1)
        let page = FriendBody(
            player: PlayerBody(code: "", name: ""),
            since: noon,
            games: [game],
            newest: [result],
            duels: duels
        )
        var fullPage = page
        fullPage.link = ""
        return [
            WireSample(fullPlace, sparse: place, name: "FriendPlace"),
            WireSample(
                FriendBody.Board(board: "", name: "", mine: place, theirs: place),
                sparse: board,
                name: "FriendBoard"
            ),
            WireSample(game, name: "FriendGame"),
            WireSample(fullResult, sparse: result, name: "FriendResult"),
            WireSample(duels, name: "FriendDuels"), WireSample(fullPage, sparse: page),
        ]
    }
}
