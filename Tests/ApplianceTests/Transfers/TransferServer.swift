import CCurl
import FoundationEssentials
import TestSupport

@testable import Transfers

/// `Tests/Simulators/transfers.py`, and loops to ask it with.
final class TransferServer: Sendable {
    /// What reached it.
    struct State: Decodable, Sendable {
        var asked, gone: [String: Int]
        var connections: Int
    }

    /// A request as it saw it.
    struct Echo: Decodable, Sendable {
        var method: String
        var fields: [String: String]
        var body: String
    }

    private struct Ports: Decodable {
        var port, hole: Int
    }

    /// `http://127.0.0.1:PORT`.
    let address: String
    /// The same where nobody takes connections, and nobody refuses them.
    let hole: String
    private let program: PythonProgram
    private let observer = TransferServer.loop()

    init() async throws {
        program = try await PythonProgram("Tests/Simulators/transfers.py")
        let ports = try JSONDecoder().decode(Ports.self, from: program.ready)
        (address, hole) = ("http://127.0.0.1:\(ports.port)", "http://127.0.0.1:\(ports.hole)")
    }

    deinit { observer.close() }

    /// `connections`: to one host at most; nil: as many as it takes.
    static func loop(
        connections: Int? = nil,
        grace: Duration = .zero,
        progress: @escaping @Sendable () -> Void = {}
    ) -> TransferLoop<SingleTransfers> {
        var policy = TransferPolicy(
            numbers: [],
            texts: [(CURLOPT_PROTOCOLS_STR, "http"), (CURLOPT_ACCEPT_ENCODING, "gzip")]
        )
        (policy.headLimit, policy.keepsHead) = (10_000, true)
        if let connections { policy.shared = [(CURLMOPT_MAX_HOST_CONNECTIONS, connections)] }
        return TransferLoop(policy, grace: grace) { SingleTransfers(progress: progress) }
    }

    /// `timeout` is far longer than any test: what ends before does so for another reason.
    func request(
        _ path: String,
        timeout: Duration = .seconds(300),
        bodyLimit: Int = 100_000
    ) -> TransferRequest {
        TransferRequest(url: address + path, timeout: timeout, bodyLimit: bodyLimit)
    }

    /// Asked by a loop of its own, whose requests count as well.
    func state() async throws -> State {
        try JSONDecoder().decode(State.self, from: await observer.send(request("/state")).body)
    }

    /// Lets `/gate` answer; whether it heard of it.
    func open() async -> Bool { await observer.send(request("/open")).status == 200 }

    /// Waits for a state.
    func becomes(_ isSo: (State) -> Bool) async throws -> Bool {
        try await becomesTrue { isSo(try await state()) }
    }
}
