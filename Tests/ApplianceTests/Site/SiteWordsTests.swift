import Serving
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Core

@Suite("What the site says")
struct SiteWordsTests {
    private static let languages = SiteWords.all(PageFiles().languages)

    private static func words(_ tag: String) throws -> SiteWords {
        try #require(languages.first { $0.language == tag })
    }

    @Test("every phrase has words in every language", arguments: ["en", "pl"])
    func complete(tag: String) throws {
        let words = try Self.words(tag)
        for phrase in SitePhrase.allCases { #expect(words.text(phrase) != phrase.rawValue, "\(phrase)") }
        for list in [SitePhrase.months, .monthsInDates] {
            #expect(words.text(list).split(separator: " ").count == 12)
        }
    }

    @Test(
        "days, weeks, months and seasons have names",
        arguments: [
            ("en", BoardWindow.day, "26 November 2026"), ("en", .week, "23–29 November 2026"),
            ("en", .month, "November 2026"),
            ("pl", .day, "26 listopada 2026"), ("pl", .week, "23–29 listopada 2026"),
            ("pl", .month, "listopad 2026"),
        ]
    )
    func periods(tag: String, window: BoardWindow, name: String) throws {
        let zone = try #require(CivilZone(named: "Europe/Warsaw"))
        let noon = zone.instants(year: 2_026, month: 11, day: 26, hour: 12).earliest
        let period = BoardPeriod(window, at: noon, in: zone)
        #expect(try Self.words(tag).name(of: period, in: zone) == name)
    }

    @Test("every genre is called something in every language", arguments: ["en", "pl"])
    func genres(tag: String) throws {
        let words = try Self.words(tag)
        for genre in GameGenre.allCases { #expect(words.text(genre).first?.isUppercase == true, "\(genre)") }
    }

    @Test(
        "prices are written as the language writes numbers",
        arguments: [
            ("en", 499, "EUR", "4.99 EUR"), ("pl", 499, "PLN", "4,99 PLN"), ("en", 5, "USD", "0.05 USD"),
            ("en", 2_000, "EUR", "20 EUR"), ("pl", 2_010, "EUR", "20,10 EUR"),
            ("en", 10_000_000, "JPY", "100,000 JPY"), ("en", 0, nil, "Free"), ("pl", 0, nil, "Za darmo"),
        ] as [(String, Int64, String?, String)]
    )
    func prices(tag: String, hundredths: Int64, currency: String?, text: String) throws {
        let price = try GamePrice(hundredths: hundredths, currency: currency)
        #expect(try Self.words(tag).text(price) == text)
    }

    @Test("a week over two years has both dates, and a season its number")
    func edges() throws {
        let zone = try #require(CivilZone(named: "America/Sao_Paulo"))
        let words = try Self.words("en")
        let newYear = zone.instants(year: 2_027, month: 1, day: 1).earliest
        let week = BoardPeriod(.week, at: newYear, in: zone)
        #expect(words.name(of: week, in: zone) == "28 December 2026 – 3 January 2027")
        let season = BoardPeriod(span: .season, id: "3", start: newYear, end: newYear)
        #expect(words.name(of: season, in: zone) == "Season 3")
        #expect(words.moment(zone.civil(newYear.advanced(by: 3_660))) == "1 January 2027, 01:01")
    }

    @Test(
        "numbers are grouped as the language does it",
        arguments: [("en", "7 999 1,000 1,234,567"), ("pl", "7 999 1000 1 234 567")]
    )
    func numbers(tag: String, texts: String) throws {
        let words = try Self.words(tag)
        #expect([7, 999, 1_000, 1_234_567].map(words.number).joined(separator: " ") == texts)
        #expect(words.number(12_000) == (tag == "en" ? "12,000" : "12 000"))
    }

    @Test("a document takes its words from the rows that it names, and the words stay text")
    func documents() throws {
        let words = try Self.words("pl")
        let made = words.translated(
            "<nav id=\"x\" aria-label=\"Languages\" data-t-label=\"site.languages\"><a href=\"/\" data-t=\"site.status\">Realms and\nmaps</a> "
                + "<b>not this</b></nav><p data-t=\"none.<b>\">gone</p>"
        )
        #expect(
            made
                == "<nav id=\"x\" aria-label=\"Języki\"><a href=\"/\">Serwery i mapy</a> <b>not this</b></nav><p>none.&lt;b&gt;</p>"
        )
    }

    @Test("what is put into a place is not looked through again")
    func places() {
        let template = HTMLTemplate("a[[one]]b[[two]][[three]]")
        #expect(template.filled(["one": "[[two]]", "two": "2"]) == "a[[two]]b2")
        #expect(HTMLTemplate("plain ]] [[ open").filled([:]) == "plain ]] [[ open")
    }
}
