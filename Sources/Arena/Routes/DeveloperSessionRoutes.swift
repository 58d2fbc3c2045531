import Core
import Serving
import WatchpostModel

/// Where a developer is signed in.
struct DeveloperSessionRoutes {
    let office: DeveloperOffice

    private static let pattern = "/v1/developers/sessions"

    var routes: [Route] {
        let bare = CallBounds.bare.forGames
        return [
            Route(.get, DeveloperSessionRoutes.pattern, .developer, bare) { request async throws(Problem) in
                try await list(request)
            },
            Route(.delete, DeveloperSessionRoutes.pattern, .developer, bare) {
                request async throws(Problem) in try await endOthers(request)
            },
            Route(.delete, "\(DeveloperSessionRoutes.pattern)/{session}", .developer, bare) {
                request async throws(Problem) in try await end(request)
            },
        ]
    }

    private func list(_ request: CallRequest) async throws(Problem) -> Reply {
        let session = try request.session()
        let now = office.services.now().wall
        let found = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.developers.sessions(of: session.developer, at: now)
        }
        return Reply(
            DeveloperSessionListBody(
                sessions: found.map { DeveloperSessionListBody.Session($0, caller: session.id) }
            )
        ).tagged(Reply.ownCacheControl)
    }

    /// Every one but that which asks.
    private func endOthers(_ request: CallRequest) async throws(Problem) -> Reply {
        let session = try request.session()
        let (now, ended) = (try office.services.wall(), office.ended)
        try await office.arena.use { stores throws(SQLiteError) in
            try await stores.developers.endSessions(
                of: session.developer,
                except: session.id,
                at: now,
                then: ended
            )
        }
        office.tell(.sessionsEnded, of: session.developer)
        return .noContent
    }

    /// One, which may be that which asks: so a developer signs out.
    private func end(_ request: CallRequest) async throws(Problem) -> Reply {
        let session = try request.session()
        let (now, ended, name) = (try office.services.wall(), office.ended, request.parameter("session"))
        let isThere = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.developers.endSession(name, of: session.developer, at: now, then: ended)
        }
        guard isThere else { throw Problem(.notFound, "you have no session of this name, or it has ended") }
        office.tell(.sessionsEnded, of: session.developer)
        return .noContent
    }
}

extension DeveloperSessionListBody.Session {
    /// `caller`: the row of the session that asks.
    fileprivate init(_ session: DeveloperSession, caller: Int64) {
        self.init(
            session: session.session,
            name: session.name,
            since: session.since,
            seenAt: session.seenAt,
            expiresAt: SessionLife.end(since: session.since, seen: session.seenAt),
            isCaller: session.id == caller
        )
    }
}
