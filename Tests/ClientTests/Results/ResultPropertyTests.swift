import Foundation
import TestSupport
import Testing
import WatchpostClient
import WatchpostModel

extension ResultWorld {
    /// One thing that may happen, by chance.
    mutating func step() {
        if games.isEmpty || games.count == 1 && random.one(in: 20) {
            start(writes: Int.random(in: 0..<8, using: &random), isBefore: Bool.random(using: &random))
        }
        let index = Int.random(in: 0..<games.count, using: &random)
        switch Int.random(in: 0..<24, using: &random) {
        case 0, 1, 2, 3: if waiting.entries.count < 20 { play(index) }
        case 4: pass(Int64.random(in: 0...5_000, using: &random))
        case 5 where random.one(in: 3): pass(Int64.random(in: 0...3_600_000, using: &random))
        case 6 where random.one(in: 3): there = there == "a" ? "b" : "a"
        case 7 where random.one(in: 3): hear(.connected, index)
        // Somebody sets the clock.
        case 8 where random.one(in: 8): skew = Int64.random(in: -90...90, using: &random) * 86_400_000
        case 8 where random.one(in: 4): skew = 0
        case 9 where random.one(in: 6): games.remove(at: index)
        case 9: break
        default: if !goOn(index) { wakeNext() }
        }
        bury()
    }

    /// So many milliseconds pass.
    mutating func pass(_ length: Int64) {
        time += length
        for index in games.indices where games[index].wakes.map({ $0 <= time }) == true {
            games[index].wakes = nil
            hear(.woke, index)
        }
    }

    /// Time passes until somebody wakes; false: nobody ever does.
    @discardableResult
    mutating func wakeNext() -> Bool {
        guard let next = games.compactMap(\.wakes).min() else { return false }
        pass(max(next - time, 0))
        return true
    }

    /// Whoever is dead is gone.
    mutating func bury() {
        let alive = games.filter { !$0.storage.isDead }
        kills += games.count - alive.count
        games = alive
    }

    /// Good days, at both appliances in turn: whatever waits arrives.
    mutating func drain() {
        isWell = true
        for appliance in ["a", "b", "a", "b"] {
            there = appliance
            games = []
            start(writes: .max, isBefore: true)
            for _ in 0..<2_000 where !goOn(0) {
                if !wakeNext() { break }
            }
        }
    }

    /// What is not as it has to be.
    var faults: [String] {
        var faults = boxes.values.flatMap(\.complaints)
        if !waiting.entries.isEmpty { faults.append("\(waiting.entries.count) still wait") }
        let days = (time - ResultWorld.begin) / 86_400_000
        if dropped > 0 { faults.append("\(dropped) were dropped within \(days) days") }
        let places = boxes.mapValues(\.board)
        for (key, one) in written {
            let found = places.filter { $0.value[key] != nil }.map { $0.key }
            let wanted = ModelBox.takes(one.result) ? 1 : 0
            if found.count != wanted { faults.append("\(one.result) is on \(found.count) boards") }
            if let appliance = one.appliance, !found.isEmpty, found != [appliance] {
                faults.append("\(one.result) is at \(found) and was for \(appliance)")
            }
            if wanted == 1, refused.contains(key) { faults.append("\(one.result) was called refused") }
        }
        let unknown = places.values.flatMap(\.keys).filter { written[$0] == nil }
        if !unknown.isEmpty { faults.append("\(unknown.count) came from nowhere") }
        return faults
    }
}

@Suite("Results on their way: any order of anything")
struct ResultPropertyTests {
    @Test("games and appliances are killed over and over at their writes, and the boards are the model")
    func manyKills() {
        var world = ResultWorld(.announced(for: "result queue"))
        let kills = TestEffort.rounds(100)
        var steps = 0
        while world.kills < kills, steps < 2_000 * kills {
            world.step()
            steps += 1
        }
        #expect(world.kills >= kills, "in \(steps) steps")
        world.drain()
        #expect(world.faults.isEmpty, "\(world.faults.prefix(5))")
        // Else nothing was tried.
        #expect(kills < 100 || (world.written.count > kills / 2 && world.served > kills / 2))
        #expect(world.stops > 0 || kills < 500)
        let boards = world.boxes.values.map(\.board.count)
        #expect(kills < 100 || boards.allSatisfy { $0 > kills / 20 })
    }

    /// Each write of a short life, and what is true of it, before and after.
    @Test(
        "killed before or after any of its first writes, a game loses and doubles nothing",
        arguments: 0..<TestEffort.size(24, most: 40)
    )
    func eachWrite(number: Int) {
        let seeds = SeededGenerator.seeds(TestEffort.rounds(2), for: "killed at write \(number)")
        for (round, seed) in seeds.enumerated() {
            var world = ResultWorld(SeededGenerator(seed: seed))
            world.start(writes: number, isBefore: round.isMultiple(of: 2))
            var turns = 0
            while !world.games.isEmpty, turns < 600 {
                turns += 1
                if turns.isMultiple(of: 7), world.waiting.entries.count < 60 { world.play(0) }
                if !world.goOn(0) { world.wakeNext() }
                world.bury()
            }
            #expect(world.kills == 1)
            world.drain()
            #expect(world.faults.isEmpty, "seed \(seed): \(world.faults.prefix(5))")
        }
    }
}
