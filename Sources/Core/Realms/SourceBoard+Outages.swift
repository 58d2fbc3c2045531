import WatchpostModel

/// How many transitions at once become one event: at least half of the groups of a region, or of one of its
/// categories (its data centres), within the outage window.
extension SourceBoard {
    mutating func announce(_ changes: Changes, at now: Moment) {
        announceUps(changes.cameUp, at: now)
        announceDowns(changes.wentDown, at: now)
    }

    private mutating func announceDowns(_ slugs: [String], at now: Moment) {
        var rest = Set(slugs)
        guard !rest.isEmpty else { return }
        for scope in scopes(of: rest) {
            guard !rest.isEmpty else { return }
            let realms = realms(in: scope)
            let conveyed = rest.intersection(realms.keys)
            guard !conveyed.isEmpty, isOutage(realms, at: now) else { continue }
            begin(scope, realms: realms, conveyed: conveyed, at: now)
            rest.subtract(conveyed)
        }
        for slug in rest.sorted() {
            guard let entry = entries[slug] else { continue }
            report(entry.facts, entry.tracker.inMaintenance ? .maintenance : .down, at: now)
        }
    }

    private mutating func announceUps(_ slugs: [String], at now: Moment) {
        var rest = Set(slugs)
        for index in outages.indices {
            let back = rest.intersection(outages[index].members)
            guard !back.isEmpty else { continue }
            outages[index].members.subtract(back)
            let groups = Set(back.compactMap { entries[$0]?.connectedRealm }).count
            let together = groups * 2 >= outages[index].groups
            if together { rest.subtract(back) }
            guard together || outages[index].members.isEmpty else { continue }
            let subject = RealmNews.Subject.outage(
                outages[index],
                realms: together ? Array(back) : [],
                over: true
            )
            news.append(RealmNews(subject: subject, at: now.monotonic))
        }
        outages.removeAll { $0.members.isEmpty }
        for slug in rest.sorted() {
            guard let entry = entries[slug] else { continue }
            report(entry.facts, .up, at: now)
        }
    }

    private enum Scope: Hashable {
        case region
        case category(String)
    }

    /// The region first, then the categories of the realms that went down.
    private func scopes(of slugs: Set<String>) -> [Scope] {
        let categories = Set(slugs.compactMap { entries[$0]?.facts.category.standard })
        return [.region] + categories.sorted().map(Scope.category)
    }

    private func realms(in scope: Scope) -> [String: RealmEntry] {
        entries.filter { _, entry in
            guard entry.vanished == nil else { return false }
            guard case .category(let category) = scope else { return true }
            return entry.facts.category.standard == category
        }
    }

    /// Suspected groups count as well: a part of an outage is often confirmed one poll before the rest.
    private func isOutage(_ realms: [String: RealmEntry], at now: Moment) -> Bool {
        let groups = Set(realms.values.map(\.connectedRealm))
        let failing = Set(realms.values.filter { isFailing($0, at: now) }.map(\.connectedRealm))
        return groups.count >= 2 && failing.count * 2 >= groups.count
    }

    private func isFailing(_ entry: RealmEntry, at now: Moment) -> Bool {
        if entry.tracker.state == .suspected { return true }
        guard entry.tracker.isDown, let wentDown = entry.wentDown else { return false }
        return now.monotonic - wentDown <= rules.outageWindow
    }

    /// Begins an outage, or lets one that goes on grow.
    private mutating func begin(
        _ scope: Scope,
        realms: [String: RealmEntry],
        conveyed: Set<String>,
        at now: Moment
    ) {
        let down = realms.filter { $0.value.tracker.isDown && isFailing($0.value, at: now) }
        var outage = takeOutage(scope) ?? fresh(scope, realms: down, at: now)
        outage.members.formUnion(down.keys)
        outage.maintenance = down.values.allSatisfy(\.tracker.inMaintenance)
        outage.groups = Set(outage.members.compactMap { entries[$0]?.connectedRealm }).count
        outages.append(outage)
        let subject = RealmNews.Subject.outage(outage, realms: Array(conveyed), over: false)
        news.append(RealmNews(subject: subject, at: now.monotonic))
    }

    /// Removes and returns what goes on in a scope; a region takes the outages of its categories in.
    private mutating func takeOutage(_ scope: Scope) -> OngoingOutage? {
        let absorbed = outages.filter { covers(scope, $0) }
        outages = outages.filter { !covers(scope, $0) }
        guard let first = absorbed.first(where: { $0.scope == outageScope(scope).scope }) else { return nil }
        return absorbed.reduce(into: first) { $0.members.formUnion($1.members) }
    }

    private func covers(_ scope: Scope, _ outage: OngoingOutage) -> Bool {
        switch scope {
        case .region: true
        case .category(let category): outage.scope == .category && outage.category == category
        }
    }

    private func outageScope(_ scope: Scope) -> (scope: OutageBody.Scope, category: String?) {
        switch scope {
        case .region: (.region, nil)
        case .category(let category): (.category, category)
        }
    }

    private func fresh(_ scope: Scope, realms: [String: RealmEntry], at now: Moment) -> OngoingOutage {
        let (kind, category) = outageScope(scope)
        return OngoingOutage(
            scope: kind,
            category: category,
            since: realms.values.compactMap { $0.began.wallTime }.min() ?? now.wall,
            maintenance: false,
            members: [],
            groups: 0
        )
    }
}
