import CoreSupport
import Foundation
import Testing
import WatchpostModel

@testable import Arena
@testable import Core

@Suite("Every text of the arena's news")
struct NewsTextTests {
    /// Made from the rows of the words files by another program.
    private static func recorded(_ language: String) throws -> [String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../../NoticeTexts/news-\(language).txt").standardized
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test("no byte of a text differs from what was recorded", arguments: ["en", "pl"])
    func texts(language: String) throws {
        let said = NewsTextTable(words: try NoticeWordsFiles.languages().words(for: language)).lines
        let old = try NewsTextTests.recorded(language)
        #expect(said.count == old.count)
        #expect(said.count > 100)
        for (new, old) in zip(said, old) { #expect(Array(new.utf8) == Array(old.utf8), "\(new)") }
    }
}

/// What one language says of friends and duels, a line a text.
private struct NewsTextTable {
    let words: NoticeWords

    /// Friends and duels, with all that is known of them and with nothing.
    var lines: [String] {
        let outcomes = ["accepted", "declined", "won", "lost", "draw", "void", "other"]
        let reasons = [
            "goal", "better", "alone", "level", "nobody", "declined", "cancelled", "expired", "gaveUp",
            "unfriended",
            "blocked", "removed", "closed", "merged", "hidden",
        ]
        let lefts: [Int64] = [0, 60, 120, 300, 1_320, 3_540, 3_600, 7_200, 18_000, 79_200, 86_400]
        return NewsKind.allCases.flatMap { kind -> [String] in
            switch kind {
            case .answered: outcomes.prefix(2).flatMap { play(kind, $0) }
            case .decided:
                outcomes.dropFirst(2).flatMap { outcome in reasons.map { play(kind, outcome, $0) } }
            case .behind:
                lefts.flatMap { play(kind, left: $0) }
            case .invited, .accepted, .challenged, .passed: play(kind, kind.rawValue)
            }
        }
    }

    private func play(_ kind: NewsKind, _ outcome: String, _ reason: String) -> String {
        play(kind, outcome, reason: reason)[0]
    }

    private func play(_ kind: NewsKind, _ word: String = "", reason: String? = nil, left: Int64 = 3_600)
        -> [String]
    {
        var content = NewsContent(player: "Kestrel_9", page: "duels")
        let name = "\(kind) \(word) \(reason ?? "-") \(left)"
        content.reason = reason
        let bare = line(name, words.news(kind, word: word, content, left: left))
        (content.game, content.board, content.goal) = ("Snake", "Level 1", "9000 pts")
        (content.mine, content.theirs, content.gap, content.place) = ("5310 pts", "9000 pts", "3690 pts", 22)
        return [line(name, words.news(kind, word: word, content, left: left)), bare]
    }

    private func line(_ name: String, _ text: NoticeText) -> String {
        "\(name) | \(text.title) | \(text.body)"
    }
}
