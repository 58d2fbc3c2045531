import TestSupport
import Testing

@testable import Arena
@testable import Core

@Suite("Scripts of names")
struct NameScriptsTests {
    /// Letters and digits of Unicode's own files, by their scripts.
    private static let letters: [(scripts: Substring, scalars: [Unicode.Scalar])] = {
        var groups: [(scripts: Substring, scalars: [Unicode.Scalar])] = []
        for line in (try? NameTables.lines("letters.txt")) ?? [] {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard parts.count == 2 else { continue }
            if !parts[0].isEmpty { groups.append((parts[0], [])) }
            groups[groups.count - 1].scalars += NameTables.scalars(parts[1])
        }
        return groups
    }()

    /// Where letters stand that few languages write, parts of Korean syllables, and letters in the shapes of prints.
    private static let special: [ClosedRange<UInt32>] = [
        0x250...0x2FF, 0x1D00...0x1DBF, 0x2070...0x218F, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB6F,
        0x10780...0x107BF, 0x1DF00...0x1DFFF, 0x1E030...0x1E08F,
        0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF,
        0xFB00...0xFDFF, 0xFE70...0xFEFF, 0xFF00...0xFFEF, 0x1EE00...0x1EEFF,
    ]

    /// Clicks and tatweel.
    private static let refused: Set<Unicode.Scalar> = ["ǀ", "ǁ", "ǂ", "ǃ", "\u{640}"]

    @Test("the scripts are the 29 that UAX #31 recommends, and their letters are many")
    func all() {
        let groups = NameScriptsTests.letters
        #expect(Set(groups.flatMap { $0.scripts.split(separator: " ") }).count == 29)
        #expect(groups.reduce(0) { $0 + $1.scalars.count } > 100_000)
    }

    /// Of thousands of Chinese and Korean characters some, of all others all.
    private static func sample(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        let step = scalars.count > 5_000 ? max(scalars.count / TestEffort.rounds(500), 1) : 1
        return stride(from: 0, to: scalars.count, by: step).map { scalars[$0] }
    }

    /// Whether a name in form C has it, and people see it.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        NameFolding.shown(String(scalar)).unicodeScalars.elementsEqual([scalar])
            && !scalar.properties.isDefaultIgnorableCodePoint
    }

    /// Letters of a few blocks may have none.
    @Test("each letter and digit has the scripts that it has in Scripts.txt")
    func letters() {
        for (codes, scalars) in NameScriptsTests.letters {
            let expected = NameScripts(codes: codes.split(separator: " "))
            for scalar in NameScriptsTests.sample(scalars) {
                let own = NameScripts(scalar)
                let isSpecial = NameScriptsTests.special.contains { $0.contains(scalar.value) }
                let isRefused = isSpecial || NameScriptsTests.refused.contains(scalar)
                let isRight =
                    own == expected || own == nil && (isRefused || !NameScriptsTests.isShown(scalar))
                #expect(isRight, "\(String(scalar.value, radix: 16)): \(codes)")
            }
        }
    }

    @Test("each that has scripts passes alone as a name")
    func alone() throws {
        for (codes, scalars) in NameScriptsTests.letters {
            for scalar in NameScriptsTests.sample(scalars) where NameScripts(scalar) != nil {
                #expect(try PlayerName(String(scalar)).text == String(scalar), "\(codes)")
            }
        }
    }

    @Test(
        "of blocks for phonetics those pass that languages write",
        arguments: [
            "ə", "Ə", "ɓ", "Ɓ", "ɗ", "Ɗ", "ƙ", "Ƙ", "ɔ", "Ɔ", "ɛ", "Ɛ", "ŋ", "Ŋ", "ɣ", "Ɣ", "ʋ", "ɖ", "ɲ",
            "ƴ", "ʒ",
        ]
    )
    func written(letter: Unicode.Scalar) {
        #expect(NameScripts(letter) == NameScripts(codes: ["Latn"]))
    }

    @Test("the table has each character once")
    func order() {
        let groups = NameTableGroup.all(NameScriptTable.scripts)
        let codes = groups.flatMap(\.codes).sorted { $0.lowerBound < $1.lowerBound }
        #expect(codes.count > 400)
        #expect(zip(codes, codes.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
        #expect(groups.allSatisfy { !NameScripts(codes: $0.heads).isEmpty })
    }
}
