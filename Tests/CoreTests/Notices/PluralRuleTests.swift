import Testing

@testable import Core

@Suite("The forms of counts")
struct PluralRuleTests {
    /// What ICU says (`Intl.PluralRules` of a browser) of 0, 1, 2 and so on: zero, one, two, few, many and `-` for other.
    private static let icu: [(PluralRule, String)] = [
        (
            .japanese,
            said(
                "---------------------------------------------------------------",
                "--------------------------------------------------------------"
            )
        ),
        (
            .english,
            said(
                "-o-------------------------------------------------------------",
                "--------------------------------------------------------------"
            )
        ),
        (
            .french,
            said(
                "oo-------------------------------------------------------------",
                "--------------------------------------------------------------"
            )
        ),
        (
            .czech,
            said(
                "-offf----------------------------------------------------------",
                "--------------------------------------------------------------"
            )
        ),
        (
            .polish,
            said(
                "mofffmmmmmmmmmmmmmmmmmfffmmmmmmmfffmmmmmmmfffmmmmmmmfffmmmmmmmf",
                "ffmmmmmmmfffmmmmmmmfffmmmmmmmfffmmmmmmmfffmmmmmmmmmmmmmmmmmfff"
            )
        ),
        (
            .russian,
            said(
                "mofffmmmmmmmmmmmmmmmmofffmmmmmmofffmmmmmmofffmmmmmmofffmmmmmmof",
                "ffmmmmmmofffmmmmmmofffmmmmmmofffmmmmmmofffmmmmmmmmmmmmmmmmofff"
            )
        ),
        (
            .serbian,
            said(
                "-offf----------------offf------offf------offf------offf------of",
                "ff------offf------offf------offf------offf----------------offf"
            )
        ),
        (
            .lithuanian,
            said(
                "-offffffff-----------offffffff-offffffff-offffffff-offffffff-of",
                "fffffff-offffffff-offffffff-offffffff-offffffff-----------offf"
            )
        ),
        (
            .romanian,
            said(
                "foffffffffffffffffff-------------------------------------------",
                "--------------------------------------fffffffffffffffffff-----"
            )
        ),
        (
            .slovenian,
            said(
                "-otff----------------------------------------------------------",
                "--------------------------------------otff--------------------"
            )
        ),
        (
            .arabic,
            said(
                "zotffffffffmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm",
                "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm---ffffffffmmmmmmmmmmmmmm"
            )
        ),
    ]

    private static func said(_ first: String, _ rest: String) -> String { first + rest }

    @Test("each rule is that of the browsers, whose pages count by the same words file", arguments: icu)
    func forms(rule: PluralRule, said: String) {
        let letters: [PluralForm: Character] = [
            .zero: "z", .one: "o", .two: "t", .few: "f", .many: "m", .other: "-",
        ]
        #expect(said.count == 125)
        let forms = (0..<Int64(said.count)).compactMap { letters[rule.form(of: $0)] }
        #expect(String(forms) == said)
    }

    @Test("every rule is compared")
    func complete() {
        #expect(Set(PluralRuleTests.icu.map(\.0)) == Set(PluralRule.allCases))
    }
}
