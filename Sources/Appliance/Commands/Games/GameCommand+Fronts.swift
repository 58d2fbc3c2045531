import SystemSupport
import WatchpostModel

/// What games show where people look for games, and games that go.
extension GameCommand {
    /// Puts a game among those that stand first, or takes it away; what is not named stays as it is.
    func promote(_ slug: String, _ words: ArraySlice<String>) async throws(OwnerCallError) -> [String] {
        let said = try said(words, of: GameVerb.ofPromotions)
        let current = try await listed(slug)
        var wish = GamePromotionBody(place: current.place, pin: current.pin)
        if let text = said["place"] { wish.place = try GameCommand.place(text) }
        if let text = said["pin"] { wish.pin = try GameCommand.pin(text) }
        let body = String(decoding: JSONBody.encode(wish), as: UTF8.self)
        let game = try await ask(
            GameBody.self,
            .put,
            "\(GameCommand.path)/\(slug)/promotion",
            body,
            200
        )
        let place = game.place.map { "place \($0)" } ?? "no place"
        let pin = game.pin.map { ", \($0.rawValue)" } ?? ""
        return ["\(game.game): \(place) among those of its developer\(pin)"]
    }

    /// Removes a game with all that players did in it; its name was typed in.
    func remove(_ slug: String, named name: String) async throws(OwnerCallError) -> [String] {
        let body = String(decoding: JSONBody.encode(FarewellBody(name: name)), as: UTF8.self)
        let path = "\(GameCommand.path)/\(slug)"
        try await call.done(.delete, path, body: body, wish: GameCommand.wish)
        return ["\(name) (\(slug)) is gone, with its boards, results and duels"]
    }

    private static let none = "none"

    private static func place(_ text: String) throws(OwnerCallError) -> Int? {
        if text == none { return nil }
        guard let place = Int(text) else {
            throw OwnerCallError(words: "place=\(text) is not understood; there are 1, 2, 3, none")
        }
        return place
    }

    private static func pin(_ text: String) throws(OwnerCallError) -> GamePinWord? {
        if text == none { return nil }
        guard let pin = GamePinWord(rawValue: text) else {
            let words = GamePinWord.allCases.map(\.rawValue).joined(separator: ", ")
            throw OwnerCallError(words: "pin=\(text) is not understood; there are \(words), none")
        }
        return pin
    }
}
