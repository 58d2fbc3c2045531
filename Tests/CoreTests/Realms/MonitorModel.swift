import Core
import WatchpostModel

/// What docs/realms.md says of N and M, written down a second time and as plainly as possible: the monitor must agree with
/// it after every step.
struct MonitorModel {
    static let downAfter = 3
    static let upAfter = 2
    /// Seconds: when data is stale, how long an unchanged document is waited for.
    static let staleAfter: Int64 = 165
    static let patience: Int64 = 600
    /// Seconds: by how much the same document has to be newer to count again, and how much further than time a clock goes.
    static let newer: Int64 = 54
    static let slack: Int64 = 31

    enum Told { case nothing, up, down }

    /// What an answer says of its time, and when it came; seconds.
    struct Word {
        var date: Int64
        var age: Int64
        var at: Int64

        init?(_ said: OriginTime?, at now: Int64) {
            guard let said else { return nil }
            (date, age, at) = (said.dated.seconds, said.dated.since(said.made), now)
        }
    }

    struct Realm {
        var told = Told.nothing
        var isMaintenance = false
        /// Observations in a row that contradict what is told.
        var streak = 0
        var pendingSince: Int64?
        var absences = 0
        var absentSince: Int64?
        var isVanished = false
        var isUnreadable = false
        var isSaidDown = false
        /// Whether an answer has named it since the process began.
        var isSeen = false
        /// Requests for its connected realm that failed, in a row.
        var failures = 0
        var page: String?
        /// Of the answers that counted for what is pending, else of the last; nil when one of them had no time.
        var words: [Word]?
        /// When it went down, while nobody knew the time.
        var unjudged: Int64?

        var isAway: Bool { told == .down && !isVanished }

        var state: RealmState {
            guard !isVanished, !isUnreadable else { return .unknown }
            return switch told {
            case .nothing: .unknown
            case .up: streak > 0 ? .suspected : .up
            case .down: streak > 0 ? .recovering : isMaintenance ? .maintenance : .down
            }
        }

        mutating func forget() {
            streak = 0
            pendingSince = nil
            absences = 0
            absentSince = nil
            page = nil
            words = nil
            failures = 3
        }

        /// Whether the same document is newer than all that counted; a clock that runs away is remembered.
        mutating func isNewer(_ word: Word?) -> Bool {
            guard let word, let words else { return false }
            let isLater = words.allSatisfy { counted in
                word.date - counted.date >= MonitorModel.newer
                    && word.date - word.age - (counted.date - counted.age) >= MonitorModel.newer
            }
            guard isLater else { return false }
            let isOneClock = words.contains { counted in
                word.date - (counted.date + counted.age) <= word.at - counted.at + MonitorModel.slack
            }
            if !isOneClock { self.words = words + [word] }
            return isOneClock
        }

        mutating func count(_ word: Word?) {
            let isFirst = streak == 0 && absences == 0
            words = isFirst ? word.map { [$0] } : words.flatMap { words in word.map { words + [$0] } }
        }
    }

    /// Something that people are told of a realm.
    struct News: Hashable {
        var slug: String
        var word: String
        /// Monotonic seconds.
        var at: Int64
    }

    var realms: [String: Realm] = [:]
    var lastGood: Int64?
    private(set) var news: [News] = []
    /// Whether an instant is in a window.
    let isInWindow: (UnixTime) -> Bool

    init(isInWindow: @escaping (UnixTime) -> Bool) {
        self.isInWindow = isInWindow
    }

    mutating func takeNews() -> [News] {
        defer { news = [] }
        return news
    }

    /// A document that is believed; `isSame`: it is the one before, in another answer.
    mutating func observe(_ document: RegionDocument, isSame: Bool, at now: Int64, wall: UnixTime?) {
        let isDeaf = isStale(at: now)
        if isDeaf { for slug in realms.keys { realms[slug]?.forget() } }
        let isSame = isSame && !isDeaf
        var listed: Set<String> = []
        for group in document.groups {
            let word = Word(group.said, at: now)
            for facts in group.realms {
                listed.insert(facts.slug)
                var realm = realms[facts.slug] ?? Realm()
                realm.failures = 0
                realm.isSaidDown = group.status == .down
                let isSamePage = isSame || (group.generation != nil && group.generation == realm.page)
                if isSamePage, !realm.isNewer(word) {
                    affirm(&realm, facts.slug, at: now, wall: wall)
                } else {
                    realm.count(word)
                    realm.page = group.generation
                    realm.isSeen = true
                    realm.absences = 0
                    realm.absentSince = nil
                    realm.isVanished = false
                    see(&realm, facts.slug, group.status, at: now, wall: wall)
                }
                realms[facts.slug] = realm
            }
        }
        for (slug, known) in realms where !listed.contains(slug) && !known.isVanished {
            realms[slug] = left(known, out: document, slug, isSame: isSame, at: now)
        }
        endWindow(at: now, wall: wall)
        lastGood = now
    }

