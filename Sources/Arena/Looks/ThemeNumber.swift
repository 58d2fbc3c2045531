import Core

/// A number without a sign and an exponent, as a theme may have it: up to three digits, and three behind a point.
struct ThemeNumber {
    /// As it is written in a style sheet.
    let text: String
    let value: Double

    /// Nil: it is none.
    init?(_ given: Substring) {
        let halves = given.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(halves.count), halves.allSatisfy({ $0.isMade(of: .digits) }),
            halves.allSatisfy({ $0.utf8.count <= 3 }), let first = halves.first, let last = halves.last,
            !last.isEmpty
        else { return nil }
        let whole = first.isEmpty ? "0" : String(first)
        text = halves.count == 1 ? whole : "\(whole).\(last)"
        guard let value = Double(text) else { return nil }
        self.value = value
    }
}
