import Core
import Glibc
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
        // 202: it goes on, and the answer says so.
        guard reply.status == status || reply.status == 202, let answer = OwnerCall.read(type, reply) else {
            throw refusal(reply, wish)
        }
        return answer
    }

    /// The same of something that is answered by nothing but that it is done.
    func done(
        _ method: HTTPRequest.Method,
        _ path: String,
        body: String? = nil,
        wish: String
    ) async throws(OwnerCallError) {
        let reply = try await send(method, path, body, atMost: 16 << 10, within: .seconds(5), unsure: nil)
        guard reply.status == 204 else { throw refusal(reply, wish) }
    }

    /// Writes an answer of any length into a file as it comes; `part`: what to say where it ends in the middle.
    func copy(
        _ path: String,
        to descriptor: Int32,
        wish: String,
        part: String
    ) async throws(OwnerCallError) {
        let failure = Locked<Int32?>(nil)
        let reply: HTTPReply
        do throws(OwnerCallError) {
            reply = try await send(
                .get,
                path,
                nil,
                atMost: 16 << 10,
                within: OwnerCall.longestCopy,
                unsure: part
            ) {
                guard let reason = OpenFile.write($0, to: descriptor) else { return true }
                failure.withLock { $0 = reason }
                return false
            }
        } catch {
            guard let reason = failure.withLock({ $0 }) else { throw error }
            throw OwnerCallError(words: "cannot write it: \(String(cString: strerror(reason))). \(part)")
        }
        guard reply.status == 200 else { throw refusal(reply, wish) }
    }

    /// As long as the appliance sends one.
    private static let longestCopy = Duration.seconds(3_600)

    private func refusal(_ reply: HTTPReply, _ wish: String) -> OwnerCallError {
        let problem = OwnerCall.read(ProblemBody.self, reply)
        let reason = problem.map { ConsoleText.line($0.detail) } ?? "HTTP \(reply.status)"
        return OwnerCallError(words: "the box at \(address) \(wish): \(reason)")
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
        unsure: String?,
        into sink: (@Sendable (UnsafeRawBufferPointer) -> Bool)? = nil
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
        request.sink = sink
        if body != nil { request.headers.append(("Content-Type", JSONBody.type)) }
        do {
            return try await client.send(request)
        } catch {
            if let unsure, error.mayHaveBeenHeard {
                throw OwnerCallError(words: "the box at \(address) did not answer: \(error). \(unsure)")
            }
            throw OwnerCallError(
                words: "no box answers at \(address): \(error); try: systemctl status watchpost"
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
                    "cannot read \(path): \(error.reason); run this as root (sudo) on the box, which has to be "
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
