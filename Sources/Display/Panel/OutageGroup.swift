import Core
import WatchpostModel

/// Watched realms that are down together, shown as one page instead of dozens.
struct OutageGroup: Sendable {
    /// `eu/retail`, with the category behind it for that scope.
    var id: String
    /// What it is called, longest first.
    var names: [String]
    var since: UnixTime?
    /// The watched realms in it, all of them off.
    var realms: [RealmView]
}

extension PageWriter {
    /// The outages of the fresh sources that hit two watched realms or more; of a lone one its own name says
    /// more.
    ///
    /// A category within a region that is down as a whole is not repeated.
    var outageGroups: [OutageGroup] {
        watched.sources.filter { $0.freshness.state == .fresh }.flatMap { view in
            let regional = view.outages.filter { $0.scope == .region }
            let outages = regional.isEmpty ? view.outages : regional
            return outages.compactMap { group($0, of: view) }
        }
    }

    private func group(_ outage: OutageBody, of view: SourceView) -> OutageGroup? {
        let realms = watched.realms.filter { realm in
            guard realm.key.source == view.source else { return false }
            guard realm.state.isConfirmedDown || realm.state == .maintenance else { return false }
            return outage.scope == .region || realm.category.standard == outage.category
        }
        guard realms.count >= 2 else { return nil }
        let region = view.source.region
        let flavour = view.source.flavour == .retail ? "" : " \(view.source.flavour.name)"
        let code = region.rawValue.uppercased()
        let category = outage.scope == .category ? outage.category : nil
        let names =
            category.map { ["\($0)\(flavour)", $0] } ?? [
                "\(region.name)\(flavour)", "\(code)\(flavour)", code,
            ]
        return OutageGroup(
            id: view.source.description + (category.map { "/\($0)" } ?? ""),
            names: names,
            since: outage.since,
            realms: realms
        )
    }
}
