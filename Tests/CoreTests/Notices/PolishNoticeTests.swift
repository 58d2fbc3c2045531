import Testing

@testable import Core

@Suite("Notices in Polish, as people there say it")
struct PolishNoticeTests {
    private let words = PolishWords()

    @Test(
        "counts have their forms",
        arguments: [
            (1, "EU: znów działa 1 serwer"), (2, "EU: znów działają 2 serwery"),
            (4, "EU: znów działają 4 serwery"), (5, "EU: znów działa 5 serwerów"),
            (12, "EU: znów działa 12 serwerów"), (22, "EU: znów działają 22 serwery"),
            (25, "EU: znów działa 25 serwerów"),
        ]
    )
    func all(count: Int, title: String) {
        #expect(words.manyUp(place: "EU", count: count, of: count, names: "").title == title)
    }

    @Test(
        "parts have their forms",
        arguments: [
            (1, "EU: nie działa 1 z 8 serwerów"), (3, "EU: nie działają 3 z 8 serwerów"),
            (5, "EU: nie działa 5 z 8 serwerów"), (8, "EU: nie działa żaden z 8 serwerów"),
        ]
    )
    func some(count: Int, title: String) {
        #expect(words.manyDown(place: "EU", count: count, of: 8, names: "").title == title)
        let back = words.manyUp(place: "EU", count: 7, of: 8, names: "Kazzak")
        #expect(back.title == "EU: działa 7 z 8 serwerów")
        #expect(back.body == "Nadal nie działa: Kazzak")
        #expect(words.manyUp(place: "EU", count: 6, of: 8, names: "A, B").body == "Nadal nie działają: A, B")
    }

    @Test("several realms are named in the case that their preposition asks for")
    func several() {
        let over = words.many(.maintenance, word: "up", place: "EU", count: 4, names: "")
        #expect(over.title == "EU: koniec przerwy technicznej na 4 serwerach")
        let queue = words.many(.queue, word: "queueStarted", place: "EU", count: 1, names: "")
        #expect(queue.title == "EU: kolejki na 1 serwerze")
    }

    @Test(
        "populations have words, and not upstream's",
        arguments: [
            ("low", "niska populacja"), ("medium", "średnia populacja"), ("high", "wysoka populacja"),
            ("full", "pełny"), ("recommended", "dla nowych graczy"),
        ]
    )
    func population(word: String, text: String) {
        #expect(words.population("Kazzak", place: "EU", word: word).title == "Kazzak: \(text)")
    }

    @Test("what is up again says after how long")
    func outage() {
        let text = words.up("Kazzak", place: "EU", since: "18:42", outage: words.length(29 * 60))
        #expect(text.title == "Kazzak znów działa")
        #expect(text.body == "EU · od 18:42, po 29 min przerwy")
        #expect(words.length(2 * 3_600 + 300) == "2 godz. 5 min")
        #expect(words.length(3 * 86_400) == "3 dniach")
        #expect(EnglishWords().length(3 * 86_400) == "3 days")
        #expect(EnglishWords().length(30) == "1 min")
    }
}
