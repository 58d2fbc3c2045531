import Core
import Serving
import SystemSupport
import WatchpostModel

/// Linking devices of one person by a code that the one shows and the other says.
struct LinkRoutes {
    let services: DeviceServices

    private static let largestBody = 1_024
    private static let codeLength = 8

    var routes: [Route] {
        [
            Route(.post, "/v1/devices/{id}/link", .ownDevice, .bare) { request async throws(Problem) in
                try await link(request)
            },
            Route(.post, "/v1/devices/{id}/join", .ownDevice, .body(LinkRoutes.largestBody)) {
                request async throws(Problem) in try await join(request)
            },
            Route(.get, "/v1/devices/{id}/link", .ownDevice, .bare) { request async throws(Problem) in
                try await list(request)
            },
            Route(.delete, "/v1/devices/{id}/link", .ownDevice, .bare) { request async throws(Problem) in
                let identity = try request.device()
                return try await leave(identity.install, identity, request)
            },
            Route(.delete, "/v1/devices/{id}/link/{other}", .ownDevice, .bare) {
                request async throws(Problem) in
                try await leave(request.parameter("other"), request.device(), request)
            },
        ]
    }

    private func list(_ request: CallRequest) async throws(Problem) -> Reply {
        let identity = try request.device()
        let devices = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.linked(to: identity.person)
        }
        return Reply(
            LinkedDeviceListBody(
                devices: devices.map { record in
                    LinkedDeviceBody(
                        id: record.install,
                        name: record.name,
                        this: record.id == identity.id,
                        push: DevicePushBody(record.push),
                        registeredAt: record.registeredAt,
                        seenAt: record.seenAt
                    )
                }
            )
        )
    }

    /// A device goes its own way, with a copy of the lists; answers with the one that asked.
    private func leave(
        _ install: String,
        _ identity: DeviceIdentity,
        _ request: CallRequest
    ) async throws(Problem) -> Reply {
        let now = try services.wall()
        let isTheirs = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.leave(
                install,
                person: identity.person,
                isTrusted: identity.isAdministrator || request.client.isLocal,
                at: now
            )
        }
        guard isTheirs else { throw Problem(.notFound, "no device of this id is linked with this one") }
        if identity.isAdministrator { await services.watching.tell() }
        return try await services.reply(device: identity.id)
    }

    private func link(_ request: CallRequest) async throws(Problem) -> Reply {
        let identity = try request.device()
        try services.gate.count(.codes, request)
        let code = RandomSource.letters(LinkRoutes.codeLength)
        let now = try services.wall()
        let expiry = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.addLinkCode(
                hash: LinkRoutes.hash(code),
                device: identity.id,
                person: identity.person,
                at: now
            )
        }
        let link = address(for: request.client).map { "\($0)/app#link=\(code)" }
        let picture = link.flatMap { QRCode($0)?.svg }
        return Reply(LinkCodeBody(code: code, expiresAt: expiry, link: link, picture: picture), status: 201)
    }

    /// Where the other phone finds the app; whoever came in by a tunnel that nobody declared knows that better than we do.
    private func address(for client: Client) -> String? {
        services.about.publicURL ?? (client.isLocal ? services.about.site : nil)
    }

    private func join(_ request: CallRequest) async throws(Problem) -> Reply {
        let identity = try request.device()
        try services.gate.count(.redeeming, request)
        let code = LinkRoutes.normalised(try request.json(CodeBody.self).code)
        let now = try services.wall()
        let outcome = try await services.disk.watch { () throws(SQLiteError) in
            try await services.store.join(identity.id, codeHash: LinkRoutes.hash(code), at: now)
        }
        switch outcome {
        case .joined(let record):
            if record.isAdministrator { await services.watching.tell() }
            services.outlets.alertsChanged()
            return Reply(DeviceBody(record))
        case .noCode:
            throw Problem(
                .forbidden,
                "this code does not work: mistyped, already used or older than ten minutes",
                code: .codeInvalid
            )
        case .obstacle(let obstacle): throw Problem(.conflict, obstacle.words, code: obstacle.code)
        case .administratorJoins:
            throw Problem(
                .conflict,
                "this device manages the box: make the code on it, and join from the other one",
                code: .administratorJoins
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
