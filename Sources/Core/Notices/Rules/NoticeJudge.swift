import WatchpostModel

/// A row that tells of realms.
struct RealmNotice {
    let row: DueNotice
    let subject: RealmSubject
    let aspect: NoticeAspect
    /// Nil when another release wrote it.
    let word: NoticeChange.Word?
    /// The realms that a notice about many was written for, `flavour/slug`; nil: whatever the phone watches.
    let named: Set<String>?

    /// Nil when another release wrote it.
    init?(_ row: DueNotice) {
        guard let subject = RealmSubject(row.subject), let aspect = NoticeAspect(word: row.aspect) else {
            return nil
        }
        (self.row, self.subject, self.aspect) = (row, subject, aspect)
        word = NoticeChange.Word(rawValue: row.word)
        named = row.content([String].self).map { Set($0) }
    }
}

/// Decides by the present, not by what was true when the row was written: a phone is never told what is over, and is
/// not told again what it knows.
struct NoticeJudge {
    let rules: NoticePolicy

    /// `realms`: all that the phone watches in the region of the notice.
    func verdict(
        _ notice: RealmNotice,
        phone: NoticePhone,
        realms: [NoticeRealm],
        now: UnixTime
    ) -> NoticeVerdict {
        guard realms.contains(where: { notice.subject.isAbout($0.id) }) else {
            return .drop("no longer watched")
        }
        var told = news(notice, realms)
        // A mute keeps nothing false on the screen: an end is told all the same, without a sound.
        let isEnd = notice.aspect == .status && notice.word == .up
        let muted = notice.aspect == .once || isEnd ? [] : told.filter { $0.isMuted(at: now) }
        if let end = muted.compactMap(\.mutedUntil).min() {
            told.removeAll { $0.isMuted(at: now) }
            // What still holds then is told then. A realm's own notice waits for that realm, as it does in doubt.
            if told.isEmpty || muted.contains(where: { notice.subject.isOnly(about: $0.id) }) {
                return .muted(min(end, now.advanced(by: rules.stalePause)))
            }
        }
        guard !told.isEmpty else { return .drop("no longer true, or known already") }
        if let time = doubt(notice, told, now) { return .doubt(time) }
        let sure = told.filter(\.isFresh)
        let composer = NoticeComposer(phone: phone, rules: rules, now: now)
        var message = composer.message(notice, news: sure, realms: realms.filter(\.isFresh))
        if isEnd && sure.allSatisfy({ $0.isMuted(at: now) }) {
            message.urgency = .passive
        } else if sure.contains(where: \.isUrgent), [.status, .maintenance, .once].contains(notice.aspect) {
            message.urgency = .timeSensitive
        }
        return .send(message, told: notice.aspect == .status ? sure.map(\.id) : [])
    }

    /// When to ask again about news that may be over; nil when enough of it is certain.
    ///
    /// A part that is in doubt keeps the rest back for as long as that is still urgent.
    private func doubt(_ notice: RealmNotice, _ news: [NoticeRealm], _ now: UnixTime) -> UnixTime? {
        guard !news.isEmpty else { return nil }
        let fresh = news.filter(\.isFresh)
        let isUrgent = now.since(notice.row.at) < rules.lateAfter
        if fresh.isEmpty || isUrgent && fresh.count < news.count { return now.advanced(by: rules.stalePause) }
        // A realm's own notice waits for that realm, whoever else it would take along.
        let own = fresh.filter { notice.subject.isAbout($0.id) }
        let isAboutState = notice.aspect.isAboutState || notice.aspect == .once
        guard isAboutState, own.allSatisfy(\.isContradicted) else { return nil }
        return now.advanced(by: rules.contradictionPause)
    }

    /// The realms of which the row still has something to say.
    ///
    /// A realm's notice of status takes along what else has the same to be said for certain: they share one place.
    private func news(_ notice: RealmNotice, _ realms: [NoticeRealm]) -> [NoticeRealm] {
        let news = candidates(notice, realms)
        guard case .realm = notice.subject else { return news }
        guard news.contains(where: { notice.subject.isAbout($0.id) }) else { return [] }
        return news.filter { realm in
            let isCertain = realm.isFresh && !realm.isContradicted
            return notice.subject.isAbout(realm.id) || notice.aspect == .status && isCertain
        }
    }

    private func candidates(_ notice: RealmNotice, _ realms: [NoticeRealm]) -> [NoticeRealm] {
        realms.filter { realm in
            if let named = notice.named, !named.contains(realm.id) { return false }
            return switch (notice.aspect, notice.word) {
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
