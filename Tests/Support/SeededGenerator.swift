import Glibc

/// Random numbers that a failing test can be run with again: SplitMix64 (Steele, Lea and Flood, 2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The same numbers for the same seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// Takes the seed from `WATCHPOST_SEED`, else a new one, and prints it.
    package static func announced(for test: String) -> SeededGenerator {
        let given = getenv("WATCHPOST_SEED").flatMap { UInt64(String(cString: $0)) }
        let seed = given ?? .random(in: .min ... .max)
        print("\(test): WATCHPOST_SEED=\(seed)")
        return SeededGenerator(seed: seed)
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// True in one of so many throws.
    package mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
