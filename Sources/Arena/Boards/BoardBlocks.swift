import Core

/// The entries of a board in their order, in blocks of one flat array.
///
/// A block that is full is halved, two neighbours that are nearly empty become one; the order of blocks is a list of
/// their numbers, so that no entry outside of a block ever moves.
struct BoardBlocks: Sendable {
    /// Entries of a block; a test takes few.
    private let capacity: Int
    private var entries: [BoardEntry]
    /// How many entries each block has, by its number.
    private var counts: [UInt16]
    /// Numbers of blocks that nobody uses.
    private var free: [UInt32] = []
    /// Numbers of the blocks in their order.
    private var order: [UInt32]
    /// The first key of each block in that order.
    private var firsts: [BoardEntry.Key]
    private var sums: FenwickTree
    private(set) var count: Int

    static let usual = 256
    private static let none = BoardEntry(order: 0, sequence: 0, player: 0)

    /// Takes entries that are sorted; blocks begin three quarters full.
    init(sorted: [BoardEntry], capacity: Int = BoardBlocks.usual) {
        self.capacity = capacity
        let share = max(1, capacity * 3 / 4)
        let blocks = (sorted.count + share - 1) / share
        entries = Array(repeating: BoardBlocks.none, count: blocks * capacity)
        counts = []
        firsts = []
        order = (0..<blocks).map { UInt32($0) }
        for block in 0..<blocks {
            let part = sorted[(block * share)..<min((block + 1) * share, sorted.count)]
            for (index, entry) in part.enumerated() { entries[block * capacity + index] = entry }
            counts.append(UInt16(part.count))
            firsts.append(sorted[block * share].key)
        }
        count = sorted.count
        sums = FenwickTree(counts)
    }

    /// How many entries stand before this key.
    func count(before key: BoardEntry.Key) -> Int {
        guard let place = place(of: key) else { return 0 }
        return sums.sum(before: place.part) + place.offset
    }

    /// Calls `take` with up to `most` entries, the first of which has this number, from 0.
    func forEach(from start: Int, most: Int, _ take: (BoardEntry) -> Void) {
        guard start < count, most > 0 else { return }
        var (part, offset) = sums.find(start)
        var left = min(most, count - start)
        while left > 0 {
            let block = Int(order[part])
            let end = min(Int(counts[block]), offset + left)
            for index in offset..<end { take(entries[block * capacity + index]) }
            left -= end - offset
            (part, offset) = (part + 1, 0)
        }
    }

    /// An entry whose key nobody has yet.
    mutating func insert(_ entry: BoardEntry) {
        count += 1
        guard var place = place(of: entry.key) else { return begin(with: entry) }
        if Int(counts[Int(order[place.part])]) == capacity {
            halve(place.part)
            let half = Int(counts[Int(order[place.part])])
            if place.offset > half { place = (place.part + 1, place.offset - half) }
        }
        let block = Int(order[place.part])
        let base = block * capacity
        var index = base + Int(counts[block])
        while index > base + place.offset {
            entries[index] = entries[index - 1]
            index -= 1
        }
        entries[index] = entry
        counts[block] += 1
        if place.offset == 0 { firsts[place.part] = entry.key }
        sums.add(1, at: place.part)
    }

    /// Takes the entry with this key out; it has to be there.
    mutating func remove(_ key: BoardEntry.Key) {
        guard let place = place(of: key) else { return }
        let block = Int(order[place.part])
        let (base, last) = (block * capacity, Int(counts[block]) - 1)
        guard place.offset <= last, entries[base + place.offset].key == key else { return }
        for index in (base + place.offset)..<(base + last) { entries[index] = entries[index + 1] }
        counts[block] -= 1
        count -= 1
        guard last > 0 else { return drop(place.part) }
        if place.offset == 0 { firsts[place.part] = entries[base].key }
        sums.add(-1, at: place.part)
        if last <= capacity / 4 { join(place.part) }
    }

    /// Memory of all of it, in bytes.
    var bytes: Int {
        entries.capacity * MemoryLayout<BoardEntry>.stride + firsts.capacity
            * MemoryLayout<BoardEntry.Key>.stride
            + order.capacity * 8 + counts.capacity * 2 + free.capacity * 4
    }

    /// The block in which a key is or belongs, and how many entries of the block stand before it; nil without entries.
    private func place(of key: BoardEntry.Key) -> (part: Int, offset: Int)? {
        guard !firsts.isEmpty else { return nil }
        var (low, high) = (0, firsts.count)
        while low < high {
            let middle = (low + high) / 2
            if key < firsts[middle] { high = middle } else { low = middle + 1 }
        }
        let part = max(low - 1, 0)
        let base = Int(order[part]) * capacity
        (low, high) = (base, base + Int(counts[Int(order[part])]))
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return (part, low - base)
    }

    private mutating func begin(with entry: BoardEntry) {
        let block = takeBlock()
        entries[block * capacity] = entry
        counts[block] = 1
        order = [UInt32(block)]
        firsts = [entry.key]
        sums = FenwickTree([1])
    }

    /// A block that nobody uses.
    private mutating func takeBlock() -> Int {
        if let block = free.popLast() { return Int(block) }
        // By a sixth: an array that doubles would hold as much again for nothing.
        if entries.count + capacity > entries.capacity {
            entries.reserveCapacity(entries.count * 7 / 6 + capacity)
        }
        entries.append(contentsOf: repeatElement(BoardBlocks.none, count: capacity))
        counts.append(0)
        return counts.count - 1
    }

    /// The second half of a full block becomes a block of its own behind it.
    private mutating func halve(_ part: Int) {
        let (block, new) = (Int(order[part]), takeBlock())
        let half = capacity / 2
        for index in half..<capacity {
            entries[new * capacity + index - half] = entries[block * capacity + index]
        }
        counts[block] = UInt16(half)
        counts[new] = UInt16(capacity - half)
        order.insert(UInt32(new), at: part + 1)
        firsts.insert(entries[new * capacity].key, at: part + 1)
        recount()
    }

    /// Joins a block that is nearly empty with a neighbour, if both fit in three quarters of one.
    private mutating func join(_ part: Int) {
        for first in [part - 1, part] where first >= 0 && first + 1 < order.count {
            let (left, right) = (Int(order[first]), Int(order[first + 1]))
            let (size, more) = (Int(counts[left]), Int(counts[right]))
            guard size + more <= capacity * 3 / 4 else { continue }
            for index in 0..<more {
                entries[left * capacity + size + index] = entries[right * capacity + index]
            }
            counts[left] += counts[right]
            return drop(first + 1)
        }
    }

    /// A block without entries is free for others.
    private mutating func drop(_ part: Int) {
        let block = Int(order.remove(at: part))
        firsts.remove(at: part)
        counts[block] = 0
        free.append(UInt32(block))
        recount()
    }

    /// Once for so many changes as half a block has entries.
    private mutating func recount() {
        let counts = counts
        sums = FenwickTree(order.lazy.map { counts[Int($0)] })
    }
}
