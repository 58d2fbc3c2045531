import WatchpostModel

@testable import Appliance

extension WireSample {
    static var people: [WireSample] {
        let me = MeBody(code: "", name: "", version: 1, since: noon, guest: true)
        var whole = me
        (whole.picture, whole.link, whole.email) = ("", "", "")
        var change = MeChangeBody(version: 1, name: "")
        (change.link, change.email, change.notices) = ("", "", switches)
        var fullJoin = join("")
        (fullJoin.friendsLeft, fullJoin.endedDuels) = (1, 1)
        return [
            WireSample(whole, sparse: me), WireSample(change, sparse: MeChangeBody(version: 1)),
            WireSample(NewsSwitchesBody()), WireSample(switches, sparse: NewsSwitchesChangeBody()),
            WireSample(FarewellBody(name: "")), WireSample(RecoveryCodesBody(codes: [""])),
            WireSample(
                PlayerRecoveryWishBody(email: "", language: ""),
                sparse: PlayerRecoveryWishBody(email: "")
            ), WireSample(PlayerRecoveryWayBody(expiresAt: noon)),
            WireSample(
                PlayerCodeBody(code: "", expiresAt: noon, link: ""),
                sparse: PlayerCodeBody(code: "", expiresAt: noon)
            ),
            WireSample(JoinRequestBody(code: "", preview: true), sparse: JoinRequestBody(code: "")),
            WireSample(fullJoin, sparse: join(nil)),
            WireSample(SeparationBody(player: someone, former: true)),
        ] + installs + export(me)
    }

    private static func join(_ loses: String?) -> JoinBody {
        JoinBody(
            player: someone,
            keeps: "",
            loses: loses,
            installs: 1,
            friends: 1,
            voidedDuels: 1,
            done: true
        )
    }

    private static var installs: [WireSample] {
        [
            WireSample(fullInstall, sparse: install, name: "PlayerInstallsInstall"),
            WireSample(PlayerInstallsBody.Former(name: "", until: noon), name: "PlayerInstallsFormer"),
            WireSample(PlayerInstallsBody(installs: [install])),
        ]
    }

    private static func export(_ me: MeBody) -> [WireSample] {
        typealias Export = PlayerExportBody
        let result = Export.Result(game: "", board: "", install: "", score: 1, at: noon, state: .held)
        var fullResult = result
        (fullResult.achieved, fullResult.extra) = (noon, "")
        let duel = Export.Duel(
            duel: "",
            game: "",
            board: "",
            isMine: true,
            seconds: 3_600,
            state: .over,
            createdAt: noon
        )
        var fullDuel = duel
        (fullDuel.opponent, fullDuel.goal, fullDuel.outcome, fullDuel.reason) = ("", 1, .won, "")
        (fullDuel.best, fullDuel.overAt, fullDuel.rematchOf) = (1, noon, "")
        (fullDuel.answerBy, fullDuel.startedAt, fullDuel.endsAt) = (noon, noon, noon)
        func standing(_ season: Int64?) -> Export.Standing {
            Export.Standing(game: "", board: "", season: season, install: "", score: 1, count: 1)
        }
        let friend = Export.Friend(code: "", name: "", relation: .sent, isBlocked: false, since: noon)
        let place = Export.Place(game: "", board: "", window: "day", period: "", position: 1, score: 1)
        var whole = Export(me: me)
        (whole.pictureHash, whole.pictureBytes) = ("", "")
        return [
            WireSample(whole, sparse: Export(me: me)), WireSample(friend, name: "PlayerExportFriend"),
            WireSample(fullResult, sparse: result, name: "PlayerExportResult"),
            WireSample(fullDuel, sparse: duel, name: "PlayerExportDuel"),
            WireSample(place, name: "PlayerExportPlace"),
            WireSample(standing(1), sparse: standing(nil), name: "PlayerExportStanding"),
        ]
    }

    private static let someone = PlayerBody(code: "", name: "")
    private static let switches: NewsSwitchesChangeBody = {
        var switches = NewsSwitchesChangeBody()
        (switches.invited, switches.accepted, switches.challenged) = (true, true, true)
        (switches.answered, switches.decided, switches.behind, switches.passed) = (true, true, true, true)
        return switches
    }()
    private static let install = PlayerInstallsBody.Install(
        id: "",
        game: "",
        name: "",
        since: noon,
        isCaller: true
    )
    private static let fullInstall: PlayerInstallsBody.Install = {
        var full = install
        (full.linkedAt, full.former) = (noon, PlayerInstallsBody.Former(name: "", until: noon))
        full.network = ""
        return full
    }()
    private static let noon = UnixTime(seconds: 1_764_504_000)
}
