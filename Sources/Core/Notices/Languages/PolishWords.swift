/// Notices in Polish.
struct PolishWords: NoticeWords {
    let language = "pl"
    let weekdays = ["pon.", "wt.", "śr.", "czw.", "pt.", "sob.", "niedz."]

    func down(_ name: String, place: String, since: String?) -> NoticeText {
        NoticeText(title: "\(name) nie działa", body: since.map { "\(place) · od \($0)" } ?? place)
    }

    func up(_ name: String, place: String, since: String?) -> NoticeText {
        NoticeText(title: "\(name) działa", body: since.map { "\(place) · od \($0)" } ?? place)
    }

    func maintenanceOver(_ name: String, place: String, since: String?) -> NoticeText {
        NoticeText(
            title: "\(name) działa",
            body: "\(place) · koniec przerwy technicznej" + (since.map { ", od \($0)" } ?? "")
        )
    }

    func queue(_ name: String, place: String, begins: Bool) -> NoticeText {
        NoticeText(title: begins ? "\(name): jest kolejka" : "\(name): nie ma już kolejki", body: place)
    }

    func lock(_ name: String, place: String, closes: Bool) -> NoticeText {
        NoticeText(
            title: closes ? "\(name): zamknięty dla nowych postaci" : "\(name): otwarty dla nowych postaci",
            body: place
        )
    }

    func population(_ name: String, place: String, word: String) -> NoticeText {
        NoticeText(title: "\(name): populacja \(word)", body: place)
    }

    func manyDown(place: String, count: Int, of: Int, names: String) -> NoticeText {
        NoticeText(
            title: count == of
                ? "\(place): nie działa żaden z \(of) serwerów"
                : "\(place): nie działa \(count) z \(of) serwerów",
            body: names
        )
    }

    func manyUp(place: String, count: Int, of: Int, names: String) -> NoticeText {
        count == of
            ? NoticeText(title: "\(place): znów działa \(servers(of))", body: names)
            : NoticeText(
                title: "\(place): działa \(count) z \(of) serwerów",
                body: "Nadal nie działa: \(names)"
            )
    }

    func many(_ aspect: NoticeAspect, word: String, place: String, count: Int, names: String) -> NoticeText {
        let title =
            switch (aspect, NoticeChange.Word(rawValue: word)) {
            case (.maintenance, _): "koniec przerwy technicznej, \(servers(count))"
            case (.queue, .queueStarted): "kolejki, \(servers(count))"
            case (.queue, _): "koniec kolejek, \(servers(count))"
            case (.lock, .locked): "zamknięte dla nowych postaci: \(servers(count))"
            case (.lock, _): "otwarte dla nowych postaci: \(servers(count))"
            default: "zmiana populacji, \(servers(count))"
            }
        return NoticeText(title: "\(place): \(title)", body: names)
    }

    func others(_ aspect: NoticeAspect, begins: Bool, names: String) -> String {
        switch aspect {
        case .queue: "\(begins ? "kolejka także na" : "nadal kolejka na"): \(names)"
        case .lock: "\(begins ? "zamknięte także" : "nadal zamknięte"): \(names)"
        default: "\(begins ? "nie działa też" : "nadal nie działa"): \(names)"
        }
    }

    func several(place: String) -> String { "\(place): kilka serwerów" }

    func map(_ name: String, mode: String, minutes: Int64, from: String, to: String) -> NoticeText {
        let title = minutes == 0 ? "Teraz \(name)" : "\(name) za \(PolishWords.minutes(minutes))"
        return NoticeText(title: title, body: "\(mode) · od \(from) do \(to)")
    }

    func list(_ names: [String], more: Int) -> String {
        names.joined(separator: ", ") + (more > 0 ? " i jeszcze \(more)" : "")
    }

    func test(box: String) -> NoticeText {
        NoticeText(title: "Powiadomienia działają", body: "To jest próba z urządzenia \(box).")
    }

    private func servers(_ count: Int) -> String {
        PolishPlural.form(Int64(count), one: "serwer", few: "serwery", many: "serwerów")
    }

    private static func minutes(_ count: Int64) -> String {
        PolishPlural.form(count, one: "minutę", few: "minuty", many: "minut")
    }
}

/// Polish counts in three forms (CLDR plural rules: one, few, many).
enum PolishPlural {
    static func form(_ count: Int64, one: String, few: String, many: String) -> String {
        let tens = count % 100
        let word =
            if count == 1 { one } else if (2...4).contains(count % 10), !(12...14).contains(tens) { few } else
            { many }
        return "\(count) \(word)"
    }
}
