import Glibc

/// Random numbers that a failing test can be run with again: SplitMix64 (Steele, Lea and Flood, 2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The same numbers for the same seed.
    package init(seed: UInt64) {
        state = seed
    }

    /// Where all chance of a run begins: `WATCHPOST_SEED`, which the runner sets (`.ci/suite`), else anywhere.
    private static let origin =
        getenv("WATCHPOST_SEED").flatMap { UInt64(String(cString: $0)) } ?? .random(in: .min ... .max)

    /// Numbers of one test, and of one round where its name says which: others than those of any other name, and the same
    /// ones again with the seed that is printed.
    package static func announced(for test: String) -> SeededGenerator {
        print("\(test): WATCHPOST_SEED=\(origin)")
        // FNV-1a (draft-eastlake-fnv), begun with the seed.
        let mixed = test.utf8.reduce(origin ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return SeededGenerator(seed: mixed)
    }

    /// A seed for each of so many rounds of a test, for its `arguments:`, all of them from the seed that is printed.
    package static func seeds(_ rounds: Int, for test: String) -> [UInt64] {
        var source = announced(for: test)
        return (0..<rounds).map { _ in source.next() }
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
