import Core
import Serving
import WatchpostModel

/// Invitations of developers, for administrators and our own command line.
struct InvitationRoutes {
    let office: DeveloperOffice

    private static let pattern = "/v1/admin/invitations"
    private static let largestBody = 1_024

    var routes: [Route] {
        let bounds = CallBounds.body(InvitationRoutes.largestBody)
        return [
            Route(.get, InvitationRoutes.pattern, .administrator, .bare) { _ async throws(Problem) in
                let now = try office.services.wall()
                let found = try await office.arena.use { stores throws(SQLiteError) in
                    try await stores.invitations.invitations(at: now)
                }
                let listed = found.map { DeveloperInvitationBody($0) }
                return Reply(DeveloperInvitationListBody(invitations: listed))
            },
            Route(.post, InvitationRoutes.pattern, .administrator, bounds) { request async throws(Problem) in
                try await make(request)
            },
            Route(.delete, "\(InvitationRoutes.pattern)/{invitation}", .administrator, .bare) {
                request async throws(Problem) in try await remove(request.parameter("invitation"))
            },
        ]
    }

    private func make(_ request: CallRequest) async throws(Problem) -> Reply {
        let wish = try request.json(DeveloperInvitationWishBody.self)
        let note = try Problem.reading { () throws(ArenaText.Refusal) in try Invitation.note(wish.note) }
        let now = try office.services.wall()
        let (name, code) = (ArenaService.newCode(), PlayerCodeText.recovery())
        let hash = PlayerCodeText.hash(code)
        let made = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.invitations.make(name, hash: hash, note: note, at: now)
        }
        guard let made else {
            throw Problem(
                .unavailable,
                "\(ArenaRules.mostDeveloperInvitations) invitations are open, which is the limit; withdraw some",
                code: "invitations-full"
            )
        }
        office.log("invitation \(made.code) was made")
        let body = NewDeveloperInvitationBody(invitation: DeveloperInvitationBody(made), code: code)
        return Reply(body, status: 201)
    }

    private func remove(_ name: String) async throws(Problem) -> Reply {
        let isThere = try await office.arena.use { stores throws(SQLiteError) in
            try await stores.invitations.remove(name)
        }
        guard isThere else { throw Problem(.notFound, "no invitation of this name waits") }
        return .noContent
    }
}

extension DeveloperInvitationBody {
    fileprivate init(_ invitation: Invitation) {
        self.init(
            invitation: invitation.code,
            note: invitation.note,
            since: invitation.since,
            expiresAt: invitation.expiresAt,
            usedAt: invitation.usedAt
        )
    }
}
