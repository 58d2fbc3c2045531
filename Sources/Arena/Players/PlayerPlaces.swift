/// How many players there may be, and who makes room for a newcomer: as for phones (`DevicePlaces`).
///
/// A stranger has as many installations as they like. So the last tenth is for home, no network outside has more than a small
/// part once half of the places are taken, and an installation that never played makes room for who might.
struct PlayerPlaces: Hashable, Sendable {
    /// The owner's setting: all players.
    let most: Int

    /// An installation that sent no result makes room so many seconds after it registered, when there is no place left: a game
    /// registers as it starts, and who plays it is through with a first try in an hour.
    static let grace: Int64 = 3_600
    /// And after so many when they run short: who wanted to play had a day.
    static let unusedLifetime: Int64 = 86_400
    /// So many at most go for one newcomer, or in one look at what runs short: each is looked for in the audit.
    static let mostAtOnce = 8

    /// What newcomers from outside may have; the rest is for home.
    var outside: Int { most - most / 10 }

    /// What players of one network outside may have: a twentieth, as phones have, and a household in any case.
    var ofNetwork: Int { max(outside / 20, 10) }

    /// From so many taken places on the bound of a network counts: a whole school may play behind one.
    var half: Int { outside / 2 }

    /// From so many on those go by themselves that never played.
    var short: Int { outside * RoomAlarm.near / 100 }

    /// What a newcomer finds.
    enum Finding: Hashable, Sendable {
        case place
        /// None, unless somebody who never played makes room.
        case full
        /// None for its network, unless somebody of that does.
        case networkFull(String)
    }

    /// `taken`: players that there are; `ofNetwork`: those of them in the newcomer's.
    func find(for origin: InstallStore.InstallOrigin, taken: Int, ofNetwork count: Int) -> Finding {
        if taken >= half, let network = origin.network, count >= ofNetwork { return .networkFull(network) }
        return taken < (origin.isOutside ? outside : most) ? .place : .full
    }
}

/// How many newcomers a game takes in an hour, and what part of them is for whom.
struct NewcomerShares: Hashable, Sendable {
    /// The owner's setting, of one game.
    let anHour: Int

    /// Outside: the last quarter is for home.
    var outside: Int { max(anHour * 3 / 4, 1) }

    /// Of one network outside, in all games: a quarter, so that a school, a LAN party or everybody behind one tunnel begins
    /// together, and several of such strangers have to be there before others wait.
    var ofNetwork: Int { max(anHour / 4, 1) }

    /// So many of these at once; the rest comes evenly over the hour.
    var ofNetworkAtOnce: Int { max(ofNetwork / 2, 1) }
}
