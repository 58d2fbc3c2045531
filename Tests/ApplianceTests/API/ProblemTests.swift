import Testing

@testable import Appliance
@testable import Serving

@Suite("Problems are bounded, whatever they quote")
struct ProblemTests {
    @Test("in their words", arguments: ["a", "ł", "👩‍👩‍👧‍👦", "\"", "\u{1}"])
    func detail(letter: String) {
        let detail = Problem(.badRequest, String(repeating: letter, count: 100_000)).detail
        #expect(detail.last == "…")
        #expect((1_950...2_000).contains(detail.utf8.count))
    }

    @Test("also where one letter is longer than all of them may be")
    func longLetter() {
        let letter = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(Problem(.badRequest, "“\(letter)” is nothing").detail == "“…")
        #expect(Problem(.notFound, letter, code: "x").detail == "…")
    }

    /// The longest part of a path and the longest value that are read, and one that is longer.
    @Test(
        "as answers",
        arguments: [
            ("/v1/realms/eu/retail/", "a", 512, 404), ("/v1/realms/eu/retail/", "%c5%82", 85, 404),
            ("/v1/regions/eu/realms?flavour=", "a", 512, 400),
            ("/v1/regions/eu/realms?flavour=", "%c5%82", 256, 400),
            ("/v1/regions/eu/history?hours=", "%22", 512, 400),
            ("/v1/regions/eu/history?hours=", "a", 3_900, 400),
        ]
    )
    func answers(target: String, letter: String, count: Int, status: Int) async throws {
        let fixture = try APIFixture()
        let answer = try #require(await fixture.get(target + String(repeating: letter, count: count)))
        #expect(answer.status == status)
        #expect(answer.headers["content-type"] == "application/problem+json")
        #expect(answer.body.count <= 4_096)
    }
}
