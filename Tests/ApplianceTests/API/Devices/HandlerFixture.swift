import Testing

@testable import Appliance
@testable import Core
@testable import Serving
@testable import SystemSupport

/// Handlers of devices and administrators, called without a server: what they make of a body is theirs alone.
struct HandlerFixture {
    private let routes: [Route]

    init() async throws {
        routes = try await PersonalFixture.routes()
    }

    /// Why a body of the first phone, which administers, is refused; nil: it is taken.
    func refusal(
        _ verb: Verb,
        _ pattern: String,
        _ body: String,
        _ parameters: [String: String] = [:]
    ) async throws -> Problem? {
        let route = try #require(routes.first { $0.verb == verb && $0.pattern == pattern })
        guard case .call(_, let handler) = route.action else { return nil }
        let text = PersonalFixture.credential(1)
        let credential = try #require(Credential(text))
        let device = DeviceIdentity(
            id: 1,
            install: String(text.prefix(22)),
            secretHash: [],
            person: 1,
            isAdministrator: true
        )
        let request = CallRequest(
            parameters: parameters,
            query: QueryParameters(),
            contentType: JSONBody.type,
            fields: [:],
            bearer: Bearer(credential: credential, hash: credential.hash, isThere: true),
            client: Client(
                address: ClientAddress(ipv4: 0x7F00_0001),
                isLocal: true,
                isOnThisMachine: true
            ),
            body: Array(body.utf8),
            caller: .device(device)
        )
        do throws(Problem) {
            _ = try await handler(request)
            return nil
        } catch {
            return error
        }
    }
}
