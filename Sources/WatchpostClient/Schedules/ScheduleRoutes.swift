import Foundation
import WatchpostModel

/// The appliance's routes for schedules and their hashes: the one place that knows them.
package struct ScheduleRoutes: Sendable {
    private let transport: any HTTPTransport

    package init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    /// `GET /v1/hash`.
    private struct Hashes: Decodable {
        var schedules: String
        var modes: [String: String]
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
        guard ([hashes.schedules] + hashes.modes.values).allSatisfy(ScheduleRoutes.isHash) else {
            throw .notWatchpost(status: reply.status)
        }
        return LiveHashes(all: hashes.schedules, modes: hashes.modes)
    }

    /// The schedules, with the hashes that stand in the same body.
    package func schedules() async throws(WatchpostError) -> FetchedSchedules {
        let reply = try await transport.send(
            HTTPRequest("GET", "/v1/schedules", limit: ScheduleRefresh.fetchLimit)
        )
        let body = try reply.body(Schedules.self)
        let modes = body.modes.map {
            StoredSchedules.Mode(key: $0.mode, name: $0.name, hash: $0.hash, schedules: $0.schedules)
        }
        let hashes = [body.hash] + modes.map(\.hash)
        // Schedules that cannot be computed come from no appliance.
        guard hashes.allSatisfy(ScheduleRoutes.isHash), modes.allSatisfy({ $0.mode != nil }) else {
            throw .notWatchpost(status: reply.status)
        }
        return FetchedSchedules(hash: body.hash, source: body.source, modes: modes)
    }

    /// Whether a text is a SHA-256: 64 lower-case hexadecimal digits.
    private static func isHash(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
