import FoundationEssentials
import Glibc

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

    struct Trouble: Error { var words: String }

    /// The interpreter with the simulator's packages, which `make unit` names.
    private static let python = getenv("WATCHPOST_PYTHON").map { String(cString: $0) }
    private static let program = ConfigurationFixture.repositoryFile(
        "Tests/Simulators/push",
        from: #filePath,
        above: 5
    )

    /// Without an interpreter, as in the Debian 13 folder, the tests that need the simulator do not run.
    static let isInstalled = python != nil

    let addresses: Addresses
    private let client = HTTPClient(progress: {})
    private let processID: pid_t

    init() throws {
        let python = PushSimulator.python ?? ""
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Trouble(words: "no pipe") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        // A worker thread's mask would keep SIGTERM from the child for good.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = [python, PushSimulator.program, "--with-parent"]
        var arguments = words.map { strdup($0) } + [nil]
        var process = pid_t()
        let failure = posix_spawn(&process, python, &actions, &attributes, &arguments, environ)
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
        arguments.forEach { free($0) }
        close(ends[1])
        defer { close(ends[0]) }
        guard failure == 0 else { throw Trouble(words: "cannot start \(python)") }
        processID = process
        addresses = try JSONDecoder().decode(Addresses.self, from: PushSimulator.readyLine(ends[0]))
    }

    deinit {
        client.stop()
        kill(processID, SIGTERM)
        var status: Int32 = 0
        waitpid(processID, &status, 0)
    }

    private static func readyLine(_ descriptor: Int32) throws -> Data {
        var line = Data()
        var byte: UInt8 = 0
        while line.count < 65_536, read(descriptor, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        guard line.starts(with: Data("ready ".utf8)) else {
            throw Trouble(words: "the simulator did not start")
        }
        return line.dropFirst(6)
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
        let request = HTTPRequest(url: "\(addresses.control)/_sim/\(path)", maximumBody: 64 << 20)
        return try JSONDecoder().decode(Body.self, from: try await client.send(request).body)
    }

    private func post(_ path: String, _ body: String) async throws -> [UInt8] {
        let url = "\(addresses.control)/_sim/\(path)"
        let reply = try await client.send(HTTPRequest(method: .post, url: url, body: body))
        guard reply.status == 200 else { throw Trouble(words: String(decoding: reply.body, as: UTF8.self)) }
        return Array(reply.body)
    }
}
