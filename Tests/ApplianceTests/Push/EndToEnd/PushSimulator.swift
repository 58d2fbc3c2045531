import FoundationEssentials
import TestSupport

@testable import Appliance

/// The stand-in for push services (`Tests/Simulators/push`), which is not ours: h2, PyJWT and http-ece on Python.
///
/// A process for each test; it ends with this one.
final class PushSimulator: Sendable {
    /// What it says of itself when it is ready.
    struct Addresses: Decodable, Sendable {
        var ports: [String: Int]
        var ca, key, team, topic, control: String
        var keyID: String
        var connectTo: [String]
        var reasons: [Reason]

        struct Reason: Decodable, Sendable {
            var status: Int
            var word: String
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                status = try list.decode(Int.self)
                word = try list.decode(String.self)
            }
        }

        enum CodingKeys: String, CodingKey {
            case ports, ca, key, team, topic, control, reasons
            case keyID = "key_id"
            case connectTo = "connect_to"
        }
    }

    /// Counters of everything that reached it.
    struct Summary: Decodable, Sendable {
        var connections: [String: Int]
        var protocols: [String: Int]
        var refusedStreams, count, tokens, repeated: Int
        var statuses: [String: Int]

        enum CodingKeys: String, CodingKey {
            case connections, protocols, count, tokens, repeated, statuses
            case refusedStreams = "refused_streams"
        }
    }

    /// One request as it saw it.
    struct Entry: Decodable, Sendable {
        struct Payload: Decodable, Sendable {
            struct Notification: Decodable, Sendable { var title, body, navigate: String }
            struct APS: Decodable, Sendable {
                struct Alert: Decodable, Sendable { var title, body: String }
                var alert: Alert
            }
            var notification: Notification?
            var aps: APS?
            var id: String
        }
        var service, path: String
        var status, size: Int
        var reason: String?
        var headers: [String: String]
        var payload: Payload?
    }

    /// Without an interpreter, as where Swift tests are run by hand, the tests that need the simulator do not run.
    static let isInstalled = PythonProgram.isInstalled

    let addresses: Addresses
    private let client = HTTPClient(progress: {})
    private let program: PythonProgram

    init() async throws {
        program = try await PythonProgram("Tests/Simulators/push", ["--with-parent"])
        addresses = try JSONDecoder().decode(Addresses.self, from: program.ready)
    }

    deinit {
        client.stop()
    }

    /// Changes a service: `set("apns", #""delay": 1"#)`.
    func set(_ service: String, _ members: String) async throws {
        _ = try await post("set", #"{"service":"\#(service)",\#(members)}"#)
    }

    func subscribe(host: String, kind: String = "201", serverKey: String? = nil) async throws -> [UInt8] {
        let key = serverKey.map { #","server_key":"\#($0)""# } ?? ""
        return try await post("subscribe", #"{"host":"\#(host)","kind":"\#(kind)"\#(key)}"#)
    }

    func summary() async throws -> Summary { try await get("summary") }

    func entries() async throws -> [Entry] { try await get("requests") }

    private func get<Body: Decodable>(_ path: String) async throws -> Body {
        var request = HTTPRequest(url: "\(addresses.control)/_sim/\(path)", maximumBody: 64 << 20)
        request.timeout = Patience.time
        return try JSONDecoder().decode(Body.self, from: try await client.send(request).body)
    }

    private func post(_ path: String, _ body: String) async throws -> [UInt8] {
        let url = "\(addresses.control)/_sim/\(path)"
        let request = HTTPRequest(method: .post, url: url, body: body, timeout: Patience.time)
        let reply = try await client.send(request)
        guard reply.status == 200 else {
            throw PythonProgram.Trouble(words: String(decoding: reply.body, as: UTF8.self))
        }
        return Array(reply.body)
    }
}
