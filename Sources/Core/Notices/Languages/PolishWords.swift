/// Notices in Polish.
struct PolishWords: NoticeWords {
    let language = "pl"
    let weekdays = ["pon.", "wt.", "śr.", "czw.", "pt.", "sob.", "niedz."]

    func down(_ name: String, place: String, since: String?) -> NoticeText {
        NoticeText(title: "\(name) nie działa", body: since.map { "\(place) · od \($0)" } ?? place)
    }

    func up(_ name: String, place: String, since: String?, outage: String?) -> NoticeText {
        let facts = [since.map { "od \($0)" }, outage.map { "po \($0) przerwy" }].compactMap { $0 }
        let body = facts.isEmpty ? place : "\(place) · \(facts.joined(separator: ", "))"
        return NoticeText(title: "\(name) znów działa", body: body)
    }

    func maintenanceOver(_ name: String, place: String, since: String?, outage: String?) -> NoticeText {
        let facts = [since.map { "od \($0)" }, outage.map { "po \($0)" }].compactMap { $0 }
        return NoticeText(
            title: "\(name) znów działa",
            body: (["\(place) · koniec przerwy technicznej"] + facts).joined(separator: ", ")
        )
    }

    func length(_ seconds: Int64) -> String {
        let minutes = max(1, (seconds + 30) / 60)
        switch minutes {
        case ..<60: return "\(minutes) min"
        case ..<2_880: return "\(minutes / 60) godz." + (minutes % 60 == 0 ? "" : " \(minutes % 60) min")
        default: return "\((minutes + 720) / 1_440) dniach"
        }
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
        NoticeText(title: "\(name): \(PolishWords.population(word))", body: place)
    }

    /// As the app says it; upstream's other words stay what they are.
    private static func population(_ word: String) -> String {
        switch word {
        case "low": "niska populacja"
        case "medium": "średnia populacja"
        case "high": "wysoka populacja"
        case "full": "pełny"
        case "recommended": "dla nowych graczy"
        default: "populacja: \(word)"
        }
    }

    func manyDown(place: String, count: Int, of: Int, names: String) -> NoticeText {
        let verb = PolishPlural.verb(count, one: "działa", few: "działają")
        return NoticeText(
            title: count == of
                ? "\(place): nie działa żaden z \(of) serwerów"
                : "\(place): nie \(verb) \(count) z \(of) serwerów",
            body: names
        )
    }

    func manyUp(place: String, count: Int, of: Int, names: String) -> NoticeText {
        let verb = PolishPlural.verb(count, one: "działa", few: "działają")
        let others = of - count == 1 ? "działa" : "działają"
        return count == of
            ? NoticeText(title: "\(place): znów \(verb) \(servers(of))", body: names)
            : NoticeText(
                title: "\(place): \(verb) \(count) z \(of) serwerów",
                body: "Nadal nie \(others): \(names)"
            )
    }

    func many(_ aspect: NoticeAspect, word: String, place: String, count: Int, names: String) -> NoticeText {
        let title =
            switch (aspect, NoticeChange.Word(rawValue: word)) {
            case (.maintenance, _): "koniec przerwy technicznej na \(onServers(count))"
            case (.queue, .queueStarted): "kolejki na \(onServers(count))"
            case (.queue, _): "koniec kolejek na \(onServers(count))"
            case (.lock, .locked): "\(servers(count)) bez nowych postaci"
            case (.lock, _): "\(servers(count)) znów dla nowych postaci"
            default: "zmiana populacji na \(onServers(count))"
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

    func unmatched(place: String, unknown: String?, renamed: String?) -> NoticeText {
        let parts = [
            unknown.map {
                "Żaden serwer nie nazywa się \($0): nic o nim nie powiemy. Wybierz go ponownie w aplikacji."
            },
            renamed.map { "Obserwowane od teraz: \($0). Zapisana nazwa nie pasowała do żadnego serwera." },
        ]
        return NoticeText(
            title: "\(place): lista obserwowanych",
            body: parts.compactMap { $0 }.joined(separator: " ")
        )
    }

    func list(_ names: [String], more: Int) -> String {
        names.joined(separator: ", ") + (more > 0 ? " i jeszcze \(more)" : "")
    }

    func test(box: String) -> NoticeText {
        NoticeText(title: "Powiadomienia działają", body: "To próbne powiadomienie. Wysłał je \(box).")
    }

    private func servers(_ count: Int) -> String {
        PolishPlural.form(Int64(count), one: "serwer", few: "serwery", many: "serwerów")
    }

    private func onServers(_ count: Int) -> String {
        "\(count) \(count == 1 ? "serwerze" : "serwerach")"
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

    /// The verb that goes with so many: 1 działa, 2 działają, 5 działa.
    static func verb(_ count: Int, one: String, few: String) -> String {
        (2...4).contains(count % 10) && !(12...14).contains(count % 100) ? few : one
    }
}
