import Foundation
import WatchpostClient

/// Answers by a closure, and notes what was asked.
actor ScriptedTransport: HTTPTransport {
    /// nil: no answer, until the task that asks is cancelled.
    typealias Script = @Sendable (HTTPRequest) -> Result<HTTPReply, WatchpostError>?

    private(set) var requests: [HTTPRequest] = []
    private let script: Script

    init(_ script: @escaping Script) {
        self.script = script
    }

    func send(_ request: HTTPRequest) async throws(WatchpostError) -> HTTPReply {
        requests.append(request)
        if let result = script(request) { return try result.get() }
        do { try await Task.sleep(nanoseconds: 3_600_000_000_000) } catch { throw .cancelled }
        throw .unreachable("an hour is over")
    }

    /// `GET /v1/hash` and so on, in order.
    var asked: [String] { requests.map { "\($0.method) \($0.path)" } }

    static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> HTTPReply {
        let type = status < 400 ? "application/json" : "application/problem+json"
        return HTTPReply(
            status: status,
            headers: headers.merging(["content-type": type]) { own, _ in own },
            body: Data(text.utf8)
        )
    }

    /// The appliance with an id of 32 times the same digit.
    static func about(_ digit: Character) -> HTTPReply {
        json(
            """
            {"name":"watchpost","id":"\(String(repeating: digit, count: 32))","version":"1","publicURL":null,
            "access":"local","webPush":null,"apns":null,"site":"http://box.local/"}
            """
        )
    }

    static func problem(_ status: Int, _ code: String?, headers: [String: String] = [:]) -> HTTPReply {
        let member = code.map { ",\"code\":\"\($0)\"" } ?? ""
        return json(
            "{\"type\":\"/problems/x\",\"title\":\"T\",\"status\":\(status),\"detail\":\"D\"\(member)}",
            status: status,
            headers: headers
        )
    }
}
