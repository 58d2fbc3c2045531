import Testing

@testable import Arena

@Suite("Which language a browser likes best")
struct AcceptedLanguageTests {
    private static let fields: [(String?, String?)] = [
        (nil, nil), ("", nil), ("pl", "pl"), ("PL-pl", "pl"), ("de, pl;q=0.2", "pl"),
        ("en;q=0.5,pl;q=0.51", "pl"),
        ("en,pl", "en"), ("pl;q=0", nil), ("pl;q=0.000", nil), ("pl; q=1.000 , en;q=0.9", "pl"), ("*", nil),
        ("pl;q=", nil), ("pl;q=abc", nil), ("pl;x=1", nil), (",,;;pl", nil), ("plx", nil), ("-pl", nil),
        ("en;q=0.1,pl;q=0.001", "en"), ("pl;q=0.0009,en;q=0.001", "en"),
    ]

    @Test("the greatest weight among ours wins, the first of equals", arguments: fields)
    func best(field: String?, tag: String?) {
        #expect(AcceptedLanguage.best(of: ["en", "pl"], for: field) == tag)
    }

    @Test("what comes after half a kilobyte is not read")
    func bounded() {
        let long = String(repeating: "x,", count: 300) + "pl"
        #expect(AcceptedLanguage.best(of: ["pl"], for: long) == nil)
    }
}
