import Core
import Serving
import WatchpostModel

/// What games show where people look for games: promotion, icon and picture, for whoever governs them.
struct GameFrontRoutes {
    let services: CallServices
    let arena: ArenaService
    var side = GameSide.administrators

    private static let largestBody = 1_024

    var routes: [Route] {
        let promotion = "\(side.game)/promotion"
        let own = [
            side.route(.put, promotion, .body(GameFrontRoutes.largestBody)) {
                request,
                door async throws(Problem) in try await promote(request, door)
            },
            side.route(.delete, promotion) { request, door async throws(Problem) in
                try await set(GamePromotionBody(), request.parameter("game"), door)
            },
        ]
        return own + GamePictures.Kind.allCases.flatMap { pictures($0) }
    }

    private func pictures(_ kind: GamePictures.Kind) -> [Route] {
        let pattern = "\(side.game)/\(kind.rawValue)"
        return [
            side.route(.put, pattern, .body(Picture.longest)) { request, door async throws(Problem) in
                try await setPicture(try HashedPicture(sentIn: request), kind, request, door)
            },
            side.route(.delete, pattern) { request, door async throws(Problem) in
                try await setPicture(nil, kind, request, door)
            },
        ]
    }

    private func promote(_ request: CallRequest, _ door: GameDoor) async throws(Problem) -> Reply {
        let wish = try request.json(GamePromotionBody.self)
        guard wish.place.map({ GamePromotion.places.contains($0) }) ?? true else {
            throw Problem(.badRequest, "place: 1 to \(GamePromotion.places.upperBound), or none")
        }
        guard wish.pin == nil || side == .administrators else {
            throw Problem(.forbidden, "pin: only the owner of the box can set this")
        }
        return try await set(wish, request.parameter("game"), door)
    }

    private func set(_ wish: GamePromotionBody, _ slug: String, _ door: GameDoor) async throws(Problem)
        -> Reply
    {
        let pin: GamePromotion.Pin? =
            switch wish.pin {
            case .pinned: .pinned
            case .removed: .removed
            // A developer takes back nothing that the owner said.
            case nil: side == .administrators ? GamePromotion.Pin.none : nil
            }
        let outcome = try await arena.use { stores throws(SQLiteError) in
            try await stores.games.promote(slug, place: wish.place, pin: pin, through: door) {
                stores.changed(boards: [])
            }
        }
        switch outcome {
        case .done: return Reply(GameBody(try await arena.game(slug, through: door)))
        case .full(let others):
            let names = others.joined(separator: ", ")
            throw Problem(
                .unprocessable,
                "\(others.count) games of one developer are promoted at most, and those are \(names); take one away first",
                code: "promotion-full"
            )
        case .noGame: throw Problem.noGame
        }
    }

    private func setPicture(
        _ picture: HashedPicture?,
        _ kind: GamePictures.Kind,
        _ request: CallRequest,
        _ door: GameDoor
    ) async throws(Problem) -> Reply {
        let slug = request.parameter("game")
        let isThere = try await arena.use { stores throws(SQLiteError) in
            try await stores.games.setPicture(picture, kind, of: slug, through: door) {
                stores.changed(boards: [])
            }
        }
        guard isThere else { throw Problem.noGame }
        return .noContent
    }
}
