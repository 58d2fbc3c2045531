import Core
import WatchpostModel

/// Pages about realms.
extension PageWriter {
    /// At most this many pages of one realm each; beyond it, the counts must do.
    static let mostRealmPages = 8

    /// Confirmed outages in fresh data: they take the place of everything else.
    var outagePages: [Page] {
        let down = watched.realms.filter { $0.state.isConfirmedDown && isFresh($0) }
        let groups = outageGroups.filter { group in
            group.realms.contains { $0.state.isConfirmedDown }
        }
        let grouped = Set(groups.flatMap(\.realms).map(\.key))
        let alone = down.filter { !grouped.contains($0.key) }
        var pages = groups.map { outagePage($0, isMaintenance: false) }
        pages += alone.prefix(PageWriter.mostRealmPages).map { realmPage($0, "down", sign: .down) }
        if alone.count > PageWriter.mostRealmPages {
            let more = "\(alone.count - PageWriter.mostRealmPages) more down"
            pages.append(Page(id: "down/more", lines: [more, summaryLine] + maps))
        }
        return pages
    }

    /// What comes in turn with the maps: stale sources, the counts, and realms that are not as they should
    /// be.
    var realmPages: [Page] {
        var pages = watched.sources.filter { $0.freshness.state == .stale }.prefix(4).map(stalePage)
        if watchesAnything, !isTall || rotations.isEmpty { pages.append(summaryPage) }
        let groups = outageGroups.filter { group in
            group.realms.allSatisfy { $0.state == .maintenance }
        }
        pages += groups.map { outagePage($0, isMaintenance: true) }
        let grouped = Set(groups.flatMap(\.realms).map(\.key))
        let odd = watched.realms.compactMap { realm in
            grouped.contains(realm.key) ? nil : problemPage(realm)
        }
        return pages + odd.prefix(PageWriter.mostRealmPages)
    }

    /// `↑ 5  ↓ 1  of 6`; what is not known is never a number.
    var summaryLine: String {
        let doubt = doubtLine
        let tally = RealmTally(doubt == nil ? watched : watched.fresh)
        // What is confirmed to be down is told whatever is not known of other sources, which have pages of their own.
        if let doubt, tally.down == 0 { return doubt }
        let off = tally.down + tally.maintenance
        var counts = [(Glyph.up, tally.up + tally.suspected), (.down, off)]
        if tally.queue > 0 { counts.append((.queue, tally.queue)) }
        if tally.locked > 0 { counts.append((.lock, tally.locked)) }
        let end = "of \(watched.total)"
        let airy = counts.map { "\($0.0.character) \($0.1)" }
        let dense = counts.map { "\($0.0.character)\($0.1)" }
        let candidates = [
            (airy + [end]).joined(separator: "  "), (dense + [end]).joined(separator: " "),
            dense.joined(separator: " "), dense.prefix(2).joined(separator: " "),
        ]
        return TextLine.first(of: candidates, width: width)
    }

    /// The reason why the counts would be a guess.
    private var doubtLine: String? {
        let states = watched.sources.map(\.freshness)
        if let lost = states.first(where: { $0.state == .noNetwork }) {
            return mark(.noNetwork, "no network", since: lost.since)
        }
        if let stale = states.first(where: { $0.state == .stale }) {
            return mark(.stale, "stale", since: stale.since)
        }
        let isWaiting = states.isEmpty || states.contains { $0.state == .waiting }
        return isWaiting ? "waiting for data" : nil
    }

    private func mark(_ glyph: Glyph, _ word: String, since: UnixTime?) -> String {
        let long = since.map { "\(word) \(times.nearby($0))" } ?? word
        return TextLine.spread(long.count > width - 2 ? word : long, String(glyph.character), width: width)
    }

    private var summaryPage: Page { Page(id: "realms", lines: ["Realms", summaryLine]) }

