/// How much of the ledger there is for whom, in results that are kept.
///
/// Results stay for a month at least, because their keys have to: who fills the ledger in an hour would refuse everybody else
/// for a month. So each has a part that others cannot spend:
/// - home has the last quarter, whatever comes from outside, and no bound but the whole: who sits there could pull the plug;
/// - the quarter before that is for players of long standing: who is new has nothing of it, however many they are;
/// - of what is left nobody has much once it runs short: an installation, a network and a game have a share each.
struct LedgerShares: Hashable, Sendable {
    /// The owner's setting: all results.
    let most: Int

    /// Who sends results, as far as shares go.
    enum Standing: Hashable, Sendable {
        /// From home, or by an installation that was there.
        case home
        /// From outside, and of long standing (`longStanding`).
        case known
        case newcomer
    }

    /// What is kept now, beside the result that somebody sends.
    struct Load: Hashable, Sendable {
        /// Of everybody.
        var total = 0
        /// Of all installations outside.
        var outside = 0
        /// Of those of them that play the game.
        var game = 0
        /// Of those of them in the network; nil: none is known.
        var network: Int?
        /// Of the installation.
        var install = 0
        /// No other game is open here.
        var isOnlyGame = false
    }

    /// An installation is of long standing when it registered so many seconds ago and sent a result on another occasion since
    /// (`InstallUse.returned`): a week costs a stranger a week, and a player nothing.
    static let longStanding: Int64 = 7 * 86_400

    /// What all of outside may have.
    var outside: Int { most - most / 4 }

    /// What those of outside may have who are new.
    var newcomers: Int { most / 2 }

    /// From so many results of outside on each has no more than its share: before that a single game with one network of
    /// players, a school say, may use what nobody else does.
    var scarce: Int { most / 4 }

    /// Of an installation: at a million 20,000, which is 625 a day for a month.
    var ofInstall: Int { most / 50 }

    /// Of a network: at a million 100,000, which is fifty a day of sixty players for a month.
    var ofNetwork: Int { most / 10 }

    /// How many more results are taken; 0: none.
    func room(for standing: Standing, _ load: Load) -> Int {
        let left = most - load.total
        guard standing != .home else { return max(0, left) }
        let part = standing == .known ? outside : newcomers
        var room = min(left, part - load.outside)
        // The rest of what is plenty is everybody's, and each has its share in any case.
        let plenty = scarce - load.outside
        room = min(room, max(ofInstall - load.install, plenty))
        if let network = load.network { room = min(room, max(ofNetwork - network, plenty)) }
        // Half of the part is for other games, where there are any.
        if !load.isOnlyGame { room = min(room, max(part / 2 - load.game, plenty)) }
        return max(0, room)
    }

    /// Whether results are kept for as long as their keys have to be and no longer: before anybody is refused.
    func isShort(total: Int, outside: Int) -> Bool {
        total > most * 9 / 10 || outside > newcomers * 4 / 5
    }
}

/// What an installation is known to have done: by that it makes room sooner or later, and has more or less of what runs short.
enum InstallUse: Int64, Hashable, Comparable, Sendable {
    /// No result of it was ever taken.
    case never = 0
    /// On the occasion on which it registered, and none since.
    case played = 1
    /// On another one, too.
    case returned = 2

    /// Another occasion is so many seconds after the registration, or later: one request more costs a stranger nothing, another
    /// visit in the evening does (as for phones: `DevicePlaces.occasion`).
    static let occasion: Int64 = 12 * 3_600

    static func < (left: InstallUse, right: InstallUse) -> Bool { left.rawValue < right.rawValue }

    /// As it is once a result is taken so long after the registration.
    func afterResult(_ seconds: Int64) -> InstallUse {
        max(self, seconds >= InstallUse.occasion ? .returned : .played)
    }
}
