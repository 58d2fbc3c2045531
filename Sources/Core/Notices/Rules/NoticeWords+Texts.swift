/// Title and body of what there is to say, the same in all languages but for the phrases.
extension NoticeWords {
    /// The notice about one realm; `since` and `outage`, a time and a length in words, where they are known.
    func single(
        _ aspect: NoticeAspect,
        word change: NoticeChange.Word?,
        name: String,
        place: String,
        since: String? = nil,
        outage: String? = nil,
        population word: String = "unknown"
    ) -> NoticeText {
        let (title, body): (NoticePhrase, NoticePhrase?) =
            switch (aspect, change) {
            case (.status, .down): (.down, since == nil ? nil : .downSince)
            case (.maintenance, _): (.up, maintenanceOver(since, outage))
            case (.queue, .queueStarted): (.queueStarted, nil)
            case (.queue, _): (.queueEnded, nil)
            case (.lock, .locked): (.locked, nil)
            case (.lock, _): (.unlocked, nil)
            case (.population, _): (.population(word), nil)
            default: (.up, up(since, outage))
            }
        return NoticeText(
            title: text(title, ["name": name, "word": word]),
            body: body.map { text($0, ["place": place, "since": since ?? "", "outage": outage ?? ""]) }
                ?? place
        )
    }

    private func up(_ since: String?, _ outage: String?) -> NoticePhrase? {
        switch (since, outage) {
        case (nil, nil): nil
        case (_, nil): .upSince
        case (nil, _): .upOutage
        default: .upSinceOutage
        }
    }

    private func maintenanceOver(_ since: String?, _ outage: String?) -> NoticePhrase {
        switch (since, outage) {
        case (nil, nil): .maintenanceOver
        case (_, nil): .maintenanceOverSince
        case (nil, _): .maintenanceOverOutage
        default: .maintenanceOverSinceOutage
        }
    }

    /// A length of time in seconds, as it stands after "after".
    func length(_ seconds: Int64) -> String {
        let minutes = max(1, (seconds + 30) / 60)
        switch minutes {
        case ..<60: return text(.minutes, count: minutes)
        case ..<2_880:
            let phrase = minutes % 60 == 0 ? NoticePhrase.hours : .hoursMinutes
            return text(phrase, ["hours": "\(minutes / 60)", "minutes": "\(minutes % 60)"])
        default: return text(.days, count: (minutes + 720) / 1_440)
        }
    }

    /// `count` of the `of` watched realms are down.
    func manyDown(place: String, count: Int, of: Int, names: String) -> NoticeText {
        NoticeText(title: part(count == of ? .allDown : .someDown, count, of, place), body: names)
    }

    /// `count` of the `of` realms that were down are back; `names` are those that are not, unless all are.
    func manyUp(place: String, count: Int, of: Int, names: String) -> NoticeText {
        let still = count == of ? nil : text(.stillDown, count: Int64(of - count), ["names": names])
        return NoticeText(
            title: part(still == nil ? .allUp : .someUp, count, of, place),
            body: still ?? names
        )
    }

    private func part(_ phrase: NoticePhrase, _ count: Int, _ total: Int, _ place: String) -> String {
        text(phrase, count: Int64(count), ["place": place, "total": "\(total)"])
    }

    func many(_ aspect: NoticeAspect, word: String, place: String, count: Int, names: String) -> NoticeText {
        let phrase: NoticePhrase =
            switch (aspect, NoticeChange.Word(rawValue: word)) {
            case (.maintenance, _): .manyMaintenanceOver
            case (.queue, .queueStarted): .manyQueueStarted
            case (.queue, _): .manyQueueEnded
            case (.lock, .locked): .manyLocked
            case (.lock, _): .manyUnlocked
            default: .manyPopulation
            }
        return NoticeText(title: text(phrase, count: Int64(count), ["place": place]), body: names)
    }

    /// Of which other realms the same is to be said (`begins`), or what ended here still holds.
    func others(_ aspect: NoticeAspect, begins: Bool, names: String) -> String {
        let phrase: NoticePhrase =
            switch aspect {
            case .queue: begins ? .alsoQueue : .stillQueue
            case .lock: begins ? .alsoLocked : .stillLocked
            default: begins ? .alsoDown : .othersStillDown
            }
        return text(phrase, ["names": names])
    }

    /// Several realms, before anybody knows which.
    func several(place: String) -> String { text(.several, ["place": place]) }

    /// A map begins in so many minutes, or is on (0); `source` says so where no schedule does.
    func map(
        _ name: String,
        mode: String,
        minutes: Int64,
        from: String,
        to: String,
        source: String? = nil
    ) -> NoticeText {
        NoticeText(
            title: text(minutes == 0 ? .mapOn : .mapIn, count: minutes, ["name": name]),
            body: source.map { text(.mapTimesBy, ["mode": mode, "from": from, "to": to, "source": $0]) }
                ?? text(.mapTimes, ["mode": mode, "from": from, "to": to])
        )
    }

    /// The map schedule of a mode ends in so many seconds: after `time` nothing is known of it.
    func scheduleEnd(of mode: String, in seconds: Int64, at time: String) -> NoticeText {
        let (phrase, count): (NoticePhrase, Int64) =
            switch TimeLeft(seconds: seconds) {
            case .hours(let count): (.endHours, count)
            case .days(let count): (.endDays, count)
            }
        return NoticeText(
            title: text(phrase, count: count, ["mode": mode]),
            body: text(.endAfter, ["time": time])
        )
    }

    /// Entries of a watch list that matched no realm: `unknown` by name, and `renamed` with the realms that they are now.
    func unmatched(place: String, unknown: String?, renamed: String?) -> NoticeText {
        let parts = [
            unknown.map { text(.listUnknown, ["names": $0]) },
            renamed.map { text(.listRenamed, ["names": $0]) },
        ]
        return NoticeText(
            title: text(.list, ["place": place]),
            body: parts.compactMap { $0 }.joined(separator: " ")
        )
    }

    /// Names, and how many are left out.
    func list(_ names: [String], more: Int) -> String {
        let first = names.first ?? ""
        let list = names.dropFirst().reduce(first) { text(.nextName, ["names": $0, "name": $1]) }
        return more > 0 ? text(.moreNames, count: Int64(more), ["names": list]) : list
    }

    /// A notice that a person asked for to see whether they arrive.
    func test(box: String) -> NoticeText {
        NoticeText(title: text(.test), body: text(.testFrom, ["box": box]))
    }
}
