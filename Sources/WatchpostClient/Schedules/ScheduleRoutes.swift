import Foundation
import WatchpostModel

/// The appliance's routes for schedules and their hashes: the one place that knows them.
///
/// A box that tells no hash of its schedules (`schedules` of `/v1/hash`) is asked for its rotations instead: their hash
/// changes with every slot, which costs a fetch each time and no truth.
package struct ScheduleRoutes: Sendable {
    private let transport: any HTTPTransport

    package init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    /// `GET /v1/hash`.
    private struct Hashes: Decodable {
        /// Of `/v1/rotations`.
        var hash: String
        /// Of `/v1/schedules`.
        var schedules: String?
        var modes: [String: String]?
    }

    /// `GET /v1/schedules`.
    private struct Schedules: Decodable {
        struct Mode: Decodable {
            var mode: String
            var name: String
            var hash: String
            var schedules: [ScheduleBody]
        }

        var hash: String
        var source: String
        var modes: [Mode]
    }

    /// What the schedules hash to at this moment.
    package func hashes() async throws(WatchpostError) -> LiveHashes {
        let reply = try await transport.send(HTTPRequest("GET", "/v1/hash", limit: ScheduleRefresh.askLimit))
        let hashes = try reply.body(Hashes.self)
        let all = [hashes.schedules ?? hashes.hash] + (hashes.modes ?? [:]).values
        guard all.allSatisfy({ ScheduleRoutes.isHash($0, length: 64) }) else {
            throw .notWatchpost(status: reply.status)
        }
        guard let schedules = hashes.schedules, let modes = hashes.modes else {
            return LiveHashes(all: String(hashes.hash.prefix(ScheduleRoutes.tagLength)))
        }
        return LiveHashes(all: schedules, modes: modes)
    }

    /// The schedules, with the hashes that came in the same answer.
    package func schedules() async throws(WatchpostError) -> FetchedSchedules {
        let reply = try await get("/v1/schedules")
        if reply.status == 404, reply.problem != nil { return try await rotations() }
        let body = try reply.body(Schedules.self)
        let modes = body.modes.map {
            StoredSchedules.Mode(key: $0.mode, name: $0.name, hash: $0.hash, schedules: $0.schedules)
        }
        let hashes = [body.hash] + modes.map(\.hash)
        // Schedules that cannot be computed come from no appliance.
        guard hashes.allSatisfy({ ScheduleRoutes.isHash($0, length: 64) }),
            modes.allSatisfy({ $0.mode != nil })
        else { throw .notWatchpost(status: reply.status) }
        return FetchedSchedules(hash: body.hash, source: body.source, modes: modes)
    }

    /// The schedules in `/v1/rotations`, whose entity tag begins with the hash of that very body.
    private func rotations() async throws(WatchpostError) -> FetchedSchedules {
        let reply = try await get("/v1/rotations")
        let body = try reply.body(RotationListBody.self)
        guard let tag = reply.headers["etag"], let quote = tag.firstIndex(of: "\""),
            case let hash = String(tag[tag.index(after: quote)...].prefix(ScheduleRoutes.tagLength)),
            ScheduleRoutes.isHash(hash, length: ScheduleRoutes.tagLength)
        else { throw .notWatchpost(status: reply.status) }
        let modes = body.modes.map {
            StoredSchedules.Mode(key: $0.mode, name: $0.name, hash: hash, schedules: $0.schedules)
        }
        guard modes.allSatisfy({ $0.mode != nil }) else { throw .notWatchpost(status: reply.status) }
        return FetchedSchedules(hash: hash, source: body.source, modes: modes)
    }

    private func get(_ path: String) async throws(WatchpostError) -> HTTPReply {
        try await transport.send(HTTPRequest("GET", path, limit: ScheduleRefresh.fetchLimit))
    }

    /// Digits of a hash in an entity tag.
    private static let tagLength = 32

    /// Whether a text is so many lower-case hexadecimal digits.
    private static func isHash(_ text: String, length: Int) -> Bool {
        text.utf8.count == length
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
