import Foundation
import WatchpostModel

/// How a game asks.
extension WatchpostGame {
    /// In the name of the player.
    func ask<Body: Decodable>(
        _ method: String,
        _ parts: [String],
        _ query: [(name: String, value: String?)] = [],
        fields: [String: String] = [:],
        body: Data? = nil
    ) async throws(WatchpostError) -> Body {
        try await answer(method, parts, query, fields: fields, body: body).reply.body(Body.self)
    }

    /// The same, with all that came.
    func answer(
        _ method: String,
        _ parts: [String],
        _ query: [(name: String, value: String?)] = [],
        fields: [String: String] = [:],
        body: Data? = nil
    ) async throws(WatchpostError) -> PersonalAnswer {
        var request = PersonalRequest(method, GamePath.of(parts, query), body: body)
        request.fields = fields
        return try await installation.call(request)
    }

    /// What everybody may read.
    func read<Body: Decodable>(
        _ parts: [String],
        _ query: [(name: String, value: String?)] = []
    ) async throws(WatchpostError) -> Body {
        let path = GamePath.of(parts, query)
        let fields = await installation.kept.fields(for: path)
        let reply = try await installation.transport.send(HTTPRequest("GET", path, fields: fields))
        return try await installation.kept.whole(reply, to: path).body(Body.self)
    }

    /// What the player alone may read, or reads otherwise than everybody does.
    func mine<Body: Decodable>(
        _ parts: [String],
        _ query: [(name: String, value: String?)] = []
    ) async throws(WatchpostError) -> Body {
        let path = GamePath.of(parts, query)
        let fields = await installation.kept.fields(for: path)
        let reply = try await answer("GET", parts, query, fields: fields).reply
        return try await installation.kept.whole(reply, to: path).body(Body.self)
    }

    /// JSON of a body.
    func encode(_ body: some Encodable) throws(WatchpostError) -> Data {
        try installation.encode(body)
    }

    /// What there is instead, where a request came too late; nil: the answer is another one.
    func conflict<Current: Codable & Hashable & Sendable>(
        _ reply: HTTPReply,
        _ type: Current.Type
    ) -> Current? {
        guard reply.status == 409 else { return nil }
        return (try? JSONDecoder().decode(ConflictBody<Current>.self, from: reply.body))?.current
    }
}
