import CCurl
import FoundationEssentials
import Transfers
import WatchpostModel

/// The HTTP client of polling, of probes and of our own commands: a ``TransferLoop`` of its own.
final class HTTPClient: Sendable {
    private let loop: TransferLoop<SingleTransfers>
    /// Told when answers to requests with our credentials were made: those go to servers that proved who they are.
    private let heard: @Sendable (UnixTime) -> Void
    /// Told of every answer over TLS, which is verified: there is a network, and no portal in its way.
    private let answered: @Sendable () -> Void

    /// `progress`: called by the thread at least every ten seconds once something was asked.
    init(
        progress: @escaping @Sendable () -> Void,
        heard: @escaping @Sendable (UnixTime) -> Void = { _ in },
        answered: @escaping @Sendable () -> Void = {}
    ) {
        loop = TransferLoop(HTTPClient.policy) { SingleTransfers(progress: progress) }
        self.heard = heard
        self.answered = answered
    }

    /// libcurl's defaults, among them that TLS is verified, and that no redirect is followed.
    private static var policy: TransferPolicy {
        var policy = TransferPolicy(
            numbers: [(CURLOPT_TCP_NODELAY, 1)],
            texts: [(CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_ACCEPT_ENCODING, "gzip")]
        )
        policy.keepsHead = true
        return policy
    }

    /// Sends a request and waits for the whole answer; cancelling the task cancels the exchange.
    func send(_ request: HTTPRequest) async throws(HTTPFault) -> HTTPReply {
        let reply = try request.reply(await loop.send(request.transfer))
        if request.isVerified { answered() }
        if request.hasCredentials, request.tellsTime, let made = reply.made { heard(made) }
        return reply
    }

    /// Ends every exchange as cancelled and lets the thread end.
    func stop() {
        loop.close()
    }
}

extension HTTPRequest {
    fileprivate var transfer: TransferRequest {
        var transfer = TransferRequest(url: url, timeout: timeout, bodyLimit: maximumBody)
        transfer.fields = headers.map { "\($0.name): \($0.value)" }
        transfer.credentials = basicCredentials
        transfer.sink = sink
        transfer.body = method.sends(body).map { Array($0.utf8) }
        if method == .put || method == .delete { transfer.method = method.rawValue }
        return transfer
    }

    fileprivate func reply(_ end: TransferEnd) throws(HTTPFault) -> HTTPReply {
        switch end.cause {
        case .complete: return HTTPReply(status: end.status, headers: end.fields, body: end.body)
        case .bodyTooLong: throw .tooLarge(maximumBody)
        case .failed(CURLE_OPERATION_TIMEDOUT): throw .timeout(timeout)
        case .failed(CURLE_URL_MALFORMAT), .failed(CURLE_UNSUPPORTED_PROTOCOL), .unusable:
            throw .unusable(end.words)
        case .failed, .headTooLong, .tooManyInterim: throw .connection(end.words)
        case .cancelled, .closed: throw .cancelled
        }
    }
}

extension TransferEnd {
    /// The header fields by lower-case name, a hundred at most.
    fileprivate var fields: [String: String] {
        var fields: [String: String] = [:]
        for bytes in head.split(separator: UInt8(ascii: "\n")) {
            let line = String(decoding: bytes, as: UTF8.self)
            guard let colon = line.firstIndex(of: ":"), fields.count < 100 else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            fields[line[..<colon].lowercased()] = String(value.prefix { !$0.isNewline })
        }
        return fields
    }
}
