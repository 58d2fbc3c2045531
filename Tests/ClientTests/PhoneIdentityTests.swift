import Foundation
import Testing
import WatchpostClient
import WatchpostModel

@Suite("Who a phone is, and at which appliance")
struct PhoneIdentityTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// What stands at the address, and what it knows; all of it may change between requests.
    final class Address: Sendable {
        private let box = LockedBox(State())

        struct State: Sendable {
            /// Which appliance it is; nil: it does not say.
            var appliance: Character? = "a"
            /// Credentials that each appliance has registered.
            var known: [Character: Set<String>] = [:]
            /// Ids that belong to other secrets, at each.
            var taken: [Character: Set<String>] = [:]
            /// What is answered to everything but `/v1/about`, whatever is asked.
            var says: HTTPReply?
            /// Nobody answers.
            var isCut = false
        }

        func set(_ change: (inout State) -> Void) { box.change(change) }

        var state: State { box.value }

        func answer(_ request: HTTPRequest) -> Result<HTTPReply, WatchpostError>? {
            var reply = HTTPReply(status: 200, body: Data("<html>Welcome</html>".utf8))
            guard !box.value.isCut else { return .failure(.unreachable("cut")) }
            box.change { state in
                guard let appliance = state.appliance else { return }
                if request.path == "/v1/about" {
                    reply = ScriptedTransport.about(appliance)
                } else if let says = state.says {
                    reply = says
                } else {
                    reply = Address.personal(request, appliance, &state)
                }
            }
            return .success(reply)
        }

        private static func personal(
            _ request: HTTPRequest,
            _ appliance: Character,
            _ state: inout State
        ) -> HTTPReply {
            let bearer = request.bearer ?? ""
            let id = bearer.split(separator: ".").first.map { String($0) } ?? ""
            let isRegistration = request.method == "PUT" && request.path == "/v1/devices/\(id)"
            if state.taken[appliance]?.contains(id) == true {
                return ScriptedTransport.problem(401, isRegistration ? "wrong-secret" : "unknown-device")
            }
            if isRegistration { state.known[appliance, default: []].insert(bearer) }
            guard state.known[appliance]?.contains(bearer) == true else {
                return ScriptedTransport.problem(401, "unknown-device")
            }
            if request.method == "DELETE" {
                state.known[appliance]?.remove(bearer)
                return HTTPReply(status: 204)
            }
            return isRegistration
                ? PhoneTests.device(request)
                : ScriptedTransport.json(PhoneTests.list(1, "\"at/\(appliance)\""))
        }
    }

    private func phone(_ address: Address) -> (phone: Phone, transport: ScriptedTransport) {
        let transport = ScriptedTransport { address.answer($0) }
        return (Phone(transport: transport, address: "http://box", folder: folder.url), transport)
    }

    @Test("at another appliance it is somebody else, and at the first one who it was")
    func severalAppliances() async throws {
        let address = Address()
        let phone = phone(address).phone
        try await phone.register()
        let atA = try await phone.id
        address.set { $0.appliance = "b" }
        // The same process goes on: it finds out by the refusal.
        #expect(try await phone.watchList(of: .eu).value.realms == ["at/b"])
        let atB = try await phone.id
        #expect(atB != atA)
        address.set { $0.appliance = "a" }
        #expect(try await phone.watchList(of: .eu).value.realms == ["at/a"])
        #expect(try await phone.id == atA)
        let known = address.state.known
        #expect(known["a"]?.count == 1 && known["b"]?.count == 1)
    }

    @Test("a new process shows the credential of one appliance to no other")
    func bearers() async throws {
        let address = Address()
        try await phone(address).phone.register()
        let atA = try #require(address.state.known["a"]?.first)
        address.set { $0.appliance = "b" }
        let (other, transport) = phone(address)
        _ = try await other.watchList(of: .eu)
        let bearers = await transport.requests.compactMap(\.bearer)
        #expect(!bearers.isEmpty && !bearers.contains(atA))
    }

    @Test("lists of one appliance are not shown as those of another")
    func listsOfEach() async throws {
        let address = Address()
        let (phone, _) = phone(address)
        _ = try await phone.watchList(of: .eu)
        address.set { $0.appliance = "b" }
        _ = try await phone.watchList(of: .eu)
        address.set { $0.says = HTTPReply(status: 500) }
        let seen = try await phone.watchList(of: .eu)
        #expect(seen.value.realms == ["at/b"] && !seen.isAccurate)
        address.set { $0.appliance = "c" }
        let newProcess = self.phone(address).phone
        await #expect(throws: WatchpostError.notWatchpost(status: 500)) {
            try await newProcess.watchList(of: .eu)
        }
    }

    /// What may stand between a phone and its appliance.
    static let strangers: [HTTPReply] = [
        HTTPReply(status: 401), ScriptedTransport.problem(401, "wrong-secret"),
        ScriptedTransport.problem(401, "unknown-device"), ScriptedTransport.json("{}"),
        HTTPReply(status: 204),
    ]

    @Test("nobody else's word costs a credential", arguments: 0..<5)
    func strangers(number: Int) async throws {
        let address = Address()
        let (phone, _) = phone(address)
        try await phone.register()
        let before = try await phone.id
        // Even one that says it is the appliance.
        address.set { $0.says = Self.strangers[number] }
        _ = try? await phone.watchList(of: .eu)
        _ = try? await phone.register()
        address.set { ($0.says, $0.appliance) = (Self.strangers[number], nil) }
        _ = try? await phone.register()
        _ = try? await phone.forget()
        address.set { ($0.says, $0.appliance) = (nil, "a") }
        #expect(try await phone.watchList(of: .eu).isAccurate)
        #expect(try await phone.id == before)
        #expect(address.state.known["a"]?.count == 1)
    }

    @Test("an id that is another's is given up when the appliance has registered the new one")
    func renewed() async throws {
        let address = Address()
        let (phone, _) = phone(address)
        let before = try await phone.id
        address.set { $0.taken["a"] = [before] }
        #expect(try await phone.watchList(of: .eu).isAccurate)
        let after = try await phone.id
        #expect(after != before)
        let known = address.state.known["a"] ?? []
        #expect(known.map { $0.prefix(22) } == [after.prefix(22)])
    }

    @Test("who forgets one appliance stays who it is at the others")
    func forgotten() async throws {
        let address = Address()
        let (phone, _) = phone(address)
        _ = try await phone.watchList(of: .eu)
        let atA = try await phone.id
        address.set { $0.appliance = "b" }
        _ = try await phone.watchList(of: .eu)
        try await phone.forget()
        #expect(address.state.known["b"]?.isEmpty == true)
        address.set { $0.appliance = "a" }
        #expect(try await phone.watchList(of: .eu).isAccurate)
        #expect(try await phone.id == atA)
    }

    @Test("without a connection it is still known who it is")
    func offline() async throws {
        let address = Address()
        let before = phone(address).phone
        try await before.register()
        let transport = ScriptedTransport { _ in .failure(.unreachable("cut")) }
        let widget = Phone(transport: transport, address: "http://box", folder: folder.url)
        #expect(try await widget.id == before.id)
    }
}
