import Core
import Serving
import WatchpostModel

extension RealmBody {
    /// The list item of a realm, with names in a locale.
    init(_ view: RealmView, locale: String) {
        let others = view.name.others(than: view.name.name(in: locale))
        self.init(
            id: view.key.id,
            slug: view.key.slug,
            name: view.name.name(in: locale),
            category: view.category.name(in: locale),
            connectedRealm: view.connectedRealm,
            state: view.state,
            since: view.since,
            population: view.population.word,
            queue: view.hasQueue,
            locked: view.isLocked,
            timezone: view.timezone,
            type: view.type,
            otherNames: others.isEmpty ? nil : others,
            gone: view.isVanished ? true : nil
        )
    }
}

extension RealmSourceBody {
    init(_ origin: RealmOrigin) {
        self.init(name: origin.name, official: origin.isOfficial)
    }
}

extension RealmListBody {
    /// A source's whole list.
    init(_ view: SourceView, locale: String) {
        self.init(
            region: view.source.region,
            flavour: view.source.flavour.name,
            locale: locale,
            freshness: view.freshness,
            source: view.origin.map { RealmSourceBody($0) },
            realms: view.realms.map { RealmBody($0, locale: locale) }
        )
    }
}

extension RealmDetailBody {
    /// One realm of a source.
    init(_ realm: RealmView, in view: SourceView, statusPage: String) {
        let others = view.realms.filter { $0.connectedRealm == realm.connectedRealm && $0.key != realm.key }
        self.init(
            region: view.source.region,
            flavour: view.source.flavour.name,
            freshness: view.freshness,
            source: view.origin.map { RealmSourceBody($0) },
            realm: RealmBody(realm, locale: "en_US"),
            names: realm.name.all,
            connectedWith: others.map(\.key.slug),
            statusPage: statusPage
        )
    }
}

extension RealmCountsBody {
    /// Counts realms by state, without those that are gone.
    init(_ listed: [RealmView]) {
        self.init()
        let realms = listed.filter { !$0.isGone }
        total = realms.count
        for realm in realms {
            switch realm.state {
            case .up: up += 1
            case .suspected: suspected += 1
            case .down: down += 1
            case .recovering: recovering += 1
            case .maintenance: maintenance += 1
            case .unknown: unknown += 1
            }
            if realm.hasQueue { queue += 1 }
            if realm.isLocked { locked += 1 }
        }
    }
}

extension FlavourBody {
    /// The summary of a source.
    init(_ view: SourceView) {
        self.init(
            flavour: view.source.flavour.name,
            freshness: view.freshness,
            source: view.origin.map { RealmSourceBody($0) },
            groups: view.groups,
            counts: RealmCountsBody(view.realms),
            outages: view.outages
        )
    }
}

extension RegionBody {
    /// A region with its sources, which come in the order of the configuration.
    init(_ region: PublishedRegion, _ sources: [SourceView]) {
        self.init(
            region: region.region,
            name: region.region.name,
            statusPage: region.statusPage,
            maintenanceWindow: sources.contains { $0.inMaintenanceWindow },
            flavours: sources.map(FlavourBody.init)
        )
    }
}
