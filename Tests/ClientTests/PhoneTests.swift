import Foundation
import Testing
import WatchpostClient
import WatchpostModel

@Suite("A phone through the library, with an appliance that is a script")
struct PhoneTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// `script`: everything but which appliance it is.
    private func phone(_ script: @escaping ScriptedTransport.Script) -> (Phone, ScriptedTransport) {
        let transport = ScriptedTransport { request in
            request.path == "/v1/about" ? .success(ScriptedTransport.about("a")) : script(request)
        }
        return (Phone(transport: transport, address: "http://box", folder: folder.url), transport)
    }

    static func list(_ version: Int, _ realms: String) -> String {
        """
        {"region":"eu","version":\(version),"realms":[\(realms)],
        "kinds":{"status":true,"queue":false,"lock":false,"maintenance":false,"population":false}}
        """
    }

    /// What an appliance answers to a registration.
    static func device(_ request: HTTPRequest) -> HTTPReply {
        let id = request.path.split(separator: "/").last.map { String($0) } ?? ""
        let device = """
            {"id":"\(id)","name":"P","locale":"pl","timeZone":"Europe/Warsaw","push":null,"administrator":false,
            "linkedDevices":1,"regions":[],"registeredAt":"2026-11-21T12:00:00Z"}
            """
        return ScriptedTransport.json(device, status: 201)
    }

    @Test("the credential is a bearer, and its id is in the path")
    func bearer() async throws {
        let (phone, transport) = phone { _ in .success(ScriptedTransport.json(Self.list(0, ""))) }
        _ = try await phone.watchList(of: .eu)
        let request = try #require(await transport.requests.last)
        let id = try await phone.id
        #expect(request.path == "/v1/devices/\(id)/watchlist/eu")
        #expect(request.bearer?.hasPrefix(id + ".") == true)
    }

    @Test("a change that comes second is made again on what the first one left")
    func conflict() async throws {
        let current = Self.list(5, "\"retail/draenor\"")
        let body = "{\"type\":\"t\",\"title\":\"t\",\"status\":409,\"detail\":\"d\",\"current\":\(current)}"
        let conflict = ScriptedTransport.json(body, status: 409)
        let (phone, transport) = phone { request in
            guard request.method == "PUT" else { return .success(ScriptedTransport.json(Self.list(4, ""))) }
            let sent = String(decoding: request.body ?? Data(), as: UTF8.self)
            guard sent.contains("\"version\":5") else { return .success(conflict) }
            return .success(ScriptedTransport.json(Self.list(6, "\"retail/draenor\",\"retail/kazzak\"")))
        }
        let stored = try await phone.changeWatchList(of: .eu) { $0.realms.append("retail/kazzak") }
        #expect(stored.version == 6)
        let last = try #require(await transport.requests.last?.body)
        let sent = try JSONDecoder().decode(WatchListChangeBody.self, from: last)
        #expect(sent.realms == ["retail/draenor", "retail/kazzak"])
    }

    @Test("lists are shown as last seen, marked, and not at all when the appliance refuses them")
    func held() async throws {
        let (online, _) = phone { _ in .success(ScriptedTransport.json(Self.list(1, "\"retail/kazzak\""))) }
        #expect(try await online.watchList(of: .eu).isAccurate)
        let (offline, _) = phone { _ in .failure(.unreachable("cut")) }
        let seen = try await offline.watchList(of: .eu)
        #expect(seen.value.realms == ["retail/kazzak"])
        #expect(seen.mark == .unreachable("cut"))
        await #expect(throws: WatchpostError.unreachable("cut")) { try await offline.watchList(of: .us) }
        let (refused, _) = phone { _ in .success(ScriptedTransport.problem(401, "device-removed")) }
        await #expect(throws: WatchpostError.removed) { try await refused.watchList(of: .eu) }
    }

    @Test("a phone that the appliance forgot registers with what it last said, and asks again")
    func renewal() async throws {
        let (known, _) = phone { .success(Self.device($0)) }
        try await known.register(PhoneProfile(name: "P", locale: "pl", timeZone: "Europe/Warsaw"))
        let forgotten = Once()
        let (phone, transport) = phone { request in
            if request.method == "PUT" { return .success(Self.device(request)) }
            return .success(
                forgotten.first()
                    ? ScriptedTransport.problem(401, "unknown-device")
                    : ScriptedTransport.json(Self.list(0, ""))
            )
        }
        _ = try await phone.watchList(of: .eu)
        let id = try await phone.id
        let path = "/v1/devices/\(id)"
        let asked = await transport.asked
        #expect(
            asked == ["GET /v1/about", "GET \(path)/watchlist/eu", "PUT \(path)", "GET \(path)/watchlist/eu"]
        )
        let body = try #require(await transport.requests[2].body)
        let said = try JSONDecoder().decode(DeviceRegistrationBody.self, from: body)
        #expect(said.locale == "pl" && said.timeZone == "Europe/Warsaw" && said.push == nil)
    }
}

/// True once; `@unchecked Sendable`: under its lock alone.
private final class Once: @unchecked Sendable {
    private let lock = NSLock()
    private var isUsed = false

    func first() -> Bool {
        lock.withLock {
            defer { isUsed = true }
            return !isUsed
        }
    }
}
