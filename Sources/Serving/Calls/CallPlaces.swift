/// Where a call runs: in which pool, and of which game, if that is known.
package struct CallPlace: Hashable, Sendable {
    package let pool: CallPool
    /// The key of the game whose installation asks from outside; nil: it is none, or home, or nobody knows yet.
    package let game: Int64?

    package init(_ pool: CallPool, game: Int64? = nil) {
        (self.pool, self.game) = (pool, game)
    }
}

/// Which calls run, and whether another one may: home and each game have places of their own.
///
/// A game outside may have twice as many as it leaves free there. So a single one has two thirds, two have two fifths each, and
/// another one always finds a place, without anybody having to say how many games there are (dynamic thresholds: Choudhury and
/// Hahne, IEEE/ACM Transactions on Networking 6 (2), 1998).
package struct CallPlaces: Sendable {
    /// All handlers at the same time.
    private let most: Int
    private var running: [CallPool: Int] = [:]
    private var games: [Int64: Int] = [:]

    package init(most: Int) {
        self.most = most
    }

    /// Takes a place; false: there is none.
    package mutating func enter(_ place: CallPlace) -> Bool {
        guard place.pool.all.allSatisfy({ free($0) > 0 }) else { return false }
        if let game = place.game {
            let own = games[game, default: 0]
            guard own < 2 * free(place.pool) else { return false }
            games[game] = own + 1
        }
        for pool in place.pool.all { running[pool, default: 0] += 1 }
        return true
    }

    /// Gives back what was taken.
    package mutating func leave(_ place: CallPlace) {
        for pool in place.pool.all { running[pool, default: 0] -= 1 }
        guard let game = place.game, let own = games[game] else { return }
        games[game] = own > 1 ? own - 1 : nil
    }

    private func free(_ pool: CallPool) -> Int {
        pool.places(of: most) - running[pool, default: 0]
    }
}

extension CallPlace {
    package init(of request: CallRequest, within bounds: CallBounds) {
        let pool = CallPool(of: request, within: bounds)
        guard pool == .gameOutside, case .install(let identity) = request.countedOutside else {
            self.init(pool)
            return
        }
        self.init(pool, game: identity.key)
    }
}
