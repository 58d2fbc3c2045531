import WatchpostModel

extension GameChangeBody {
    /// What is said of a game; what is not said stays as it is.
    init(_ said: [String: String], of current: GameBody?, slug: String) throws(OwnerCallError) {
        self.init(
            version: current?.version ?? 0,
            name: said["name"] ?? current?.name ?? slug,
            description: said["description"] ?? current?.description,
            zone: said["zone"] ?? current?.zone
        )
        submissions = current?.submissions
        if let flag = try said["signed"].map(GameChangeBody.flag) { submissions = flag ? .signed : .any }
        if let text = said["submissions"] {
            submissions = try GameChangeBody.word(text, "submissions", of: GameSubmissions.allCases)
        }
        genre = current?.genre
        if let text = said["genre"] {
            genre = try GameChangeBody.word(text, "genre", of: GameGenre.allCases)
        }
        (price, currency) = (current?.price, said["currency"] ?? current?.currency)
        if let text = said["price"] {
            guard let hundredths = Int64(text) else {
                throw OwnerCallError(words: "price=\(text) is not a number of hundredths; 499 is 4.99")
            }
            price = hundredths
        }
        shop = said["shop"] ?? current?.shop
    }

    private static func flag(_ text: String) throws(OwnerCallError) -> Bool {
        switch text {
        case "yes": return true
        case "no": return false
        default: throw OwnerCallError(words: "signed=\(text) is not understood; there are yes, no")
        }
    }

    private static func word<Word: RawRepresentable>(
        _ text: String,
        _ key: String,
        of words: [Word]
    ) throws(OwnerCallError) -> Word where Word.RawValue == String {
        guard let word = words.first(where: { $0.rawValue == text }) else {
            let known = words.map(\.rawValue).joined(separator: ", ")
            throw OwnerCallError(words: "\(key)=\(text) is not understood; there are \(known)")
        }
        return word
    }
}
