import Core
import Serving
import WatchpostModel

/// What the site says in one language: the rows of its words file that begin with `site.`.
struct SiteWords: Sendable {
    /// BCP 47.
    let language: String
    /// In itself.
    let name: String
    private let texts: [String: String]

    /// `english`: what is said where the language has no words.
    init(_ language: PageLanguage, english: [String: String]) {
        (self.language, name) = (language.tag, language.name)
        texts = english.merging(language.texts(startingWith: "site.")) { $1 }
    }

    /// The languages of the words files, English first.
    static func all(_ languages: [PageLanguage]) -> [SiteWords] {
        let english = languages.first?.texts(startingWith: "site.") ?? [:]
        return languages.map { SiteWords($0, english: english) }
    }

    /// Words with values in the place of `{name}`, as text.
    func text(_ phrase: SitePhrase, _ values: KeyValuePairs<String, String> = [:]) -> String {
        var (result, rest) = ("", (texts[phrase.rawValue] ?? phrase.rawValue)[...])
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = rest[rest.index(after: open)..<close]
            result += rest[..<open] + (values.first { $0.key == name }?.value ?? "")
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// What a game is.
    func text(_ genre: GameGenre) -> String {
        texts["site.genre.\(genre.rawValue)"] ?? genre.rawValue
    }

    /// `4.99 EUR`, or that it costs nothing.
    func text(_ price: GamePrice) -> String {
        guard let currency = price.currency else { return text(.free) }
        let hundredths = price.hundredths % 100
        let rest = hundredths == 0 ? "" : text(.decimal) + (hundredths < 10 ? "0" : "") + String(hundredths)
        return "\(number(Int(price.hundredths / 100)))\(rest) \(currency)"
    }

    /// The same as HTML.
    func html(_ phrase: SitePhrase, _ values: KeyValuePairs<String, String> = [:]) -> String {
        HTML.escaped(text(phrase, values))
    }

    /// A document in this language: what stands in an element with `data-t` is taken from the row of that name, and so is an
    /// `aria-label` right before `data-t-label`.
    func translated(_ document: String) -> String {
        var (result, rest) = ("", document[...])
        while let mark = rest.firstRange(of: " data-t") {
            result += rest[..<mark.lowerBound]
            let parts = rest[mark.upperBound...].split(
                separator: "\"",
                maxSplits: 2,
                omittingEmptySubsequences: false
            )
            guard parts.count == 3 else { break }
            let words = HTML.escaped(texts[String(parts[1])] ?? String(parts[1]))
            rest = parts[2]
            if parts[0] == "-label=" {
                // What stands between the quotes goes.
                result.removeLast()
                while let last = result.last, last != "\"" { result.removeLast() }
                result += words + "\""
            } else if let end = rest.firstIndex(of: ">"), let next = rest[end...].firstIndex(of: "<") {
                result += rest[...end] + words
                rest = rest[next...]
            }
        }
        return result + rest
    }
}

/// Numbers and times.
extension SiteWords {
    /// `3,408`, as the language groups digits; Polish does so from five digits on, and so do we in all that have a blank there.
    func number(_ number: Int) -> String {
        let separator = text(.thousand).dropFirst().dropLast(3)
        let digits = Array(String(number))
        guard digits.count > (separator == "," ? 3 : 4) else { return String(digits) }
        var result = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0 { result += separator }
            result.append(digit)
        }
        return result
    }

    /// `23–29 November 2026`, `November 2026`, `Season 3`; nil: all time has no name.
    func name(of period: BoardPeriod, in zone: CivilZone) -> String {
        let first = zone.civil(period.start)
        switch period.span {
        case .all: return text(.allTime)
        case .season: return text(.seasonNumber, ["number": period.id])
        case .window(.day): return date(first)
        case .window(.month): return "\(month(first, .months)) \(first.year)"
        case .window(.week):
            // An hour before its end: where clocks are changed at midnight as well.
            let last = zone.civil(period.end.advanced(by: -3_600))
            guard first.month != last.month else {
                return text(
                    .days,
                    [
                        "from": String(first.day), "to": String(last.day),
                        "month": month(last, .monthsInDates),
                        "year": String(last.year),
                    ]
                )
            }
            return text(.span, ["from": date(first), "to": date(last)])
        }
    }

    /// `26 November 2026`.
    func date(_ civil: CivilTime) -> String {
        let (day, year) = (String(civil.day), String(civil.year))
        return text(.date, ["day": day, "month": month(civil, .monthsInDates), "year": year])
    }

    /// With the time of day.
    func moment(_ civil: CivilTime) -> String {
        let padded = [civil.hour, civil.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "\(date(civil)), \(padded.joined(separator: ":"))"
    }

    private func month(_ civil: CivilTime, _ list: SitePhrase) -> String {
        let names = text(list).split(separator: " ")
        return names.indices.contains(civil.month - 1) ? String(names[civil.month - 1]) : String(civil.month)
    }
}
