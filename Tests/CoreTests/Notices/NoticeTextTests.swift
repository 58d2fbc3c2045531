import CoreSupport
import Foundation
import Testing

@testable import Core

@Suite("Every text of the appliance's notices")
struct NoticeTextTests {
    /// Recorded from the release whose notices were Swift and not rows of the words files.
    private static func recorded(_ language: String) throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../../NoticeTexts/\(language).txt").standardized
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test("no byte of a text differs from what was recorded", arguments: ["en", "pl"])
    func texts(language: String) throws {
        let languages = try NoticeWordsFiles.languages()
        let said = NoticeTextTable(words: languages.words(for: language), language: language).lines
        let old = try NoticeTextTests.recorded(language)
        #expect(said.count == old.count)
        #expect(said.count > 1_000)
        for (new, old) in zip(said, old) { #expect(Array(new.utf8) == Array(old.utf8), "\(new)") }
    }

    @Test("a language has words for everything, and who speaks another is spoken to in English")
    func complete() throws {
        let files = try NoticeWordsFiles.all()
        #expect(files.contains { $0.language == "en" } && files.contains { $0.language == "pl" })
        for words in files { #expect(words.missing.isEmpty, "\(words.language)") }
        let languages = NoticeLanguages(files)
        for locale in ["de-DE", "", "-", "x-klingon", "plx"] {
            #expect(languages.words(for: locale).language == "en", "\(locale)")
        }
        for locale in ["pl", "pl-PL", "PL_pl"] { #expect(languages.words(for: locale).language == "pl") }
    }

    @Test("what a language has no words for is said in English")
    func fallback() throws {
        var half = NoticeWords(language: "de", plural: .english, twelveHourRegions: [])
        half.take("notice.queueEnded", [.other: "Keine Schlange mehr: {name}"])
        half.take("notice.many.queueEnded", [.one: "ohne die andere Form"])
        half.take("no.phrase", [.other: "x"])
        let words = NoticeLanguages(try NoticeWordsFiles.all() + [half]).words(for: "de-AT")
        #expect(
            words.single(.queue, word: .queueEnded, name: "A", place: "EU").title == "Keine Schlange mehr: A"
        )
        #expect(words.single(.status, word: .down, name: "A", place: "EU").title == "A is down")
        let many = words.many(.queue, word: "queueEnded", place: "EU", count: 2, names: "A, B")
        #expect(many.title == "EU: no more queue on 2 realms")
    }
}
