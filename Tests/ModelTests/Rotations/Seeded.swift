import Glibc

/// Random numbers that can be had again: SplitMix64 (Steele, Lea and Flood, 2014).
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    /// Takes the seed from `WATCHPOST_SEED`, else a new one, and prints it.
    init(for test: String) {
        let given = getenv("WATCHPOST_SEED").flatMap { UInt64(String(cString: $0)) }
        let seed = given ?? UInt64.random(in: 1...1_000_000_000)
        print("\(test): WATCHPOST_SEED=\(seed)")
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Any Int64, near zero, near today and near both ends more often than chance would have it.
    mutating func instant() -> Int64 {
        switch Int.random(in: 0..<5, using: &self) {
        case 0: Int64.random(in: .min ... .max, using: &self)
        case 1: Int64.random(in: -1_000_000...1_000_000, using: &self)
        case 2: Int64.max - Int64.random(in: 0...10_000_000, using: &self)
        case 3: Int64.min + Int64.random(in: 0...10_000_000, using: &self)
        default: Int64.random(in: 1_500_000_000...1_900_000_000, using: &self)
        }
    }
}
