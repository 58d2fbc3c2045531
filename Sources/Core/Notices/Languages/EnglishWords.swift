/// Notices in English.
struct EnglishWords: NoticeWords {
    let language = "en"
    let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    func down(_ name: String, place: String, since: String?) -> NoticeText {
        NoticeText(title: "\(name) is down", body: since.map { "\(place) · since \($0)" } ?? place)
    }

    func up(_ name: String, place: String, since: String?, outage: String?) -> NoticeText {
        let facts = [since.map { "since \($0)" }, outage.map { "after \($0)" }].compactMap { $0 }
        let body = facts.isEmpty ? place : "\(place) · \(facts.joined(separator: ", "))"
        return NoticeText(title: "\(name) is up", body: body)
    }

    func maintenanceOver(_ name: String, place: String, since: String?, outage: String?) -> NoticeText {
        let facts = [since.map { " since \($0)" }, outage.map { ", after \($0)" }].compactMap { $0 }
        return NoticeText(
            title: "\(name) is up",
            body: "\(place) · maintenance is over" + facts.joined()
        )
    }

    func length(_ seconds: Int64) -> String {
        let minutes = max(1, (seconds + 30) / 60)
        switch minutes {
        case ..<60: return "\(minutes) min"
        case ..<2_880: return "\(minutes / 60) h" + (minutes % 60 == 0 ? "" : " \(minutes % 60) min")
        default: return "\((minutes + 720) / 1_440) days"
        }
    }

    func queue(_ name: String, place: String, begins: Bool) -> NoticeText {
        NoticeText(title: begins ? "\(name) has a queue" : "No more queue on \(name)", body: place)
    }

    func lock(_ name: String, place: String, closes: Bool) -> NoticeText {
        NoticeText(
            title: closes ? "\(name) is closed to new characters" : "\(name) is open to new characters",
            body: place
        )
    }

    func population(_ name: String, place: String, word: String) -> NoticeText {
        NoticeText(
            title: word == "recommended"
                ? "\(name) is for new players now" : "\(name): population is \(word)",
            body: place
        )
    }

    func manyDown(place: String, count: Int, of: Int, names: String) -> NoticeText {
        NoticeText(
            title: count == of
                ? "\(place): all \(of) realms are down" : "\(place): \(count) of \(of) realms are down",
            body: names
        )
    }

    func manyUp(place: String, count: Int, of: Int, names: String) -> NoticeText {
        count == of
            ? NoticeText(title: "\(place): all \(of) realms are up", body: names)
            : NoticeText(title: "\(place): \(count) of \(of) realms are up", body: "Still down: \(names)")
    }

    func many(_ aspect: NoticeAspect, word: String, place: String, count: Int, names: String) -> NoticeText {
        let title =
            switch (aspect, NoticeChange.Word(rawValue: word)) {
            case (.maintenance, _): "maintenance is over on \(count) realms"
            case (.queue, .queueStarted): "queues on \(count) realms"
            case (.queue, _): "no more queue on \(count) realms"
            case (.lock, .locked): "\(count) realms are closed to new characters"
            case (.lock, _): "\(count) realms are open to new characters"
            default: "population changed on \(count) realms"
            }
        return NoticeText(title: "\(place): \(title)", body: names)
    }

    func others(_ aspect: NoticeAspect, begins: Bool, names: String) -> String {
        switch aspect {
        case .queue: "\(begins ? "a queue also on" : "still a queue on") \(names)"
        case .lock: "\(begins ? "also closed" : "still closed"): \(names)"
        default: "\(begins ? "also down" : "still down"): \(names)"
        }
    }

    func several(place: String) -> String { "\(place): several realms" }

    func map(_ name: String, mode: String, minutes: Int64, from: String, to: String) -> NoticeText {
        let title =
            switch minutes {
            case 0: "\(name) is on"
            case 1: "\(name) in 1 minute"
            default: "\(name) in \(minutes) minutes"
            }
        return NoticeText(title: title, body: "\(mode) · \(from) to \(to)")
    }

    func unmatched(place: String, unknown: String?, renamed: String?) -> NoticeText {
        let parts = [
            unknown.map { "No realm is called \($0): you can never hear of it. Choose it again in the app." },
            renamed.map { "Watched from now on: \($0). As it was stored, it matched no realm." },
        ]
        return NoticeText(
            title: "\(place): your watch list",
            body: parts.compactMap { $0 }.joined(separator: " ")
        )
    }

    func list(_ names: [String], more: Int) -> String {
        names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    func test(box: String) -> NoticeText {
        NoticeText(title: "Notices work", body: "This is a test from \(box).")
    }
}
