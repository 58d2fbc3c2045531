package import WatchpostModel

/// The numbers by which the monitor decides; all from the configuration.
package struct RealmRules: Sendable {
    /// Observations in a row that confirm a realm down.
    package var downAfter: Int
    /// Observations in a row that confirm it up again.
    package var upAfter: Int
    /// The poll interval: freshness is measured in it.
    package var interval: Duration
    /// Those of feeds that are polled at another pace.
    package var intervals: [RealmFeed: Duration]
    /// Tournament realms were permanently down for years, so they are left out unless asked for.
    package var includesTournamentRealms: Bool
    /// Weekly maintenance by region.
    package var maintenance: [Region: [MaintenanceWindow]]

    package init(
        downAfter: Int = 3,
        upAfter: Int = 2,
        interval: Duration = .seconds(60),
        intervals: [RealmFeed: Duration] = [:],
        includesTournamentRealms: Bool = false,
        maintenance: [Region: [MaintenanceWindow]] = [:]
    ) {
        self.downAfter = downAfter
        self.upAfter = upAfter
        self.interval = interval
        self.intervals = intervals
        self.includesTournamentRealms = includesTournamentRealms
        self.maintenance = maintenance
    }

    /// The same rules with the interval of one feed.
    package func of(_ feed: RealmFeed) -> RealmRules {
        var rules = self
        rules.interval = intervals[feed] ?? interval
        return rules
    }

    /// Without a good answer for this long a source is stale.
    ///
    /// A little under three intervals, so that a poller that stops is noticed within three.
    package var staleAfter: Duration { interval * 11 / 4 }

    /// Realms that go down within this time of each other belong to one outage.
    package var outageWindow: Duration { max(.seconds(300), interval * 5) }

    /// By how much the origin's clock must have gone on before an answer with the same document counts once more: an
    /// interval.
    ///
    /// A tenth less, because `Date` has whole seconds, and servers that share a name have clocks that differ a little.
    /// See `OriginWord`.
    package var restatedAfter: Duration { interval * 9 / 10 }

    /// How much further than time has passed the origin's clock may have gone meanwhile: answers are under way for a while,
    /// and `Date` has whole seconds.
    ///
    /// Less than `restatedAfter`: two caches whose clocks differ by so much as would make a copy an interval newer are
    /// found out. At the shortest interval of two seconds it is a little more.
    package var clockSlack: Duration { interval / 2 + .seconds(1) }

    /// A server that tells documents apart may keep one document for as long as nothing changes in it.
    ///
    /// A contradiction in a document that it has affirmed for this long counts as confirmed, though no answer proves that
    /// it is more than a copy that a cache serves again.
    package var unchangedConfirmation: Duration { interval * 10 }

    /// Documents in a row that must miss a realm before it counts as gone: single answers do lose realms.
    package var absencesUntilVanished: Int { 3 }

    /// For so long answers have to agree that a vanished realm is not there, before it counts no more in its region:
    /// renamed, joined with another one, or closed.
    package var absenceUntilGone: Duration { unchangedConfirmation }

    /// The same where an outage may have taken the rows out of the list, which shall not look as if it were over: for a
    /// realm that was down when it left, and for realms that leave in number.
    package var absenceUntilGoneInDoubt: Duration { .seconds(86_400) }

    /// More realms than this that are missing or down at the same time are no few, nor is more than one if they are more
    /// than a tenth of all.
    package var fewInTrouble: Int { 3 }

    /// Requests in a row for a connected realm that must fail before its realms are unknown.
    ///
    /// The third ends nearly three intervals in which a source that fails as a whole keeps its facts, too.
    package var failuresUntilUnknown: Int { 3 }

    /// Documents in a row with most realms missing, after which the shrunken list is believed.
    package var shrunkenUntilBelieved: Int { 20 }

    /// How long a vanished realm stays listed as unknown, in seconds.
    package var vanishedListedFor: Int64 { 7 * 86_400 }

    /// Whether a region is in a maintenance window; never while the clock is not set.
    package func inMaintenance(_ region: Region, at time: UnixTime?) -> Bool {
        guard let time, let windows = maintenance[region] else { return false }
        return windows.contains { $0.contains(time) }
    }
}
