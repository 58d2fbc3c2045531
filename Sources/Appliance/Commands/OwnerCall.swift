import Core
import JSONReading
import Serving
import SystemSupport
import WatchpostModel

/// How our own commands ask the running appliance for what only its owner may.
///
/// Who may read the owner's key in the state folder may administer the box anyway.
struct OwnerCall {
    let configuration: Configuration
    let folder: StateFolder

    /// Asks, and reads an answer with one of `statuses`; a refusal is thrown in the appliance's own words.
    ///
    /// `wish` completes "the appliance …": `gives no code`. `bytes`: of the longest answer that is read.
    /// `time`: for all of it. `unsure`: what to say where the request may have been carried out, and its answer was lost.
    func ask<Body: Decodable>(
        _ type: Body.Type,
        _ method: HTTPRequest.Method,
        _ path: String,
        body: String? = nil,
        wanting status: Int,
        wish: String,
        atMost bytes: Int = 16 << 10,
        within time: Duration = .seconds(5),
        unsure: String? = nil
    ) async throws(OwnerCallError) -> Body {
        let reply = try await send(method, path, body, atMost: bytes, within: time, unsure: unsure)
        guard reply.status == status, let answer = OwnerCall.read(type, reply) else {
            let problem = OwnerCall.read(ProblemBody.self, reply)
            let reason = problem.map { ConsoleText.line($0.detail) } ?? "HTTP \(reply.status)"
            throw OwnerCallError(words: "the appliance at \(address) \(wish): \(reason)")
        }
        return answer
    }

    /// An answer of the appliance, or of whatever else listens there; nil when it is something else.
    static func read<Body: Decodable>(_ type: Body.Type, _ reply: HTTPReply) -> Body? {
        try? JSONElement(parsing: reply.body, limits: .document).decode(type)
    }

    private var address: String { OwnAddress.loopback(configuration) }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String?,
        atMost bytes: Int,
        within time: Duration,
        unsure: String?
    ) async throws(OwnerCallError) -> HTTPReply {
        let key = try ownerKey()
        let client = HTTPClient(progress: {})
        defer { client.stop() }
        var request = HTTPRequest(
            method: method,
            url: address + path,
            headers: [("Authorization", "Bearer \(key.exposed)")],
            body: body,
            timeout: time,
            maximumBody: bytes
        )
        if body != nil { request.headers.append(("Content-Type", JSONBody.type)) }
        do {
            return try await client.send(request)
        } catch {
            if let unsure, error.mayHaveBeenHeard {
                throw OwnerCallError(words: "the appliance at \(address) did not answer: \(error). \(unsure)")
            }
            throw OwnerCallError(
                words: "no appliance answers at \(address): \(error); try: systemctl status watchpost"
            )
        }
    }

    private func ownerKey() throws(OwnerCallError) -> Secret {
        let path = OwnerKey.path(in: folder.path)
        do throws(FileError) {
            return try SecretFile.read(path).secret
        } catch {
            throw OwnerCallError(
                words:
                    "cannot read \(path): \(error.reason); run this as root (sudo) on the appliance, which has to be "
                    + "running, and with its own --config"
            )
        }
    }
}

/// Why there is no answer, for the person at the terminal.
struct OwnerCallError: Error {
    var words: String
}

extension HTTPFault {
    /// Whether the far side may have had the whole request, and done what it asks for.
    fileprivate var mayHaveBeenHeard: Bool {
        switch self {
        case .timeout, .tooLarge: true
        // "Could not connect to server" is the one kind in which nothing was sent.
        case .connection(let reason): !reason.lowercased().contains("connect")
        case .unusable, .cancelled: false
        }
    }
}
