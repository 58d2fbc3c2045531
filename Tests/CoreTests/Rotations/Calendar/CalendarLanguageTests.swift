import CoreSupport
import Testing

@testable import Core

extension RotationCalendarTests {
    @Test("a language has words for everything, and whoever asks for another one gets English")
    func languages() throws {
        let files = try NoticeWordsFiles.calendars()
        for words in files { #expect(words.missing.isEmpty, "\(words.language)") }
        let languages = CalendarLanguages(files + [CalendarWords(language: "zh-Hant")])
        let long = String(repeating: "-", count: 512)
        for tag in [nil, "", "-", "de", "plx", "x-pl", "zh", "zh-Hans", "pl_PL", long] {
            #expect(languages.words(for: tag).language == "en", "\(tag ?? "none")")
        }
        for tag in ["pl", "pl-PL", "PL-pl", "pl-Latn-PL-x-me"] {
            #expect(languages.words(for: tag).language == "pl", "\(tag)")
        }
        #expect(languages.words(for: "zh-hant-TW").language == "zh-Hant")
        #expect(languages.words(for: "zh-Hant").text(.unknown) == "No map is known")
    }

    @Test("another language changes what people read, and no name, number or time of an entry")
    func polish() throws {
        let snapshot = try usual(80_000)
        let (english, polish) = (try text(snapshot, "pubs"), try text(snapshot, "pubs", in: "pl-PL"))
        #expect(lines(polish, "SUMMARY:").contains("Mapa nieznana · PUBS"))
        let read = ["SUMMARY:", "DESCRIPTION:", "NAME:"].flatMap { lines(polish, $0) }
        #expect(!read.contains { $0.contains("known") || $0.contains("chedule") })
        #expect(lines(english, "PRODID:") == ["-//Watchpost//Map rotations//EN"])
        #expect(lines(polish, "PRODID:") == ["-//Watchpost//Map rotations//PL"])
        for name in ["UID:", "DTSTAMP:", "SEQUENCE:", "DTSTART:", "DTEND:", "CATEGORIES:", "STATUS:"] {
            #expect(lines(polish, name) == lines(english, name), "\(name)")
        }
    }
}
