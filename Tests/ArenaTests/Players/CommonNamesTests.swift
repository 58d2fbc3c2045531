import Testing

@testable import Arena
@testable import Core

@Suite("Common names of people")
struct CommonNamesTests {
    /// First and last names by language.
    private static let names: [Substring: [Substring]] = {
        let lines = (try? NameTables.lines("names.tsv")) ?? []
        let rows = lines.map { $0.split(separator: "\t") }.filter { $0.count == 3 }
        return Dictionary(grouping: rows) { $0[0] }.mapValues { rows in rows.map { $0[2] } }
    }()

    @Test("there are 2,000 of them and more, of 40 languages and more, at least 50 of each")
    func many() {
        #expect(CommonNamesTests.names.count >= 40)
        #expect(CommonNamesTests.names.values.reduce(0) { $0 + $1.count } >= 2_000)
        #expect(CommonNamesTests.names.filter { $0.value.count < 50 }.keys.sorted() == [])
    }

    @Test("each passes, with its letters and marks as they are written", arguments: names.keys.sorted())
    func pass(language: Substring) throws {
        for typed in CommonNamesTests.names[language] ?? [] {
            let name = try? PlayerName(String(typed))
            #expect(name.map { letters($0.text) } == letters(String(typed)), "\(language): \(typed)")
        }
    }

    /// Without apostrophes, hyphens, blanks and what is not seen.
    private func letters(_ text: String) -> String {
        var letters = String.UnicodeScalarView()
        letters.append(contentsOf: NameFolding.shown(text).unicodeScalars.filter { NameScripts($0) != nil })
        return String(letters)
    }
}
