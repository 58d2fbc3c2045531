import TestSupport
import Testing

@Suite("Seeds of tests")
struct SeededGeneratorTests {
    private func first(_ name: String) -> UInt64 {
        var chance = SeededGenerator.announced(for: name)
        return chance.next()
    }

    @Test("a name has the same numbers again, and each round others than the one before")
    func names() {
        #expect(first("a walk, round 1") == first("a walk, round 1"))
        #expect(Set((1...20).map { first("a walk, round \($0)") }).count == 20)
        let seeds = SeededGenerator.seeds(20, for: "rounds")
        #expect(Set(seeds).count == 20 && seeds == SeededGenerator.seeds(20, for: "rounds"))
    }
}
