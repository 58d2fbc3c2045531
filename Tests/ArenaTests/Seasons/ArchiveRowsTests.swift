import TestSupport
import Testing

@testable import Arena
@testable import Core

@Suite("Rows of orders that are over")
struct ArchiveRowsTests {
    @Test(
        "rows come back as they were, at the ends of Int64 too",
        arguments: [[], [0], [.max, .min, .max, 0, -1, 1], [7, 7, 7], [1 << 53, (1 << 53) + 1]] as [[Int64]]
    )
    func codec(scores: [Int64]) {
        let rows = scores.enumerated().map {
            ArchiveRows.Row(player: .max - UInt32($0.offset), score: $0.element)
        }
        let chunk = ArchiveRows(rank: 1_000_000, rows: rows)
        #expect(ArchiveRows(chunk.bytes) == chunk)
        #expect(chunk.bytes.count <= ArchiveRows.largestChunk)
    }

    @Test("a full chunk of the widest rows fits, and one of usual rows is small")
    func size() {
        var rows: [ArchiveRows.Row] = []
        for index in 0..<ArchiveRows.chunk {
            rows.append(.init(player: .max, score: index.isMultiple(of: 2) ? .min / 2 : .max / 2 + 2))
        }
        let wide = ArchiveRows(rank: .max, rows: rows)
        #expect(ArchiveRows.largestChunk == 15_010, "as the bounds of restored files say")
        #expect(wide.bytes.count <= ArchiveRows.largestChunk && ArchiveRows(wide.bytes) == wide)
        let usual = (0..<UInt32(ArchiveRows.chunk)).map {
            ArchiveRows.Row(player: $0, score: 50_000 - 3 * Int64($0))
        }
        #expect(ArchiveRows(rank: 1, rows: usual).bytes.count < 4_000)
    }

    @Test("bytes that nobody here wrote are none, and stop nothing")
    func damage() {
        let chunk = ArchiveRows(rank: 1, rows: (0..<50).map { .init(player: $0, score: Int64($0) << 40) })
        var random = SeededGenerator.announced(for: "damaged chunks")
        #expect(ArchiveRows([]) == nil && ArchiveRows([0]) == nil && ArchiveRows([1, 5]) == nil)
        #expect(ArchiveRows([UInt8](repeating: 0xFF, count: 40)) == nil)
        for _ in 0..<TestEffort.rounds(100) {
            var bytes = chunk.bytes
            let place = Int.random(in: bytes.indices, using: &random)
            if Bool.random(using: &random) {
                bytes[place] = .random(in: 0...255, using: &random)
            } else {
                bytes.removeSubrange(place...)
            }
            let read = ArchiveRows(bytes)
            #expect((read?.rows.count ?? 0) <= ArchiveRows.chunk)
        }
    }

    @Test("places and ranks go on from one chunk to the next", arguments: [true, false])
    func places(isAscending: Bool) {
        var random = SeededGenerator.announced(for: "chunks")
        let standings = (1...2_500).map { number in
            BoardIndex.Standing(
                player: UInt32(number),
                score: .random(in: 0..<300, using: &random),
                sequence: Int64(number)
            )
        }
        let chunks = ArchiveRows.chunks(standings.shuffled(using: &random), isAscending: isAscending)
        let rows = chunks.enumerated().flatMap { $0.element.places(part: $0.offset) }
        let sorted = standings.sorted { left, right in
            if left.score != right.score { return (left.score < right.score) == isAscending }
            return left.sequence < right.sequence
        }
        #expect(chunks.map(\.rows.count) == [1_000, 1_000, 500])
        #expect(rows.map(\.standing.player) == sorted.map(\.player))
        #expect(rows.map(\.position) == Array(1...2_500))
        let scores = sorted.enumerated().map { ($0.element.score, $0.offset + 1) }
        let ranks = Dictionary(scores) { first, _ in first }
        #expect(rows.allSatisfy { $0.rank == ranks[$0.standing.score] })
    }

    @Test("whoever is looked for is found by the first player of a chunk")
    func byPlayers() throws {
        var random = SeededGenerator.announced(for: "places by players")
        let standings = (1...2_500).map { number in
            BoardIndex.Standing(
                player: UInt32(number * 3),
                score: .random(in: 0...50, using: &random),
                sequence: Int64(number)
            )
        }
        let chunks = ArchiveRows.chunks(standings.shuffled(using: &random), isAscending: false)
        let order = chunks.flatMap(\.rows).map(\.player)
        let places = ArchiveRows.places(of: chunks)
        #expect(places.map(\.rows.count) == [1_000, 1_000, 500])
        for player in order.shuffled(using: &random).prefix(TestEffort.rounds(125)) {
            let chunk = try #require(places.last { ($0.rows.first?.player ?? .max) <= player })
            let found = chunk.rows.first { $0.player == player }
            #expect(found.map { order[Int($0.score) - 1] } == player)
        }
        #expect(ArchiveRows.places(of: []).isEmpty)
    }
}
