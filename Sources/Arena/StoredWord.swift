/// A word of the API that `arena.db` holds as a number.
protocol StoredWord: Hashable, Sendable {
    /// All of them by their numbers, from 0; files depend on this order.
    static var stored: [Self] { get }
}

extension StoredWord {
    /// As the file holds it.
    var number: Int64 { Int64(Self.stored.firstIndex(of: self) ?? 0) }

    /// Nil for a number that no word has.
    init?(number: Int64) {
        guard let index = Int(exactly: number), Self.stored.indices.contains(index) else { return nil }
        self = Self.stored[index]
    }
}
