import WatchpostModel

/// Makes the words of a notice from what is true now.
struct NoticeComposer {
    let phone: NoticePhone
    let rules: NoticePolicy
    let now: UnixTime

    private var words: NoticeWords { phone.words }
    private var clock: NoticeClock { phone.clock }

    /// `news` is what the row still has to say, `realms` everything the phone watches in its region.
    func message(_ notice: RealmNotice, news: [NoticeRealm], realms: [NoticeRealm]) -> Notice {
        let text = text(notice, news: news, realms: realms)
        return Notice(
            title: text.title,
            body: text.body,
            language: words.language,
            thread: notice.subject.region.rawValue,
            collapseID: notice.subject.collapseID(notice.aspect),
            link: link(notice.subject, news),
            expiresAt: now.advanced(by: rules.life(notice.aspect))
        )
    }

    private func link(_ subject: RealmSubject, _ news: [NoticeRealm]) -> String {
        let region = subject.region.rawValue
        if case .realm(_, let realm) = subject { return "/realms/\(region)/\(PathText.encoded(realm))" }
        return news.count == 1
            ? "/realms/\(region)/\(PathText.encoded(news[0].id))" : "/app#watched/\(region)"
    }

    private func text(_ notice: RealmNotice, news: [NoticeRealm], realms: [NoticeRealm]) -> NoticeText {
        guard news.count == 1, !notice.row.isUpdate, let realm = news.first else {
            return many(notice, news, realms)
        }
        return with(others(notice, news, realms), single(notice, realm))
    }

    /// What holds of other realms as well, of which the notice that this one replaces may have told.
    private func others(_ notice: RealmNotice, _ news: [NoticeRealm], _ realms: [NoticeRealm]) -> String? {
        let told = Set(news.map(\.id))
        let rest = realms.filter { realm in
            guard !told.contains(realm.id) else { return false }
            return switch notice.aspect {
            case .status, .maintenance: realm.isAway && realm.told != .nothing
            case .queue: realm.hasQueue
            case .lock: realm.isLocked
            case .population, .once: false
            }
        }
        guard !rest.isEmpty else { return nil }
        let begins = notice.word.map { [.down, .queueStarted, .locked].contains($0) } ?? false
        return words.others(notice.aspect, begins: begins, names: names(rest))
    }

    private func with(_ others: String?, _ text: NoticeText) -> NoticeText {
        var text = text
        if let others { text.body += " · \(others)" }
        return text
    }

    private func single(_ notice: RealmNotice, _ realm: NoticeRealm) -> NoticeText {
        words.single(
            notice.aspect,
            word: notice.word,
            name: realm.name,
            place: notice.subject.place,
            since: realm.since.map { clock.text($0, now: now) },
            outage: realm.outage.map { words.length($0) },
            population: realm.population
        )
    }

    private func many(_ notice: RealmNotice, _ news: [NoticeRealm], _ realms: [NoticeRealm]) -> NoticeText {
        let place = notice.subject.place
        switch (notice.aspect, notice.word) {
        case (.status, .down):
            // Also what was told down and is in maintenance since: no other notice says it again, should that end in a failure.
            let down = realms.filter { $0.isDown || $0.isAway && $0.told != .nothing }
            return words.manyDown(place: place, count: down.count, of: realms.count, names: names(down))
        case (.status, .up):
            let told = realms.filter { $0.told != .nothing && ($0.isUp || $0.isAway) }
            let away = told.filter { !$0.isUp }
            return words.manyUp(
                place: place,
                count: told.count - away.count,
                of: told.count,
                names: names(away.isEmpty ? news : away)
            )
        default:
            let text = words.many(
                notice.aspect,
                word: notice.row.word,
                place: place,
                count: news.count,
                names: names(news)
            )
            return with(others(notice, news, realms), text)
        }
    }

    private func names(_ realms: [NoticeRealm]) -> String { words.first(realms.map(\.name).sorted()) }
}

extension NoticeWords {
    /// The first names and how many more; short enough for every push service.
    func first(_ names: [String]) -> String {
        let shown = names.prefix(3).map { TextBytes.cut($0, to: 120) }
        return list(Array(shown), more: names.count - shown.count)
    }
}

/// Title and body.
package struct NoticeText: Hashable, Sendable {
    package var title: String
    package var body: String

    package init(title: String, body: String) {
        (self.title, self.body) = (title, body)
    }
}