    /// The clock shows a time: what happened before is judged by when that was.
    mutating func know(_ wall: UnixTime, at now: Int64) {
        for (slug, realm) in realms {
            guard let since = realm.unjudged else { continue }
            realms[slug]?.unjudged = nil
            if realm.isAway, isInWindow(wall.advanced(by: since - now)) { realms[slug]?.isMaintenance = true }
        }
    }

    /// The process ends and another begins.
    mutating func restart() {
        for (slug, realm) in realms {
            var next = Realm()
            next.isVanished = realm.isVanished
            next.told = realm.isVanished && realm.told == .nothing ? .up : realm.told
            next.isMaintenance = realm.told == .down && realm.isMaintenance
            realms[slug] = next
        }
        lastGood = nil
        news = []
    }

    private func isStale(at now: Int64) -> Bool {
        lastGood.map { now - $0 >= MonitorModel.staleAfter } ?? false
    }

    private mutating func see(
        _ realm: inout Realm,
        _ slug: String,
        _ status: ObservedStatus,
        at now: Int64,
        wall: UnixTime?
    ) {
        realm.isUnreadable = status != .down && status != .up
        switch (realm.told, status) {
        case (_, .unknown), (.up, .up), (.down, .down): realm.streak = 0
        case (.nothing, .up):
            realm.streak = 0
            realm.told = .up
        case (.nothing, .down), (.up, .down):
            realm.streak += 1
            if realm.streak >= MonitorModel.downAfter { goDown(&realm, slug, at: now, wall: wall) }
        case (.down, .up):
            realm.streak += 1
            if realm.streak >= MonitorModel.upAfter { comeUp(&realm, slug, at: now) }
        }
        realm.pendingSince = realm.streak > 0 ? realm.pendingSince ?? now : nil
    }

    private mutating func affirm(_ realm: inout Realm, _ slug: String, at now: Int64, wall: UnixTime?) {
        if let since = realm.pendingSince, now - since >= MonitorModel.patience {
            realm.pendingSince = nil
            if realm.told == .down {
                comeUp(&realm, slug, at: now)
            } else {
                goDown(&realm, slug, at: now, wall: wall)
            }
        }
    }

    /// Its connected realm was asked for in vain.
    private func unasked(_ known: Realm) -> Realm {
        var realm = known
        realm.isSaidDown = false
        realm.failures += 1
        guard realm.failures >= 3 || !realm.isSeen else { return realm }
        realm.page = nil
        realm.streak = 0
        realm.pendingSince = nil
        realm.isUnreadable = true
        return realm
    }

    private func left(
        _ known: Realm,
        out document: RegionDocument,
        _ slug: String,
        isSame: Bool,
        at now: Int64
    ) -> Realm {
        let number = MonitorWorld.number(of: slug)
        if document.unanswered[number] != nil { return unasked(known) }
        var realm = known
        realm.isSaidDown = false
        guard document.unreadable[number] == nil else {
            realm.page = nil
            realm.streak = 0
            realm.pendingSince = nil
            realm.isUnreadable = true
            return realm
        }
        realm.isUnreadable = realm.isUnreadable || !realm.isSeen
        let word = Word(document.said, at: now)
        if isSame, !realm.isNewer(word) {
            if let since = realm.absentSince, now - since >= MonitorModel.patience { vanish(&realm) }
            return realm
        }
        realm.count(word)
        realm.page = nil
        realm.absences += 1
        realm.absentSince = realm.absentSince ?? now
        if realm.absences >= 3 { vanish(&realm) }
        return realm
    }

    private func vanish(_ realm: inout Realm) {
        // What was told of it stays told.
        let (told, isMaintenance) = (realm.told, realm.isMaintenance)
        realm = Realm()
        realm.told = told
        realm.isMaintenance = isMaintenance
        realm.isVanished = true
    }

    private mutating func goDown(_ realm: inout Realm, _ slug: String, at now: Int64, wall: UnixTime?) {
        let wasUp = realm.told == .up
        realm.told = .down
        realm.streak = 0
        realm.isMaintenance = wall.map(isInWindow) ?? false
        realm.unjudged = wall == nil ? now : nil
        if wasUp {
            news.append(News(slug: slug, word: realm.isMaintenance ? "maintenance" : "down", at: now))
        }
    }

    private mutating func comeUp(_ realm: inout Realm, _ slug: String, at now: Int64) {
        realm.told = .up
        realm.streak = 0
        realm.isMaintenance = false
        realm.unjudged = nil
        news.append(News(slug: slug, word: "up", at: now))
    }

    private mutating func endWindow(at now: Int64, wall: UnixTime?) {
        guard let wall, !isInWindow(wall) else { return }
        for (slug, realm) in realms where realm.isAway && realm.isMaintenance && realm.isSaidDown {
            realms[slug]?.isMaintenance = false
            news.append(News(slug: slug, word: "down", at: now))
        }
    }
}
