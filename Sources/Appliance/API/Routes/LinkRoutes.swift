import Core
import WatchpostModel

/// Linking devices of one person by a code that the one shows and the other says.
struct LinkRoutes {
    let services: PersonalServices

    private static let largestBody = 1_024
    private static let codeLength = 8

    var routes: [Route] {
        [
            Route(.post, "/v1/devices/{id}/link", .bare) { request async throws(Problem) in
                try await link(request)
            },
            Route(.post, "/v1/devices/{id}/join", .body(LinkRoutes.largestBody)) {
                request async throws(Problem) in try await join(request)
            },
        ]
    }

    private func link(_ request: CallRequest) async throws(Problem) -> Reply {
        let identity = try await services.gate.device(request)
        try services.gate.count(.codes, request, device: identity.id)
        let code = RandomSource.letters(LinkRoutes.codeLength)
        let now = try services.wall()
        let expiry = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.addLinkCode(
                hash: LinkRoutes.hash(code),
                person: identity.person,
                at: now
            )
        }
        return Reply(LinkCodeBody(code: code, expiresAt: expiry), status: 201)
    }

    private func join(_ request: CallRequest) async throws(Problem) -> Reply {
        let identity = try await services.gate.device(request)
        try services.gate.count(.redeeming, request, device: identity.id)
        let code = LinkRoutes.normalised(try request.json(CodeBody.self).code)
        let now = try services.wall()
        let outcome = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.join(identity.id, codeHash: LinkRoutes.hash(code), at: now)
        }
        switch outcome {
        case .joined(let record):
            if record.isAdministrator { await services.watching.tell() }
            return Reply(DeviceBody(record))
        case .noCode:
            throw Problem(.forbidden, "this code does not join: mistyped, used, or older than ten minutes")
        case .tooManyRealms:
            let most = WatchList.mostRealms
            throw Problem(
                .conflict,
                "both lists together hold more than \(most) realms; shorten one of them first"
            )
        case .administratorJoins:
            throw Problem(
                .conflict,
                "this device administers the appliance: make the code on it, and join from the other one"
            )
        }
    }

    /// As people read it: case does not matter, and there is no letter that could be a digit.
    private static func normalised(_ code: String) -> String {
        String(
            code.uppercased().compactMap { (character: Character) -> Character? in
                switch character {
                case "O": "0"
                case "I", "L": "1"
                case " ", "-": nil
                default: character
                }
            }
        )
    }

    private static func hash(_ code: String) -> [UInt8] {
        SecretHash.of(Array(code.utf8))
    }
}
