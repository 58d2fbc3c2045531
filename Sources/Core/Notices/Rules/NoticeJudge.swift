package import WatchpostModel

/// What becomes of a notice at the moment at which it could leave.
package enum NoticeVerdict: Hashable, Sendable {
    /// It goes; these realms are then told: down, or up again.
    case send(Notice, told: [String])
    /// It says nothing that is true and new.
    case drop(String)
    /// Not now.
    case later(UnixTime)
    /// Not now, because its realms are muted; that may end before, or others join them.
    case muted(UnixTime)
    /// Not now either, unless what it says becomes certain before.
    case doubt(UnixTime)
}

/// Decides by the present, not by what was true when the row was written: a phone is never told what is over, and is
/// not told again what it knows.
package struct NoticeJudge: Sendable {
    private let rules: NoticePolicy

    package init(rules: NoticePolicy) {
        self.rules = rules
    }

    /// `realms`: all that the phone watches in the region of the notice.
    package func verdict(
        _ row: DueNotice,
        phone: NoticePhone,
        realms: [NoticeRealm],
        now: UnixTime
    ) -> NoticeVerdict {
        guard phone.isReachable else { return .drop("notifications are off on this phone") }
        if let end = phone.quietHours?.end(containing: now) {
            guard row.aspect != .map || end < row.expiresAt else { return .drop("quiet hours") }
            return .later(end)
        }
        guard now < row.expiresAt else { return .drop("it is over") }
        guard row.aspect.isSelfContained || isWatched(row.subject, realms) else {
            return .drop("no longer watched")
        }
        var told = news(row, realms)
        // A mute keeps nothing false on the screen: an end is told all the same, without a sound.
        let isEnd = row.aspect == .status && row.word == NoticeChange.Word.up.rawValue
        let muted = row.aspect == .once || isEnd ? [] : told.filter { $0.isMuted(at: now) }
        if let end = muted.compactMap(\.mutedUntil).min() {
            told.removeAll { $0.isMuted(at: now) }
            // What still holds then is told then. A realm's own notice waits for that realm, as it does in doubt.
            if told.isEmpty || muted.contains(where: { row.subject.isOnly(about: $0.id) }) {
                return .muted(min(end, now.advanced(by: rules.stalePause)))
            }
        }
        guard row.aspect.isSelfContained || !told.isEmpty else {
            return .drop("no longer true, or known already")
        }
        if let time = doubt(row, told, now) { return .doubt(time) }
        let sure = told.filter(\.isFresh)
        let composer = NoticeComposer(phone: phone, rules: rules, now: now)
        var notice = composer.notice(row, news: sure, realms: realms.filter(\.isFresh))
        let isMuted = isEnd && sure.allSatisfy { $0.isMuted(at: now) }
        if isMuted || row.isUpdate || now.since(row.at) > rules.lateAfter, row.aspect != .map {
            notice.urgency = .passive
        } else if sure.contains(where: \.isUrgent), [.status, .maintenance, .once].contains(row.aspect) {
            notice.urgency = .timeSensitive
        }
        return .send(notice, told: row.aspect == .status ? sure.map(\.id) : [])
    }

    /// When to ask again about news that may be over; nil when enough of it is certain.
    ///
    /// A part that is in doubt keeps the rest back for as long as that is still urgent.
    private func doubt(_ row: DueNotice, _ news: [NoticeRealm], _ now: UnixTime) -> UnixTime? {
        guard !news.isEmpty else { return nil }
        let fresh = news.filter(\.isFresh)
        let isUrgent = now.since(row.at) < rules.lateAfter
        if fresh.isEmpty || isUrgent && fresh.count < news.count { return now.advanced(by: rules.stalePause) }
        // A realm's own notice waits for that realm, whoever else it would take along.
        let own = fresh.filter { row.subject.isAbout($0.id) }
        let isAboutState = row.aspect.isAboutState || row.aspect == .once
        guard isAboutState, own.allSatisfy(\.isContradicted) else { return nil }
        return now.advanced(by: rules.contradictionPause)
    }

    private func isWatched(_ subject: NoticeSubject, _ realms: [NoticeRealm]) -> Bool {
        switch subject {
        case .map: true
        case .group: !realms.isEmpty
        case .realm(_, let id): realms.contains { $0.id == id }
        }
    }

    /// The realms of which the row still has something to say.
    ///
    /// A realm's notice of status takes along what else has the same to be said for certain: they share one place.
    private func news(_ row: DueNotice, _ realms: [NoticeRealm]) -> [NoticeRealm] {
        let news = candidates(row, realms)
        guard case .realm = row.subject else { return news }
        guard news.contains(where: { row.subject.isAbout($0.id) }) else { return [] }
        return news.filter { realm in
            let isCertain = realm.isFresh && !realm.isContradicted
            return row.subject.isAbout(realm.id) || row.aspect == .status && isCertain
        }
    }

    private func candidates(_ row: DueNotice, _ realms: [NoticeRealm]) -> [NoticeRealm] {
        let named = row.detail.map { Set($0.split(separator: "\n").map(String.init)) }
        return realms.filter { realm in
            if let named, !named.contains(realm.id) { return false }
            return switch (row.aspect, NoticeChange.Word(rawValue: row.word)) {
            case (.status, .down): realm.isDown && realm.told != .down
            case (.status, .up): realm.isUp && realm.told != .nothing
            case (.once, .up): realm.isUp
            case (.maintenance, .up): realm.isUp && realm.told == .nothing
            case (.queue, .queueStarted): realm.hasQueue
            case (.queue, .queueEnded): !realm.hasQueue
            case (.lock, .locked): realm.isLocked
            case (.lock, .unlocked): !realm.isLocked
            case (.population, .population): true
            default: false
            }
        }
    }
}
