import Core

/// Counts of parts in their order, with sums of the first of them and the search by such a sum, each in logarithmic time.
///
/// P. M. Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and Experience 24(3), 1994.
struct FenwickTree: Sendable {
    /// Element `i` holds the sum of the `i & -i` counts that end with the `i`-th, counted from 1; element 0 is not used.
    private var sums: [UInt32]
    /// The largest power of two that is no larger than the number of counts.
    private var highest: Int

    /// Takes linear time.
    init(_ counts: some Collection<UInt16>) {
        sums = [0]
        sums.reserveCapacity(counts.count + 1)
        for count in counts { sums.append(UInt32(count)) }
        highest = sums.count > 1 ? 1 << (Int.bitWidth - 1 - (sums.count - 1).leadingZeroBitCount) : 0
        for index in sums.indices.dropFirst() {
            let parent = index + (index & -index)
            if parent < sums.count { sums[parent] += sums[index] }
        }
    }

    /// Adds to the count of a part, from 0; `change` may be negative.
    mutating func add(_ change: Int32, at part: Int) {
        var index = part + 1
        while index < sums.count {
            sums[index] = UInt32(truncatingIfNeeded: Int64(sums[index]) + Int64(change))
            index += index & -index
        }
    }

    /// The sum of the counts of all parts before this one.
    func sum(before part: Int) -> Int {
        var (index, sum) = (part, 0)
        while index > 0 {
            sum += Int(sums[index])
            index &= index - 1
        }
        return sum
    }

    /// The part that has the element with this number, from 0, and the number within the part.
    ///
    /// `element` has to be less than the sum of all.
    func find(_ element: Int) -> (part: Int, offset: Int) {
        var (part, rest, step) = (0, element, highest)
        while step > 0 {
            let next = part + step
            if next < sums.count, Int(sums[next]) <= rest {
                part = next
                rest -= Int(sums[next])
            }
            step >>= 1
        }
        return (part, rest)
    }
}
