import Glibc

/// How much a test computes: `WATCHPOST_EFFORT`, a whole number, 1 where it is not said.
///
/// At 1, in the gate, every test ends in well under a second; `make check` takes 20.
package enum TestEffort {
    /// What is asked for, at least 1.
    package static let factor = max(getenv("WATCHPOST_EFFORT").flatMap { Int(String(cString: $0)) } ?? 1, 1)

    /// The thread sanitizer makes what computes ten times slower.
    private static let isThreaded =
        getenv("WATCHPOST_SANITIZER").map { String(cString: $0) } == "thread"

    /// Rounds of a test that only computes, or steps of a walk: so many at an effort of 1.
    ///
    /// `most`: where more would prove nothing further. Under the thread sanitizer a tenth of all, at least one.
    package static func rounds(_ base: Int, most: Int = .max) -> Int {
        let all = size(base, most: most)
        return isThreaded ? max(all / 10, 1) : all
    }

    /// How large a thing is that proves nothing when it is smaller than this.
    package static func size(_ least: Int, most: Int) -> Int { min(least * factor, most) }
}
