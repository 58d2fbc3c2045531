import WatchpostModel

/// How many transitions at once become one event: going down, at least half of the groups of a region, or of one of its
/// categories (its data centres), within the outage window; coming back, two groups in one answer.
///
/// An outage is its members: the realms of its scope that are down and listed. It is over, once, when the last of them
/// leaves it, in whatever way.
extension SourceMonitor {
    mutating func announce(_ changes: Changes, at now: Moment) {
        announceUps(Set(changes.cameUp), at: now)
        announceDowns(Set(changes.wentDown), at: now)
    }

    private mutating func announceDowns(_ slugs: Set<String>, at now: Moment) {
        var rest = slugs
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

    /// Ends the outages that nobody is left in, and tells the others that came back.
    private mutating func announceUps(_ slugs: Set<String>, at now: Moment) {
        let before = outages
        leaveMembersDown()
        var rest = slugs
        for (old, outage) in zip(before, outages) where outage.members.isEmpty {
            let back = rest.intersection(old.members)
            rest.subtract(back)
            tell(.outage(old, realms: Array(back), over: true), at: now)
        }
        outages.removeAll(where: \.members.isEmpty)
        guard groups(of: rest) >= 2 else {
            for slug in rest.sorted() {
                if let entry = entries[slug] { report(entry.facts, .up, at: now) }
            }
            return
        }
        let away = entries.values.reduce(0) { $0 + ($1.isAway ? 1 : 0) }
        tell(.recovery(realms: Array(rest), stillDown: away), at: now)
    }

    /// Tells that these realms, in maintenance so far, are down in earnest: first by the outages that they are in.
    mutating func announceOverdue(_ slugs: Set<String>, at now: Moment) {
        var rest = slugs
        for index in outages.indices {
            let overdue = rest.intersection(outages[index].members)
            guard !overdue.isEmpty else { continue }
            if outages[index].maintenance { outages[index].since = now.wall }
            outages[index].maintenance = false
            tell(.outage(outages[index], realms: Array(overdue), over: false), at: now)
            rest.subtract(overdue)
        }
        announceDowns(rest, at: now)
    }

    /// Takes out of every outage who is no longer down, or no longer listed, and says of the rest whether it is
    /// maintenance.
    mutating func leaveMembersDown() {
        for index in outages.indices {
            let members = outages[index].members.filter { entries[$0]?.isAway ?? false }
            outages[index].members = members
            outages[index].maintenance = members.allSatisfy { entries[$0]?.tracker.inMaintenance ?? false }
        }
    }

    /// An outage as people are shown it: with the realms that are shown as down; nil while nobody knows of any.
    func body(of outage: OngoingOutage) -> OutageBody? {
        let shown = outage.members.reduce(0) { $0 + (entries[$1]?.tracker.isUnreadable == false ? 1 : 0) }
        guard shown > 0 else { return nil }
        return OutageBody(scope: outage.scope, category: outage.category, since: outage.since, realms: shown)
    }

    private mutating func tell(_ subject: RealmNews.Subject, at now: Moment) {
        news.append(RealmNews(subject: subject, at: now.monotonic))
    }

    private func groups(of slugs: Set<String>) -> Int {
        Set(slugs.compactMap { entries[$0]?.connectedRealm }).count
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
        var outage = takeOutage(scope)
        // A few that never came back from an earlier outage do not lend this one their beginning.
        let isSame = outage.groups > 0 && groups(of: outage.members) * 2 >= outage.groups
        if !isSame { outage.since = down.values.compactMap { $0.began.wallTime }.min() ?? now.wall }
        let elsewhere = outages.reduce(into: Set<String>()) { $0.formUnion($1.members) }
        outage.members.formUnion(Set(down.keys).subtracting(elsewhere))
        outage.maintenance = outage.members.allSatisfy { entries[$0]?.tracker.inMaintenance ?? false }
        outage.groups = groups(of: outage.members)
        outages.append(outage)
        var told = outage
        told.maintenance = conveyed.allSatisfy { entries[$0]?.tracker.inMaintenance ?? false }
        tell(.outage(told, realms: Array(conveyed), over: false), at: now)
    }

    /// Removes and returns what goes on in a scope; a region takes the outages of its categories in, with all who are
    /// in them.
    private mutating func takeOutage(_ scope: Scope) -> OngoingOutage {
        let absorbed = outages.filter { covers(scope, $0) }
        outages = outages.filter { !covers(scope, $0) }
        let first = absorbed.first { $0.scope == outageScope(scope).scope } ?? fresh(scope)
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

    private func fresh(_ scope: Scope) -> OngoingOutage {
        let (kind, category) = outageScope(scope)
        return OngoingOutage(
            scope: kind,
            category: category,
            since: nil,
            maintenance: false,
            members: [],
            groups: 0
        )
    }
}
