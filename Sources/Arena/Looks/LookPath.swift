/// Where what a game brings along for the pages of its boards is read.
enum LookPath {
    /// The picture behind its boards.
    static func background(of game: String) -> String { "/v1/games/\(game)/background" }

    /// Its style sheet, which a tag tells from all before it; its boards have the same.
    static func style(_ tag: String, of game: String, board: String = "any") -> String {
        "/embed/\(game)/\(board)/style.css?v=\(tag)"
    }
}
