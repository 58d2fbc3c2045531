import WatchpostModel

/// Something to announce, before it has a wall-clock time: the clock of a box without a battery may not be set yet.
struct RealmNews: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
        case realm(slug: String, name: String, RealmEventBody.Change)
        case outage(OngoingOutage, realms: [String], over: Bool)
        /// Realms that came back together while no outage ended; `stillDown` of the source are not back.
        case recovery(realms: [String], stillDown: Int)
        case freshness(FreshnessBody)
    }

    var subject: Subject
    var at: Duration

    /// The event, or nil while the clock is not set.
    func event(of source: RealmFeed, now: Moment) -> EventBody? {
        guard let time = now.wall(at: at) else { return nil }
        switch subject {
        case .realm(let slug, let name, let change):
            let id = RealmKey(source: source, slug: slug).id
            return .realm(RealmEventBody(region: source.region, id: id, name: name, change: change, at: time))
        case .outage(let outage, let realms, let over):
            let ids = realms.sorted().map { RealmKey(source: source, slug: $0).id }
            return .outage(
                OutageEventBody(
                    region: source.region,
                    flavour: source.flavour.name,
                    scope: outage.scope,
                    category: outage.category,
                    over: over,
                    maintenance: outage.maintenance,
                    realms: ids,
                    at: time
                )
            )
        case .recovery(let realms, let stillDown):
            return .recovery(
                RecoveryEventBody(
                    region: source.region,
                    flavour: source.flavour.name,
                    realms: realms.sorted().map { RealmKey(source: source, slug: $0).id },
                    stillDown: stillDown,
                    at: time
                )
            )
        case .freshness(let freshness):
            return .freshness(
                FreshnessEventBody(
                    region: source.region,
                    flavour: source.flavour.name,
                    freshness: freshness,
                    at: time
                )
            )
        }
    }
}
