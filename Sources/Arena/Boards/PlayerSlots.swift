import Core

/// Which entry each player has on a board: a table with linear probing, 16 bytes a slot.
///
/// Four fifths of the slots are taken at most, and the table grows by half: a dictionary of the standard library takes
/// twice the memory, and a board may have a million players.
struct PlayerSlots: Sendable {
    private var slots: [BoardEntry]
    /// Which slots are taken, a bit each: no player's number and no score means "free".
    private var taken: [UInt64]
    private(set) var count = 0

    private static let least = 16

    /// With room for so many players.
    init(room: Int) {
        let capacity = max(PlayerSlots.least, room + room / 4 + 1)
        let free = BoardEntry(order: 0, sequence: 0, player: 0)
        slots = Array(repeating: free, count: capacity)
        taken = Array(repeating: 0, count: (capacity + 63) / 64)
    }

    /// The player's entry.
    func entry(of player: UInt32) -> BoardEntry? {
        let index = find(player)
        return isTaken(index) ? slots[index] : nil
    }

    /// Stores an entry in place of the player's earlier one, which is returned.
    mutating func store(_ entry: BoardEntry) -> BoardEntry? {
        if (count + 1) * 5 > slots.count * 4 { grow() }
        let index = find(entry.player)
        let earlier = isTaken(index) ? slots[index] : nil
        slots[index] = entry
        if earlier == nil {
            taken[index / 64] |= 1 << UInt64(index % 64)
            count += 1
        }
        return earlier
    }

    /// Forgets a player, whose entry is returned.
    ///
    /// Those behind move up, so that no search ever ends too early (Knuth, TAOCP 3, 6.4, algorithm R).
    mutating func remove(_ player: UInt32) -> BoardEntry? {
        var hole = find(player)
        guard isTaken(hole) else { return nil }
        let removed = slots[hole]
        var index = hole
        while true {
            index = index + 1 == slots.count ? 0 : index + 1
            guard isTaken(index) else { break }
            let home = home(of: slots[index].player)
            // It may move up unless its home lies between the hole and itself, around the end of the table.
            let isAtHome = hole <= index ? hole < home && home <= index : hole < home || home <= index
            guard !isAtHome else { continue }
            slots[hole] = slots[index]
            hole = index
        }
        taken[hole / 64] &= ~(1 << UInt64(hole % 64))
        count -= 1
        return removed
    }

    /// Memory of the table, in bytes.
    var bytes: Int { slots.capacity * MemoryLayout<BoardEntry>.stride + taken.capacity * 8 }

    @inline(__always)
    private func isTaken(_ index: Int) -> Bool { (taken[index / 64] >> UInt64(index % 64)) & 1 == 1 }

    /// The player's slot, or the one that is free for it.
    private func find(_ player: UInt32) -> Int {
        var index = home(of: player)
        while isTaken(index), slots[index].player != player {
            index = index + 1 == slots.count ? 0 : index + 1
        }
        return index
    }

    /// Where a search begins: numbers are given in turn, and the golden ratio spreads them (Knuth, TAOCP 3, 6.4).
    @inline(__always)
    private func home(of player: UInt32) -> Int {
        let spread = UInt64(player &* 0x9E37_79B1)
        return Int((spread &* UInt64(slots.count)) >> 32)
    }

    private mutating func grow() {
        var larger = PlayerSlots(room: slots.count * 6 / 5)
        for index in slots.indices where isTaken(index) { _ = larger.store(slots[index]) }
        self = larger
    }
}
