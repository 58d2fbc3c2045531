import Core
import WatchpostModel

/// What a game says of itself where people look for games, checked.
struct GameFront: Hashable, Sendable {
    /// Nil: nothing is said.
    let genre: GameGenre?
    /// Nil: nothing is said.
    let price: GamePrice?
    /// Where it is to be had, shown as a link and never fetched; nil: nowhere.
    let shop: String?

    /// Nothing is said.
    static let none = GameFront(genre: nil, price: nil, stored: nil)

    /// An empty shop is none.
    init(genre: GameGenre?, price: GamePrice?, shop: String?) throws(ArenaText.Refusal) {
        guard let link = ShownLink(shop ?? "") else {
            throw ArenaText.Refusal(
                "shop",
                "not an https address of at most \(ShownLink.longest) bytes, such as https://example.org/snake"
            )
        }
        self.init(genre: genre, price: price, stored: link.text)
    }

    /// As it was stored.
    init(genre: GameGenre?, price: GamePrice?, stored shop: String?) {
        (self.genre, self.price, self.shop) = (genre, price, shop)
    }
}

/// What a game costs.
struct GamePrice: Hashable, Sendable {
    /// In hundredths of the currency, of whatever currency; 0: nothing.
    let hundredths: Int64
    /// Three letters (ISO 4217); nil where it costs nothing.
    let currency: String?

    /// A hundred thousand.
    static let highest: Int64 = 10_000_000

    init(hundredths: Int64, currency: String?) throws(ArenaText.Refusal) {
        guard (0...GamePrice.highest).contains(hundredths) else {
            throw ArenaText.Refusal(
                "price",
                "in hundredths, from 0 (it costs nothing) to \(GamePrice.highest); 499 is 4.99"
            )
        }
        let currency = hundredths == 0 ? nil : currency ?? ""
        if let currency, currency.utf8.count != 3 || !currency.utf8.allSatisfy({ 65...90 ~= $0 }) {
            throw ArenaText.Refusal("currency", "say the currency of the price in three capitals: EUR, PLN")
        }
        self.init(stored: hundredths, currency)
    }

    /// As it was stored.
    init(stored hundredths: Int64, _ currency: String?) {
        (self.hundredths, self.currency) = (hundredths, currency)
    }
}

/// Pictures that a game shows of itself, by the SHA-256 of their bytes.
struct GamePictures: Hashable, Sendable {
    var icon: [UInt8]?
    var picture: [UInt8]?

    /// Which of them.
    enum Kind: String, CaseIterable, Sendable {
        case icon, picture
    }

    subscript(kind: Kind) -> [UInt8]? {
        switch kind {
        case .icon: icon
        case .picture: picture
        }
    }
}
