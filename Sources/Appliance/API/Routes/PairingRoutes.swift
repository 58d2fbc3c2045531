import Core
import Serving
import WatchpostModel

/// Pairing: a code that is shown at the appliance makes a device an administrator.
struct PairingRoutes {
    let services: DeviceServices

    private static let largestBody = 1_024
    private static let noCode = Problem(
        .conflict,
        "no code is shown, or no longer; ask for one at home"
    )

    var routes: [Route] {
        [
            Route(.post, "/v1/pairing", .home, .bare) { request async throws(Problem) in try ask(request) },
            Route(.post, "/v1/pairing/redeem", .device, .body(PairingRoutes.largestBody)) {
                request async throws(Problem) in try await redeem(request)
            },
        ]
    }

    /// Nobody outside can make the appliance show a code.
    private func ask(_ request: CallRequest) throws(Problem) -> Reply {
        let isOwner = request.caller == .owner
        try services.gate.count(.codes, request)
        let now = try services.wall()
        let shown = try services.pairing.ask(isOwner ? .owner : .network)
        let body = PairingBody(
            expiresAt: now.advanced(by: shown.lasts.components.seconds),
            shownOn: shown.place,
            code: isOwner ? shown.code : nil
        )
        return Reply(body, status: 202)
    }

    private func redeem(_ request: CallRequest) async throws(Problem) -> Reply {
        let identity = try request.device()
        try services.gate.count(.redeeming, request)
        let code = try request.json(CodeBody.self).code.filter { !$0.isWhitespace && $0 != "-" }
        // What cannot be a code costs no try.
        guard code.utf8.count == 6, code.isMade(of: .digits) else {
            throw Problem(.badRequest, "code: not six digits")
        }
        switch services.pairing.redeem(code, device: identity.id, from: request.client) {
        case .noCode: throw PairingRoutes.noCode
        case .confirm:
            // Its administration may have been taken back since: the old code does not give it again.
            guard identity.isAdministrator else { throw PairingRoutes.noCode }
            return try await services.reply(device: identity.id)
        case .wrong(let triesLeft):
            let detail =
                triesLeft > 0
                ? "not the code that is shown"
                : "too many wrong codes came from this phone or from where it is; ask for a new one at home"
            throw Problem(.forbidden, detail, extra: .triesLeft(triesLeft))
        case .pair:
            try await services.disk.watch { () throws(SQLiteError) in
                try await services.store.persons.setAdministrator(true, person: identity.person)
            }
            await services.watching.tell()
            return try await services.reply(device: identity.id)
        }
    }
}