    private func stalePage(_ view: SourceView) -> Page {
        let heading = mark(.stale, "stale", since: view.freshness.since)
        let source = shown(view.source.description)
        guard isTall else {
            return Page(id: "stale/\(view.source)", lines: [heading, TextLine.shortened(source, to: width)])
        }
        let reason = TextLine.wrapped(shown(view.freshness.reason ?? ""), width: width, rows: rows - 2)
        return Page(id: "stale/\(view.source)", lines: [heading, source] + reason)
    }

    // One realm.

    private func problemPage(_ realm: RealmView) -> Page? {
        guard isFresh(realm) else { return nil }
        if realm.state == .maintenance {
            return realmPage(realm, "maintenance", short: "maint.", sign: .down)
        }
        guard realm.state == .up || realm.state == .suspected else { return nil }
        if realm.hasQueue { return realmPage(realm, "queue", sign: .queue, since: nil) }
        if realm.isLocked { return realmPage(realm, "locked", sign: .lock, since: nil) }
        return nil
    }

    private func realmPage(_ realm: RealmView, _ word: String, short: String? = nil, sign: Glyph) -> Page {
        realmPage(realm, word, short: short, sign: sign, since: realm.since)
    }

    /// The whole row for a long name, the sign beside a short one.
    private func realmPage(
        _ realm: RealmView,
        _ word: String,
        short: String? = nil,
        sign: Glyph,
        since: UnixTime?
    ) -> Page {
        let name = name(of: realm)
        let sign = name.count > width - 2 ? "" : String(sign.character)
        let heading = TextLine.spread(name, sign, width: width)
        let region = realm.key.source.region.rawValue.uppercased()
        let line = sinceLine([word, short ?? word], since: since, right: region)
        return Page(id: "\(word)/\(realm.key)", lines: [heading, line] + maps)
    }

    /// `down since 12:31`, then `down 12:31`, with the right part where there is room.
    private func sinceLine(_ words: [String], since: UnixTime?, right: String) -> String {
        guard let since else { return TextLine.spread(words[0], right, width: width) }
        let time = times.nearby(since)
        let forms = ["\(words[0]) since \(time)"] + words.map { "\($0) \(time)" }
        let fitting = forms.first { $0.count <= width } ?? "\(words[words.count - 1])"
        let isRoomy = fitting.count + 1 + right.count <= width
        return TextLine.spread(fitting, isRoomy ? right : "", width: width)
    }

    /// Below an outage on four rows: the map that is on, and the counts.
    private var maps: [String] {
        guard isTall else { return [] }
        guard let first = rotations.first, let current = first.current, times.now != nil else {
            return lowerRows(third: "")
        }
        return lowerRows(third: TextLine.spread(mapName(current), times.nearby(current.end), width: width))
    }

    private func isFresh(_ realm: RealmView) -> Bool {
        watched.sources.contains { $0.source == realm.key.source && $0.freshness.state == .fresh }
    }

    // Many realms that went down together.

    private func outagePage(_ group: OutageGroup, isMaintenance: Bool) -> Page {
        let word = isMaintenance ? "maintenance" : "down"
        let short = isMaintenance ? "maint." : "down"
        let names = group.names.map(shown)
        let candidates = names.map { "\($0) \(word)" } + names.map { "\($0) \(short)" }
        let time = group.since.map(times.nearby) ?? ""
        let count = group.realms.count
        let forms = [("since \(time)", "\(count) realms"), (time, "\(count) realms"), (time, "\(count)")]
        let (left, right) = forms.first { $0.0.count + 1 + $0.1.count <= width } ?? forms[2]
        let second = time.isEmpty ? "\(count) realms" : TextLine.spread(left, right, width: width)
        let first = TextLine.first(of: candidates, width: width)
        return Page(id: "outage/\(group.id)", lines: [first, second] + maps)
    }
}

extension RealmState {
    /// A recovering realm is still down until that is confirmed.
    var isConfirmedDown: Bool { self == .down || self == .recovering }
}
