import Glibc

/// A board in memory, as the appliance keeps it, in numbers.
///
/// Compiled by arena.py together with the sources of the index. `Board PLAYERS SCORES` prints the milliseconds of a load,
/// bytes for a player, and the nanoseconds of a position, of eleven rows around a player, and of a move: first of CPU, then
/// by the clock.
/// `Board friends PLAYERS SCORES` prints those of boards of 500 friends, with positions and ranks, and their rows.
/// `Board order` reads lines `PLAYER SCORE` and prints the players in their order.
@main
enum Board {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "order" { return try order() }
        let numbers = arguments.compactMap { Int($0) }
        guard numbers.count == 2 else {
            return print("usage: Board [friends] PLAYERS SCORES | Board order")
        }
        if arguments.first == "friends" { return try friends(players: numbers[0], scores: numbers[1]) }
        try measure(players: numbers[0], scores: numbers[1])
    }

    /// xorshift64: the same stream in each run.
    private struct Chance {
        var state: UInt64 = 88_172_645_463_325_252

        mutating func next(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
    }

    private static func measure(players: Int, scores: Int) throws {
        var chance = Chance()
        let standings = (0..<players).map { player in
            BoardIndex.Standing(
                player: UInt32(player),
                score: Int64(chance.next(scores)),
                sequence: Int64(player)
            )
        }
        let begin = clock()
        var board = try BoardIndex(standings, isAscending: false)
        let load = Double(clock() - begin) / Double(CLOCKS_PER_SEC) * 1_000
        let bytes = Double(board.bytes) / Double(players)
        var sum = 0
        let turns = 400_000
        let position = nanoseconds(turns) {
            sum &+= board.row(of: UInt32(chance.next(players)))?.position ?? 0
        }
        let around = nanoseconds(turns) { sum &+= board.around(UInt32(chance.next(players)), most: 11).count }
        var sequence = Int64(players)
        let move = try nanoseconds(turns) {
            let score = Int64(chance.next(scores))
            let player = UInt32(chance.next(players))
            try board.place(BoardIndex.Standing(player: player, score: score, sequence: sequence))
            sequence += 1
        }
        print(load, bytes, position.cpu, around.cpu, move.cpu, position.wall, around.wall, move.wall, sum)
    }

    private static func friends(players: Int, scores: Int) throws {
        var chance = Chance()
        let standings = (0..<players).map { player in
            BoardIndex.Standing(
                player: UInt32(player),
                score: Int64(chance.next(scores)),
                sequence: Int64(player)
            )
        }
        let board = try BoardIndex(standings, isAscending: false)
        let turns = 2_000
        // Known before they are asked for, as the friends of a player are; boards.py asks Redis for the same ones.
        let circles = (0..<20).map { circle in
            (0..<500).map { place in Int64((circle * 500 + place) * 2_654_435_761 % players) }
        }
        var (turn, rows) = (0, 0)
        let found = nanoseconds(turns) {
            rows += BoardCircle(board.rows(of: circles[turn % circles.count])).rows.count
            turn += 1
        }
        print(found.cpu, found.wall, rows / turns)
    }

    private static func nanoseconds(
        _ turns: Int,
        _ work: () throws -> Void
    ) rethrows -> (cpu: Double, wall: Double) {
        let (begin, start) = (clock(), wall())
        for _ in 0..<turns { try work() }
        let cpu = Double(clock() - begin) / Double(CLOCKS_PER_SEC) * 1e9
        return (cpu / Double(turns), (wall() - start) / Double(turns))
    }

    private static func wall() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    private static func order() throws {
        var board = try BoardIndex([], isAscending: true)
        var sequence: Int64 = 0
        while let line = readLine() {
            let words = line.split(separator: " ")
            guard let player = words.first.flatMap({ UInt32($0) }),
                let score = words.last.flatMap({ Int64($0) })
            else {
                continue
            }
            try board.place(BoardIndex.Standing(player: player, score: score, sequence: sequence))
            sequence += 1
        }
        for row in board.page(from: 1, most: board.count) { print(row.standing.player) }
    }
}
