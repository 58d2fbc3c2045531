import WatchpostModel

/// Makes the words of a notice from what is true now.
struct NoticeComposer {
    let phone: NoticePhone
    let rules: NoticePolicy
    let now: UnixTime

    private var words: any NoticeWords { NoticeLanguages.words(for: phone.locale) }
    private var clock: NoticeClock { NoticeClock(locale: phone.locale, zone: phone.zone, words: words) }

    /// `news` is what the row still has to say, `realms` everything the phone watches in its region.
    func notice(_ row: DueNotice, news: [NoticeRealm], realms: [NoticeRealm]) -> Notice {
        let text = text(row, news: news, realms: realms)
        let life = rules.life(row.aspect)
        return Notice(
            title: text.title,
            body: text.body,
            language: words.language,
            thread: thread(row.subject),
            collapseID: row.subject.collapseID(row.aspect),
            link: link(row.subject, news),
            urgency: .normal,
            expiresAt: row.aspect == .map ? row.expiresAt : now.advanced(by: life)
        )
    }

    private func thread(_ subject: NoticeSubject) -> String {
        switch subject {
        case .realm(let region, _), .group(let region): region.rawValue
        case .map: "maps"
        }
    }

    private func link(_ subject: NoticeSubject, _ news: [NoticeRealm]) -> String {
        switch subject {
        case .realm(let region, let realm): "/realms/\(region.rawValue)/\(PathText.encoded(realm))"
        case .group(let region):
            news.count == 1
                ? "/realms/\(region.rawValue)/\(PathText.encoded(news[0].id))"
                : "/app#watched/\(region.rawValue)"
        case .map: "/app#maps"
        }
    }

    private func text(_ row: DueNotice, news: [NoticeRealm], realms: [NoticeRealm]) -> NoticeText {
        switch row.subject {
        case .map: map(row)
        case .group(let region) where row.aspect == .list: unmatched(row, region)
        case .realm(let region, _), .group(let region):
            if news.count == 1, !row.isUpdate, let realm = news.first {
                with(others(row, news, realms), single(row, realm, region))
            } else {
                many(row, news, realms, region)
            }
        }
    }

    /// What holds of other realms as well, of which the notice that this one replaces may have told.
    private func others(_ row: DueNotice, _ news: [NoticeRealm], _ realms: [NoticeRealm]) -> String? {
        let told = Set(news.map(\.id))
        let rest = realms.filter { realm in
            guard !told.contains(realm.id) else { return false }
            return switch row.aspect {
            case .status, .maintenance: realm.isAway && realm.told != .nothing
            case .queue: realm.hasQueue
            case .lock: realm.isLocked
            case .population, .map, .once, .list: false
            }
        }
        guard !rest.isEmpty else { return nil }
        let begins = NoticeChange.Word(rawValue: row.word).map {
            [.down, .queueStarted, .locked].contains($0)
        }
        return words.others(row.aspect, begins: begins ?? false, names: names(rest))
    }

    private func with(_ others: String?, _ text: NoticeText) -> NoticeText {
        var text = text
        if let others { text.body += " · \(others)" }
        return text
    }

    private func single(_ row: DueNotice, _ realm: NoticeRealm, _ region: Region) -> NoticeText {
        words.single(
            row.aspect,
            word: NoticeChange.Word(rawValue: row.word),
            name: realm.name,
            place: region.rawValue.uppercased(),
            since: realm.since.map { clock.text($0, now: now) },
            outage: realm.outage.map { words.length($0) },
            population: realm.population
        )
    }

    private func many(_ row: DueNotice, _ news: [NoticeRealm], _ realms: [NoticeRealm], _ region: Region)
        -> NoticeText
    {
        let place = region.rawValue.uppercased()
        switch (row.aspect, NoticeChange.Word(rawValue: row.word)) {
        case (.status, .down):
            let down = realms.filter(\.isDown)
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
                row.aspect,
                word: row.word,
                place: place,
                count: news.count,
                names: names(news)
            )
            return with(others(row, news, realms), text)
        }
    }

    private func unmatched(_ row: DueNotice, _ region: Region) -> NoticeText {
        let entries = UnmatchedEntry.entries(row.detail ?? "")
        let unknown = entries.filter { $0.realm == nil }.map(\.text)
        let renamed = entries.compactMap { entry in entry.realm.map { "\(entry.text) (\($0))" } }
        return words.unmatched(
            place: region.rawValue.uppercased(),
            unknown: unknown.isEmpty ? nil : first(unknown),
            renamed: renamed.isEmpty ? nil : first(renamed)
        )
    }

    /// The first names and how many more; short enough for every push service.
    private func names(_ realms: [NoticeRealm]) -> String {
        first(realms.map(\.name).sorted())
    }

    private func first(_ names: [String]) -> String {
        let shown = names.prefix(3).map { TextBytes.cut($0, to: 120) }
        return words.list(Array(shown), more: names.count - shown.count)
    }

    /// A map's row carries what it says: name, mode, start and end (seconds since 1970), one in a line.
    private func map(_ row: DueNotice) -> NoticeText {
        let parts = (row.detail ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init
        )
        guard parts.count == 4, let start = Int64(parts[2]), let end = Int64(parts[3]) else {
            return NoticeText(title: row.word, body: "")
        }
        let begins = UnixTime(seconds: start)
        return words.map(
            parts[0],
            mode: parts[1],
            minutes: begins > now ? (begins.since(now) + 59) / 60 : 0,
            from: clock.text(begins, now: now),
            to: clock.text(UnixTime(seconds: end), now: now)
        )
    }
}

/// Title and body.
struct NoticeText: Hashable, Sendable {
    var title: String
    var body: String
}
