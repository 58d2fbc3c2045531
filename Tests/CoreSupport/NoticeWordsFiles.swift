package import Core
import Foundation

/// The words files of the sources, read by Foundation: the appliance reads its embedded ones by `JSONReading`.
package enum NoticeWordsFiles {
    package static func languages() throws -> NoticeLanguages { NoticeLanguages(try all()) }

    package static func all() throws -> [NoticeWords] { try files().map(words) }

    /// What calendars say, from the same files.
    package static func calendars() throws -> [CalendarWords] {
        try files().map { file in
            var words = CalendarWords(language: file.language.tag)
            for (key, row) in file.words {
                if let text = row.forms[.other] { words.take(key, text) }
            }
            return words
        }
    }

    private static func files() throws -> [File] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Appliance/Web/words").standardized
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try names.map {
            try JSONDecoder().decode(File.self, from: Data(contentsOf: folder.appending(path: $0)))
        }
    }

    private static func words(_ file: File) -> NoticeWords {
        var words = NoticeWords(
            language: file.language.tag,
            plural: file.language.plural,
            twelveHourRegions: Set(file.language.twelveHourRegions)
        )
        for (key, row) in file.words { words.take(key, row.forms) }
        return words
    }

    private struct File: Decodable {
        let language: Language
        let words: [String: WordsRow]
    }

    private struct Language: Decodable {
        let tag: String
        let plural: PluralRule
        let twelveHourRegions: [String]
    }
}

/// A text, or one for each form of a count.
private struct WordsRow: Decodable {
    package let forms: [PluralForm: String]

    package init(from decoder: any Decoder) throws {
        let single = try decoder.singleValueContainer()
        if let text = try? single.decode(String.self) {
            forms = [.other: text]
        } else {
            let named = try single.decode([String: String].self)
            forms = Dictionary(
                uniqueKeysWithValues: named.compactMap { name, text in
                    PluralForm(rawValue: name).map { ($0, text) }
                }
            )
        }
    }
}

extension PluralRule: Decodable {}
