import Core
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Core
@testable import Serving

@Suite("Rows of boards over HTTP", .serialized)
struct BoardRowTests {
    private static let board = "/v1/games/snake/boards/level-1"
    private static let noon = APIFixture.noon
    /// Noon is of a Sunday.
    private static let monday = noon.advanced(by: 11 * 3_600)

    private let api: APIFixture
    private let arena: ArenaService
    private let file: Database
    private let ledger: ResultLedger

    /// Five players on a board, of whom the first two are friends; nothing is sent yet.
    init() async throws {
        let state = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: nil)
        let made = try await Database.open(.memory, migrations: ArenaDatabase.tables.migrations, now: nil)
        file = made.database
        let limits = AccessLimits(registrationsPerHour: 20, requestsPerMinute: 120)
        let services = try PersonalFixture.services(state.database, limits, PersonalFixture.Heard())
        arena = try ArenaServiceFixture.service(services, state.database)
        try await ArenaServiceFixture.open(arena, file, boards: ["level-1"])
        services.gate.add([ArenaInstalls(arena: arena)])
        api = try APIFixture(
            calls: BoardRoutes(services: services.calls, arena: arena).routes,
            gate: services.gate
        )
        ledger = ResultLedger(database: file, mostResults: 1_000)
        for number in 1...5 { _ = try await ArenaServiceFixture.install(number, file) }
        try await file.write("befriend") { db throws(SQLiteError) in
            try db.execute("INSERT INTO friends (low, high, inviter, type, at) VALUES (1, 2, 1, 2, 0)")
        }
    }

    /// `number`: of the installation, which is that of its player.
    private func submit(_ score: Int64, of number: Int64, at now: UnixTime) async throws {
        let key = [UInt8](repeating: UInt8(truncatingIfNeeded: score), count: 16)
        _ = try await ledger.submit(
            [Submission(key: key, board: "level-1", score: score)],
            of: number,
            at: now,
            standings: { _, _ in .notLoaded },
            then: { _ in }
        )
    }

    private func get(_ path: String, _ headers: String...) async throws -> RawClient.Answer {
        let answer = await api.request("GET", path, body: nil, headers: headers)
        return try #require(answer)
    }

    /// Scores of a page with the changes of their rows; nil: a row has none.
    private func changes(_ answer: RawClient.Answer) throws -> [[Int?]] {
        let rows = try #require(answer.json["rows"] as? [[String: Any]], "\(answer.text)")
        return rows.map { [$0["score"] as? Int, $0["change"] as? Int] }
    }

    @Test("of all time they say by how many places somebody moved since Monday, among friends by those alone")
    func change() async throws {
        for (number, score) in [(1, 10), (2, 20), (3, 30), (4, 40)] as [(Int64, Int64)] {
            try await submit(score, of: number, at: BoardRowTests.noon.advanced(by: -8 * 86_400))
        }
        _ = try await ArchiveStore(database: file).keep(at: BoardRowTests.noon)
        try await submit(50, of: 1, at: BoardRowTests.noon)
        try await submit(5, of: 5, at: BoardRowTests.noon)
        let whole: [[Int?]] = [[50, 3], [40, -1], [30, -1], [20, -1], [5, nil]]
        #expect(try await changes(get(BoardRowTests.board)) == whole)
        #expect(try await changes(get("\(BoardRowTests.board)?limit=3")) == Array(whole.prefix(3)))
        let bearer = "Authorization: Bearer \(PersonalFixture.credential(1))"
        let mine = try await get("\(BoardRowTests.board)/me", bearer)
        #expect(try changes(mine) == whole)
        #expect((mine.json["own"] as? [String: Any])?["change"] as? Int == 3)
        let friends = try await get("\(BoardRowTests.board)/me?scope=friends", bearer)
        #expect(try changes(friends) == [[50, 1], [20, -1]])
        let page = try await arena.page(
            ArenaService.BoardQuestion(game: "snake", board: "level-1", limit: 20),
            at: BoardRowTests.noon
        )
        #expect(page.until == BoardRowTests.monday, "no page that is kept says it of a week that is over")
        let next = try await arena.page(
            ArenaService.BoardQuestion(game: "snake", board: "level-1", limit: 20),
            at: BoardRowTests.monday
        )
        #expect(next.body.rows.count == 5 && next.body.rows.allSatisfy { $0.change == nil })
    }

    @Test("where nobody knows how the week began, nothing is said of it")
    func unknown() async throws {
        try await submit(10, of: 1, at: BoardRowTests.noon.advanced(by: -8 * 86_400))
        #expect(try await changes(get(BoardRowTests.board)) == [[10, nil]])
    }

    @Test(
        "who asks first has the same bytes under the same tags as those who ask next",
        arguments: [true, false]
    )
    func tags(takesGzip: Bool) async throws {
        for number in 1...5 as ClosedRange<Int64> {
            try await submit(number, of: number, at: BoardRowTests.noon)
        }
        let path = "\(BoardRowTests.board)?limit=10"
        let takes = "Accept-Encoding: \(takesGzip ? "gzip" : "identity")"
        let first = try await get(path, takes)
        let tag = try #require(first.headers["etag"])
        #expect(first.status == 200 && (first.headers["content-encoding"] == "gzip") == takesGzip)
        #expect(tag.hasSuffix("-gz\"") == takesGzip)
        for _ in 0..<2 {
            let next = try await get(path, takes)
            #expect(next.body == first.body && next.headers["etag"] == tag)
            #expect(try await get(path, takes, "If-None-Match: \(tag)").status == 304)
        }
    }
}
