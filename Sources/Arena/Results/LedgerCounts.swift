/// How many results are kept, of whom: counted once, then kept by what is committed.
///
/// In memory, because a result is to write no more than its row, its index and the counter of rows.
struct LedgerCounts: Hashable, Sendable {
    /// Whose results they are.
    struct Owner: Hashable, Sendable {
        let install: Int64
        let game: Int64
        /// Outside, where one is known.
        var network: String?
        var isOutside: Bool
    }

    private struct Entry: Hashable, Sendable {
        let owner: Owner
        var count: Int
    }

    private var entries: [Int64: Entry] = [:]
    private var games: [Int64: Int] = [:]
    private var networks: [String: Int] = [:]
    private(set) var total = 0
    /// Of installations outside.
    private(set) var outside = 0

    /// Results were added.
    mutating func add(_ count: Int, of owner: Owner) {
        // What it came home with goes along.
        let before = entries[owner.install]?.count ?? 0
        drop(owner.install)
        entries[owner.install] = Entry(owner: owner, count: before + count)
        change(by: before + count, owner)
    }

    /// Results went.
    mutating func remove(_ count: Int, of install: Int64) {
        guard let entry = entries[install] else { return }
        drop(install)
        guard entry.count > count else { return }
        add(entry.count - count, of: entry.owner)
    }

    /// An installation came home, with all results.
    mutating func comeHome(_ install: Int64) {
        guard let entry = entries[install], entry.owner.isOutside else { return }
        var owner = entry.owner
        (owner.isOutside, owner.network) = (false, nil)
        add(0, of: owner)
    }

    /// An installation went, with all results.
    mutating func drop(_ install: Int64) {
        guard let entry = entries.removeValue(forKey: install) else { return }
        change(by: -entry.count, entry.owner)
    }

    /// All but these went.
    mutating func keep(_ installs: Set<Int64>) {
        for install in entries.keys where !installs.contains(install) { drop(install) }
    }

    /// The installations that have most, with how many.
    func largest(_ most: Int) -> [(owner: Owner, count: Int)] {
        entries.values.sorted { ($1.count, $0.owner.install) < ($0.count, $1.owner.install) }
            .prefix(most).map { ($0.owner, $0.count) }
    }

    func load(of owner: Owner) -> LedgerShares.Load {
        LedgerShares.Load(
            total: total,
            outside: outside,
            game: games[owner.game] ?? 0,
            network: owner.network.map { networks[$0] ?? 0 },
            install: entries[owner.install]?.count ?? 0
        )
    }

    private mutating func change(by count: Int, _ owner: Owner) {
        total += count
        guard owner.isOutside else { return }
        outside += count
        games[owner.game, default: 0] += count
        if games[owner.game] == 0 { games[owner.game] = nil }
        guard let network = owner.network else { return }
        networks[network, default: 0] += count
        if networks[network] == 0 { networks[network] = nil }
    }
}

/// The counts of a ledger, with what is written and may not be durable: writes of one group see each other's results.
struct LedgerTally: Sendable {
    /// What one submission wrote: whether it was rolled back can be looked up.
    struct Open: Sendable {
        fileprivate let number: UInt64
        let owner: LedgerCounts.Owner
        let count: Int
        let proof: PaceMeter.Proof
    }

    /// What is durable; nil: nobody has counted yet.
    private(set) var counts: LedgerCounts?
    /// The newest result that was counted at the start.
    private var countedUpTo: Int64 = 0
    private var open: [Open] = []
    private var newest: UInt64 = 0
    /// Players went, and their installations with them.
    var hasLost = false

    /// Takes what was counted up to a result, unless somebody was quicker.
    mutating func begin(_ counted: LedgerCounts, upTo sequence: Int64) {
        guard counts == nil else { return }
        (counts, countedUpTo) = (counted, sequence)
    }

    /// The newest that may have been rolled back; nil: nothing is open.
    var proof: PaceMeter.Proof? { open.last?.proof }

    /// What is open was rolled back.
    mutating func rollBack() { open = [] }

    /// Results that were written by one submission, the last of which is `proof`; the answer is to be settled.
    mutating func note(_ count: Int, of owner: LedgerCounts.Owner, _ proof: PaceMeter.Proof) -> Open {
        newest += 1
        let one = Open(number: newest, owner: owner, count: count, proof: proof)
        open.append(one)
        return one
    }

    /// A submission is durable; those before it are as well, or never will be.
    mutating func settle(_ one: Open) {
        if one.proof.sequence > countedUpTo { counts?.add(one.count, of: one.owner) }
        open.removeAll { $0.number <= one.number }
    }

    mutating func remove(_ gone: [Int64: Int]) {
        for (install, count) in gone { counts?.remove(count, of: install) }
    }

    mutating func keep(_ installs: Set<Int64>) { counts?.keep(installs) }

    mutating func comeHome(_ install: Int64) { counts?.comeHome(install) }

    /// What is kept, with what is open.
    func load(of owner: LedgerCounts.Owner) -> LedgerShares.Load {
        var load = counts?.load(of: owner) ?? LedgerCounts().load(of: owner)
        // Few: writes of one group.
        for one in open { load.add(one.count, of: one.owner, as: owner) }
        return load
    }
}

extension LedgerShares.Load {
    /// Results of another one, or its own, beside what is counted for an owner.
    fileprivate mutating func add(
        _ count: Int,
        of other: LedgerCounts.Owner,
        as owner: LedgerCounts.Owner
    ) {
        total += count
        if other.install == owner.install { install += count }
        guard other.isOutside else { return }
        outside += count
        if other.game == owner.game { game += count }
        if let known = network, other.network == owner.network { network = known + count }
    }
}
