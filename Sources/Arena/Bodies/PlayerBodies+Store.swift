import Core
import FoundationEssentials
import Serving
import SystemSupport
import WatchpostModel

/// Where pictures are read.
enum PicturePath {
    static let pattern = "/v1/pictures/{hash}"

    /// Of the picture with this SHA-256; nil: there is none.
    static func text(_ hash: [UInt8]?) -> String? {
        hash.map { "/v1/pictures/\(Hexadecimal.encode($0))" }
    }

    /// The hash in a path; nil: it is none.
    static func hash(_ text: String) -> [UInt8]? {
        guard text.utf8.count == 64, text.isMade(of: .hexadecimal) else { return nil }
        return Hexadecimal.decode(text)
    }
}

extension PlayerBody {
    /// As others see it in lists.
    init(_ player: Player) {
        self.init(code: player.code, name: player.name, picture: PicturePath.text(player.picture))
    }

    /// As others see it alone.
    init(whole player: Player) {
        self.init(player)
        (link, since) = (player.link, player.since)
    }
}

extension MeBody {
    init(_ player: Player) {
        self.init(
            code: player.code,
            name: player.name,
            version: player.version,
            since: player.since,
            guest: player.person == nil,
            notices: NewsSwitchesBody(bits: player.notices),
            recoveryCodes: player.recoveryCodes
        )
        (picture, link, email) = (PicturePath.text(player.picture), player.link, player.email)
    }

    /// What a caller is shown of itself: a game is not told the address of somebody who has the app.
    init(_ player: Player, for caller: Caller) {
        self.init(player)
        if case .install = caller, player.person != nil { email = nil }
    }
}

extension NewsSwitchesBody {
    init(bits: Int64) {
        self.init()
        func wants(_ kind: NewsKind) -> Bool { bits & kind.bit != 0 }
        (invited, accepted) = (wants(.invited), wants(.accepted))
        (challenged, answered, decided) = (wants(.challenged), wants(.answered), wants(.decided))
        (behind, passed) = (wants(.behind), wants(.passed))
    }
}

extension NewsSwitchesChangeBody {
    /// The kinds that are switched on, and off, as bits.
    var bits: (on: Int64, off: Int64) {
        let switches: [(NewsKind, Bool?)] = [
            (.invited, invited), (.accepted, accepted), (.challenged, challenged), (.answered, answered),
            (.decided, decided), (.behind, behind), (.passed, passed),
        ]
        var bits: (on: Int64, off: Int64) = (0, 0)
        for (kind, isOn) in switches {
            if isOn == true { bits.on |= kind.bit }
            if isOn == false { bits.off |= kind.bit }
        }
        return bits
    }
}

extension PlayerInstallsBody.Install {
    /// `caller`: the installation that asks.
    init(_ listed: InstallStore.Listed, caller: String? = nil) {
        self.init(
            id: listed.install,
            game: listed.game,
            name: listed.name,
            since: listed.since,
            isCaller: listed.install == caller
        )
        linkedAt = listed.linkedAt
        former = listed.former.map { PlayerInstallsBody.Former(name: $0.name, until: $0.until) }
        network = listed.network
    }
}

extension JoinBody {
    init(_ report: PlayerJoin.Report) {
        self.init(
            player: PlayerBody(report.player),
            keeps: report.player.name,
            loses: report.loses,
            installs: report.installs,
            friends: report.friends,
            voidedDuels: report.voidedDuels,
            done: report.isDone
        )
        friendsLeft = report.friendsLeft > 0 ? report.friendsLeft : nil
        endedDuels = report.endedDuels > 0 ? report.endedDuels : nil
    }
}

extension PlayerExportBody {
    init(_ export: PlayerExport, caller: String? = nil) {
        self.init(me: MeBody(export.player))
        pictureHash = export.player.picture.map { Hexadecimal.encode($0) }
        pictureBytes = export.picture.map { Data($0.bytes).base64EncodedString() }
        (places, hasMorePlaces) = (export.places, export.hasMorePlaces)
        installs = export.installs.map { PlayerInstallsBody.Install($0, caller: caller) }
        (standings, results) = (export.standings, export.results)
        (friends, duels, hasMoreResults) = (export.friends, export.duels, export.hasMoreResults)
    }
}
