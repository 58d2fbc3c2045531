import Core
import Serving
import SystemSupport
import WatchpostModel

/// Pictures of players: given by them, read by everybody.
struct PictureRoutes {
    let services: CallServices
    let arena: ArenaService
    /// For pictures, which browsers keep: each is read once.
    private let budget = StrangersBudget(RateLimit(burst: 100, every: .milliseconds(20)))

    init(services: CallServices, arena: ArenaService) {
        (self.services, self.arena) = (services, arena)
    }

    /// Whoever opens one alone is shown nothing else.
    static let headers: [PreparedResponse.Header] = [
        ("X-Content-Type-Options", "nosniff"), ("Content-Security-Policy", "default-src 'none'; sandbox"),
    ]

    var routes: [Route] {
        let players = Access([.install, .device])
        return [
            Route(.put, "/v1/me/avatar", players, .body(Picture.longest).forGames) {
                request async throws(Problem) in try await put(request)
            },
            Route(.delete, "/v1/me/avatar", players, .bare.forGames) { request async throws(Problem) in
                try await set(nil, request)
            },
            Route(PicturePath.pattern) { _ throws(Problem) in work() },
        ]
    }

    private func work() -> RouteAnswer {
        .work(.bare.forGames) { request async throws(Problem) in try await read(request) }
    }

    private func put(_ request: CallRequest) async throws(Problem) -> Reply {
        try await set(try HashedPicture(sentIn: request), request)
    }

    private func set(_ picture: HashedPicture?, _ request: CallRequest) async throws(Problem) -> Reply {
        let player = try await arena.player(of: request, services)
        let now = try services.wall()
        if player.picture != picture?.hash { try services.gate.count(.rename, of: request.caller.askers) }
        let after = try await arena.use { stores throws(SQLiteError) in
            try await stores.players.setPicture(picture, of: player.id, at: now)
        }
        guard let after else { throw Gate.unknown }
        return Reply(MeBody(after, for: request.caller))
    }

    /// Its address names its bytes: it never changes.
    private func read(_ request: CallRequest) async throws(Problem) -> Reply {
        if !request.client.isLocal, case .fresh(let caller) = request.bearer.known {
            try services.gate.countRequest(of: caller, from: request.client)
        } else {
            try budget.take(request, "pictures are read too often from outside; ask again in a moment")
        }
        guard let hash = PicturePath.hash(request.parameter("hash")) else { throw PictureRoutes.none }
        let found = try await arena.use { stores throws(SQLiteError) in
            try await stores.players.picture(hash)
        }
        guard let found else { throw PictureRoutes.none }
        var reply = Reply(found.bytes, type: found.kind.mediaType)
            .tagged("public, max-age=31536000, immutable")
        reply.fields = PictureRoutes.headers
        return reply
    }

    private static let none = Problem(.notFound, "there is no such picture, or not any more")
}

extension HashedPicture {
    /// The body of a request; what is no picture that is taken is refused in words.
    init(sentIn request: CallRequest) throws(Problem) {
        let given = try request.body(of: Picture.Kind.png.mediaType, Picture.Kind.jpeg.mediaType)
        let picture: Picture
        do throws(Picture.Refusal) {
            picture = try Picture(given)
        } catch {
            throw Problem(.unprocessable, error.words, code: "picture-refused")
        }
        guard request.contentType == picture.kind.mediaType else {
            throw Problem(
                .unprocessable,
                "this is \(picture.kind.mediaType), and was sent as another type",
                code: "picture-refused"
            )
        }
        self.init(picture, hash: SHA256Digest.bytes(of: picture.bytes))
    }
}
