package import WatchpostModel

/// A realm as it is at the moment of sending.
package struct NoticeRealm: Hashable, Sendable {
    /// What this phone was told of it.
    package enum Told: Int64, Hashable, Sendable {
        /// Nothing, or that it is up.
        case nothing = -1
        /// That it is down, or up again: nobody knows which of them arrived.
        case perhapsDown = 0
        case down = 1
    }

    /// `flavour/slug`.
    package var id: String
    package var name: String
    package var state: RealmState
    package var since: UnixTime?
    package var hasQueue: Bool
    package var isLocked: Bool
    package var population: String
    package var told: Told
    /// Whether its source is to be believed at the moment.
    package var isFresh: Bool
    /// How long it was away before it came back, in seconds; nil: not known, or not asked for.
    package var outage: Int64?
    /// Its person wants it to break through.
    package var isUrgent = false
    /// Its person wants to hear nothing about it before then.
    package var mutedUntil: UnixTime?

    package init(
        id: String,
        name: String,
        state: RealmState,
        since: UnixTime? = nil,
        hasQueue: Bool = false,
        isLocked: Bool = false,
        population: String = "unknown",
        told: Told = .nothing,
        isFresh: Bool = true
    ) {
        self.id = id
        self.name = name
        self.state = state
        self.since = since
        self.hasQueue = hasQueue
        self.isLocked = isLocked
        self.population = population
        self.told = told
        self.isFresh = isFresh
    }

    /// Down, and not for maintenance.
    var isDown: Bool { state == .down || state == .recovering }
    var isUp: Bool { state == .up || state == .suspected }
    func isMuted(at now: UnixTime) -> Bool { mutedUntil.map { $0 > now } ?? false }
    /// Nobody can play there, whatever the reason.
    var isAway: Bool { isDown || state == .maintenance }
    /// The last look said otherwise, and the next will decide.
    var isContradicted: Bool { state == .recovering || state == .suspected }
}

/// The phone that a notice is for, as far as the decision needs it.
package struct NoticePhone: Sendable {
    /// BCP 47, as the phone said.
    package var locale: String
    /// In which it is spoken to.
    package var words: NoticeWords
    package var zone: CivilZone?
    package var quietHours: QuietHours?
    /// Whether its push address works, as far as we know.
    package var isReachable: Bool

    package init(
        locale: String,
        words: NoticeWords,
        zone: CivilZone?,
        quietHours: QuietHours?,
        isReachable: Bool
    ) {
        self.locale = locale
        self.words = words
        self.zone = zone
        self.quietHours = quietHours
        self.isReachable = isReachable
    }

    /// How it is told times of day.
    var clock: NoticeClock { NoticeClock(locale: locale, zone: zone, words: words) }
}
