import Foundation
import Testing
import WatchpostModel

@testable import Arena

@Suite("Results as a sheet")
struct ResultSheetTests {
    private static let noon = UnixTime(seconds: 1_764_504_000)

    private func result(_ name: String = "Ola", extra: String? = nil, score: Int64 = 7) -> SentResultBody {
        var result = SentResultBody(
            number: 3,
            board: "level-1",
            player: PlayerBody(code: "abcdefghij", name: name),
            score: score,
            scoreText: "\(score) pts",
            at: ResultSheetTests.noon,
            state: .counts
        )
        result.extra = extra
        return result
    }

    private func csv(_ result: SentResultBody) -> String {
        String(decoding: ResultSheet(format: .csv).rows([result], areFirst: true), as: UTF8.self)
    }

    @Test("a line of CSV has all that is known, and nothing for what is not")
    func line() {
        #expect(
            csv(result())
                == "3,\"level-1\",\"abcdefghij\",\"Ola\",7,\"7 pts\",\(ResultSheetTests.noon.rfc3339),,,\"counts\",\r\n"
        )
        var full = result(extra: "", score: -5)
        (full.achieved, full.reasons, full.state) = (ResultSheetTests.noon, ["pace", "far"], .held)
        #expect(
            csv(full)
                == "3,\"level-1\",\"abcdefghij\",\"Ola\",-5,\"'-5 pts\",\(ResultSheetTests.noon.rfc3339),"
                + "\(ResultSheetTests.noon.rfc3339),\"\",\"held\",\"pace far\"\r\n"
        )
        let head = String(decoding: ResultSheet(format: .csv).begin, as: UTF8.self)
        #expect(head.hasPrefix("number,board,player,name,") && head.hasSuffix("reasons\r\n"))
        #expect(head.count(where: { $0 == "," }) == 10)
    }

    @Test(
        "no text begins a formula, and one apostrophe less is what was sent",
        arguments: ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n", "＝1", "＋1", "－1", "＠1", "'=1", "'"]
    )
    func formulas(text: String) {
        let line = csv(result(extra: text))
        #expect(line.contains(",\"'\(text)\",\"counts\""))
        #expect(csv(result(text)).contains(",\"'\(text)\",7,"))
    }

    @Test("quotes are doubled, and whatever else stands there is left as it is")
    func quotes() {
        #expect(csv(result("a\"b,c\r\nd")).contains(",\"a\"\"b,c\r\nd\",7,"))
        #expect(csv(result("a=b ' Ł 🐍")).contains(",\"a=b ' Ł 🐍\",7,"))
        #expect(csv(result("\u{301}=")).contains(",\"\u{301}=\",7,"))
    }

    @Test(
        "JSON is one array, whatever pieces it comes in",
        arguments: [[], [0], [1], [2, 0, 1], [0, 0, 3]]
    )
    func json(pieces: [Int]) throws {
        let sheet = ResultSheet(format: .json)
        var (bytes, rows) = (sheet.begin, 0)
        for count in pieces {
            bytes += sheet.rows(Array(repeating: result("\"=\\"), count: count), areFirst: rows == 0)
            rows += count
        }
        bytes += sheet.end
        let parsed = try JSONDecoder().decode([SentResultBody].self, from: Data(bytes))
        #expect(parsed == Array(repeating: result("\"=\\"), count: rows))
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == rows + 2)
    }
}
