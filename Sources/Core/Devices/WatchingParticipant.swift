import WatchpostModel

extension JoinObstacle {
    /// Both lists of some region hold more realms together than a list takes.
    package static let tooManyRealms = JoinObstacle(
        code: "too-many-realms",
        words: "both lists together hold more than \(WatchList.mostRealms) realms; shorten one of them first"
    )
}

/// Watch lists and wishes of persons: joined as unions, copied to a phone that goes its own way.
struct WatchingParticipant: PersonParticipant {
    /// How long copies may be where the quota is used up.
    let quota: StorageQuota
    /// Told of each list that a join changes.
    let followers: [any WatchFollower]
    let name = "watching"

    func obstacle(to join: PersonJoin, _ db: borrowing Connection) throws(SQLiteError) -> JoinObstacle? {
        for pair in try pairs(join, db) where pair.union.realms.count > WatchList.mostRealms {
            return .tooManyRealms
        }
        return nil
    }

    /// Each region's list becomes the union.
    ///
    /// Where both have a list its version is newer than either, so that a list written from before is refused. Every phone
    /// sees in the union what is down there at the moment, and hears when that is up again.
    func join(_ join: PersonJoin, _ db: borrowing Connection) throws(SQLiteError) {
        for pair in try pairs(join, db) {
            let list = pair.union
            if pair.theirs != nil {
                try WatchTable.put(list, replacing: pair.ours?.realms ?? [], of: join.other, db)
            }
            let empty = WatchList.empty(list.region)
            for follower in followers {
                try follower.changed(list, from: pair.ours ?? empty, of: join.other, db)
                try follower.changed(list, from: pair.theirs ?? empty, of: join.person, db)
            }
        }
        try WatchTable.copyTold(from: join.person, to: join.other, db)
        try WishTable.copy(from: join.person, to: join.other, db)
    }

    func part(_ parting: PersonParting, _ db: borrowing Connection) throws(SQLiteError) {
        let most = try quota.limit(of: WatchList.mostRealms, isTrusted: parting.isTrusted, db)
        try WatchTable.copy(from: parting.person, to: parting.own, most: most, db)
        try WishTable.copy(from: parting.person, to: parting.own, most: most, db)
    }

    func export(_ person: Int64, _ db: borrowing Connection) throws(SQLiteError) -> any Encodable & Sendable {
        var export = Export(lists: [], wishes: [])
        for region in try WatchTable.regions(of: person, db) {
            guard let list = try WatchTable.list(region, of: person, db) else { continue }
            export.lists.append(WatchListBody(list))
        }
        for region in Region.allCases {
            // As they are stored: what is over is theirs as well.
            let wishes = try WishTable.list(region, of: person, at: UnixTime(seconds: 0), db)
            if !wishes.isEmpty { export.wishes.append(WishListBody(region, wishes)) }
        }
        return export
    }

    private struct Export: Encodable {
        var lists: [WatchListBody]
        var wishes: [WishListBody]
    }

    /// The lists of a region before and after; nil: never stored.
    private struct Pair {
        let theirs: WatchList?
        let ours: WatchList?
        let union: WatchList
    }

    private func pairs(_ join: PersonJoin, _ db: borrowing Connection) throws(SQLiteError) -> [Pair] {
        var pairs: [Pair] = []
        let regions = Set(try WatchTable.regions(of: join.person, db))
            .union(try WatchTable.regions(of: join.other, db))
        for region in regions.sorted() {
            let theirs = try WatchTable.list(region, of: join.person, db)
            let ours = try WatchTable.list(region, of: join.other, db)
            pairs.append(Pair(theirs: theirs, ours: ours, union: union(theirs, ours, in: region)))
        }
        return pairs
    }

    private func union(_ theirs: WatchList?, _ ours: WatchList?, in region: Region) -> WatchList {
        guard let theirs, var list = ours else { return ours ?? theirs ?? .empty(region) }
        list.version = max(list.version, theirs.version) + 1
        list.kinds.formUnion(theirs.kinds)
        list.realms = Set(list.realms).union(theirs.realms).sorted()
        return list
    }
}
