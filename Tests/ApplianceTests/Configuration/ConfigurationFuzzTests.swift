import Appliance
import Testing
import TestSupport
@testable import SystemSupport

@Suite("Damaged settings")
struct ConfigurationFuzzTests {
    private static let fragments = [
        "[", "]", "{", "}", "\"", "'", "\"\"\"", "=", ".", ",", "\n", "#", "\u{0}", "[[panel.lamp]]\n",
        "[region.us]\n",
        "9223372036854775808", "1e999", "nan", "25:00:00", "0001-01-01", "\\u0000", "\u{1F600}", "a.b.c.d",
        "true", "-", "é",
    ]

    private static func damage(_ text: String, _ generator: inout SeededGenerator) -> String {
        var scalars = Array(text.unicodeScalars)
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let start = Int.random(in: 0..<scalars.count, using: &generator)
            let end = min(scalars.count, start + Int.random(in: 0...12, using: &generator))
            let fragment = fragments.randomElement(using: &generator) ?? ""
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: scalars.removeSubrange(start..<end)
            case 1: scalars.replaceSubrange(start..<end, with: fragment.unicodeScalars)
            case 2: scalars.insert(contentsOf: scalars[start..<end], at: start)
            default: scalars.insert(contentsOf: fragment.unicodeScalars, at: start)
            }
            if scalars.isEmpty { scalars = ["#"] }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    @Test(
        "are accepted or refused with a place, and never worse",
        arguments: SeededGenerator.seeds(4, for: "damaged settings")
    )
    func damaged(seed: UInt64) throws {
        let path = ConfigurationFixture.repositoryFile("docs/watchpost.toml")
        let example = try BoundedFile.read(path, limit: 65_536).text
        var generator = SeededGenerator(seed: seed)
        var refused = 0
        let rounds = TestEffort.rounds(20)
        for round in 0..<rounds {
            let lines = ConfigurationFixture.lines(ConfigurationFuzzTests.damage(example, &generator))
            refused += lines.isEmpty ? 0 : 1
            for line in lines {
                let parts = line.split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
                let hasPlace = parts.count == 4 && Int(parts[1]) != nil && Int(parts[2]) != nil
                #expect(hasPlace, "seed \(seed), round \(round): \(line)")
                #expect(!line.contains("\n"), "seed \(seed), round \(round): \(line)")
            }
        }
        // A few damages may all be harmless.
        #expect(refused > 0 || rounds < 20, "seed \(seed)")
    }
}
