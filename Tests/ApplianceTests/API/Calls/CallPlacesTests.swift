import TestSupport
import Testing

@testable import Serving

@Suite("Places for calls of games")
struct CallPlacesTests {
    private let outside = CallPool.gameOutside.places(of: 160)

    /// How many of a game find a place, one after the other.
    private func filled(_ places: inout CallPlaces, by game: Int64?, _ pool: CallPool = .gameOutside) -> Int {
        var count = 0
        while places.enter(CallPlace(pool, game: game)) { count += 1 }
        return count
    }

    @Test("a single game has two thirds of what is for outside, and another one always finds a place")
    func shares() {
        var places = CallPlaces(most: 160)
        let first = filled(&places, by: 1)
        #expect(first == 27 && outside == 40)
        let others = (Int64(2)...4).map { filled(&places, by: $0) }
        #expect(others == [9, 3, 1] && first + 13 == outside)
        places.leave(CallPlace(.gameOutside, game: 1))
        let again = places.enter(CallPlace(.gameOutside, game: 1))
        #expect(!again, "it still has more than twice what is free")
        let newcomer = places.enter(CallPlace(.gameOutside, game: 5))
        #expect(newcomer)
    }

    @Test("two that ask in turns have as much each")
    func turns() {
        var places = CallPlaces(most: 160)
        var counts: [Int64: Int] = [:]
        for turn in 0..<200 {
            let game = Int64(turn % 2)
            if places.enter(CallPlace(.gameOutside, game: game)) { counts[game, default: 0] += 1 }
        }
        #expect(counts == [0: 16, 1: 16])
    }

    @Test("home has what outside cannot have, whatever is full, and all of it where nobody is outside")
    func home() {
        var places = CallPlaces(most: 160)
        for game in Int64(1)...100 { _ = filled(&places, by: game) }
        let left = filled(&places, by: nil, .game)
        #expect(left == CallPool.game.places(of: 160) - outside)
        var empty = CallPlaces(most: 160)
        let all = filled(&empty, by: nil, .game)
        #expect(all == CallPool.game.places(of: 160))
    }

    @Test("whatever comes and goes, what is left in the end is all of it", arguments: [16, 23, 160, 4_096])
    func walk(most: Int) {
        var random = SeededGenerator.announced(for: "places of \(most)")
        var (places, taken) = (CallPlaces(most: most), [CallPlace]())
        for _ in 0..<TestEffort.rounds(2_000) {
            if Bool.random(using: &random), let index = taken.indices.randomElement(using: &random) {
                places.leave(taken.remove(at: index))
            } else {
                let pool = CallPool.allCases.randomElement(using: &random) ?? .home
                let game = Int64.random(in: 1...3, using: &random)
                let place = CallPlace(pool, game: pool == .gameOutside ? game : nil)
                if places.enter(place) { taken.append(place) }
            }
        }
        taken.forEach { places.leave($0) }
        var fresh = CallPlaces(most: most)
        for game in Int64(1)...9 {
            let (found, wanted) = (filled(&places, by: game), filled(&fresh, by: game))
            #expect(found == wanted)
        }
        let home = filled(&fresh, by: nil, .game)
        #expect(home > 0, "home finds a place")
    }
}
