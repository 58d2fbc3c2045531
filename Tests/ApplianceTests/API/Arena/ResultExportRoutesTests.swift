import Core
import Foundation
import Testing
import WatchpostModel

@testable import Appliance
@testable import Arena
@testable import Serving

@Suite("Exports of whole games over the API")
struct ResultExportRoutesTests {
    /// A developer's game with one board and results of one player.
    private struct World {
        let fixture: DeveloperFixture
        let ola: String

        init(results: Int) async throws {
            fixture = try await DeveloperFixture()
            ola = try await fixture.registered("ola")
            let game = await fixture.ask(
                "PUT",
                "/developers/games/snake",
                ["version": 0, "name": "Snake"],
                bearer: ola
            )
            #expect(game?.status == 201)
            let board = await fixture.ask(
                "PUT",
                "/developers/games/snake/boards/level-1",
                ["version": 0, "name": "L"],
                bearer: ola
            )
            #expect(board?.status == 201)
            let install = try await ArenaServiceFixture.install(1, fixture.file)
            let ledger = ResultLedger(database: fixture.file, mostResults: 10_000)
            for start in stride(from: 0, to: results, by: 50) {
                let some = (start..<min(start + 50, results)).map { number in
                    let key = (0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
                    return Submission(key: key, board: "level-1", score: Int64(number), extra: "=\(number)")
                }
                _ = try await ledger.submit(
                    some,
                    of: install,
                    at: APIFixture.noon,
                    standings: { _, _ in .nothing },
                    then: { _ in }
                )
            }
        }

        /// What is sent, as text; nil: it was cut.
        func export(_ query: String = "") async throws -> String? {
            let client = try fixture.api.client()
            let answer = await client.request(
                "GET",
                "/v1/developers/games/snake/export\(query)",
                body: nil,
                headers: ["Authorization: Bearer \(ola)"]
            )
            guard answer?.status == 200 else { return answer?.text }
            return await client.chunks().map { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test("all results come, in as many pieces as it takes", arguments: [0, 1, 500, 1_201])
    func whole(count: Int) async throws {
        let world = try await World(results: count)
        let csv = try #require(try await world.export())
        let lines = csv.components(separatedBy: "\r\n")
        #expect(lines.count == count + 2 && lines.first?.hasPrefix("number,board,") == true)
        for (number, line) in lines.dropFirst().dropLast().enumerated() {
            #expect(
                line.hasPrefix("\(number + 1),\"level-1\",\"")
                    && line.contains(",\"'=\(number)\",\"counts\",")
            )
        }
        let json = try #require(try await world.export("?format=json&board=level-1"))
        let parsed = try JSONDecoder().decode([SentResultBody].self, from: Data(json.utf8))
        #expect(parsed.map(\.score) == (0..<count).map { Int64($0) })
        #expect(parsed.allSatisfy { $0.extra == "=\($0.score)" })
    }

    @Test("what is not there or not understood is refused in words")
    func refused() async throws {
        let world = try await World(results: 1)
        for (query, words) in [
            ("?format=xlsx", "not one of csv, json"), ("?board=level-9", "no board of this name"),
            ("?board=", "no board of this name"),
        ] {
            #expect(try await world.export(query)?.contains(words) == true, "\(query)")
        }
        #expect(world.fixture.arena.exports.count == 0)
    }

    @Test("who has two under way waits for the third, others do not, and places come back")
    func places() async throws {
        let places = ExportPlaces()
        var held = [try places.take(.developer(1)), try places.take(.developer(1))]
        #expect(throws: Problem.self) { try places.take(.developer(1)) }
        for developer in [2, 2, 3, 3] as [Int64] { held.append(try places.take(.developer(developer))) }
        do throws(Problem) {
            held.append(try places.take(.developer(4)))
            Issue.record("a seventh place was given to a developer")
        } catch {
            #expect(error.kind == .unavailable && error.retryAfter == 30)
        }
        held += [try places.take(.all), try places.take(.all)]
        #expect(throws: Problem.self) { try places.take(.all) }
        #expect(places.count == 8)
        held.removeFirst()
        held.append(try places.take(.developer(4)))
        held = []
        #expect(places.count == 0)
    }

    @Test("a game that goes to somebody else in the middle is cut there")
    func handedOver() async throws {
        let world = try await World(results: 600)
        let ledger = ResultLedger(database: world.fixture.file, mostResults: 10_000)
        guard case .slices(let slices) = try await ledger.slices(of: "snake", through: .developer(1)) else {
            Issue.record("the game is not there")
            return
        }
        let place = try world.fixture.arena.exports.take(.developer(1))
        let export = ResultExport(slices, ResultSheet(format: .csv), of: world.fixture.arena, place)
        #expect(try await export.next()?.isEmpty == false)
        _ = try await world.fixture.file.write("hand over") { db throws(SQLiteError) in
            try db.execute("UPDATE games SET developer = NULL")
        }
        await #expect(throws: Problem.self) { try await export.next() }
    }
}
