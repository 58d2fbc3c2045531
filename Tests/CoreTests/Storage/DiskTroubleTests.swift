import Testing

@testable import Core

@Suite("What is told of a disk that refuses")
struct DiskTroubleTests {
    private static func error(_ code: ResultCode) -> SQLiteError {
        SQLiteError(code: code, message: "words of \(code.rawValue)", path: "/x")
    }

    @Test("the first refusal is told to log and panel, later ones are not, and the end is told once")
    func once() {
        var trouble = DiskTrouble()
        let full = DiskTroubleTests.error(.full)
        #expect(trouble.look(provedCommits: 7) == [])
        #expect(
            trouble.failed(full, provedCommits: 7) == [.began(full), .show("the disk refuses: words of 13")]
        )
        #expect(trouble.failed(full, provedCommits: 7) == [])
        #expect(trouble.look(provedCommits: 7) == [], "reads go well on a full disk, too")
        // Something small was stored, and then the next thing was not.
        #expect(trouble.failed(DiskTroubleTests.error(.ioError), provedCommits: 8) == [])
        #expect(trouble.look(provedCommits: 8) == [])
        #expect(trouble.look(provedCommits: 9) == [.hide, .over])
        #expect(trouble.look(provedCommits: 10) == [])
        #expect(trouble.failed(full, provedCommits: 10).count == 2, "it may begin again")
    }

    @Test(
        "the panel speaks of the disk alone, and not of what was asked for",
        arguments: [
            (.full, true), (.readOnly, true), (.ioError, true), (.cannotOpen, true), (.busy, true),
            (.corrupt, true), (.notADatabase, true), (ResultCode(rawValue: 1_034), true), (.error, false),
            (.tooBig, false), (.mismatch, false), (.misuse, false), (ResultCode(rawValue: 19), false),
            (ResultCode(rawValue: 2_067), false),
        ] as [(ResultCode, Bool)]
    )
    func shown(code: ResultCode, isShown: Bool) {
        var trouble = DiskTrouble()
        let error = DiskTroubleTests.error(code)
        let words = "the disk refuses: words of \(code.rawValue)"
        #expect(
            trouble.failed(error, provedCommits: 0)
                == (isShown ? [.began(error), .show(words)] : [.began(error)])
        )
        #expect(trouble.look(provedCommits: 1) == (isShown ? [.hide, .over] : [.over]))
    }

    @Test("a disk that begins to refuse while something else is wrong is shown as well")
    func later() {
        var trouble = DiskTrouble()
        _ = trouble.failed(DiskTroubleTests.error(.tooBig), provedCommits: 0)
        #expect(
            trouble.failed(DiskTroubleTests.error(.full), provedCommits: 0)
                == [.show("the disk refuses: words of 13")]
        )
    }
}
