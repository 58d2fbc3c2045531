import Foundation
import WatchpostModel

/// Who sends personal requests, and is somebody else at each appliance: a phone, or an installation of a game.
protocol Installation: Sendable {
    var transport: any HTTPTransport { get }
    /// Credentials, and which appliance was last met where.
    var store: PhoneStore { get }
    var files: FileQueue { get }
    var whereabouts: Whereabouts { get }
    /// Where the appliance is asked.
    var address: String { get }
    /// Milliseconds since 1970.
    var now: Int64 { get }

    /// What makes it known to an appliance.
    func registration() async throws(WatchpostError) -> PersonalRequest
    /// Takes the 2xx of a registration; throws `notWatchpost` where that is no answer of an appliance.
    func registered(
        _ reply: HTTPReply,
        as credential: PhoneCredential,
        at appliance: String
    ) async throws(WatchpostError)
    /// Sends a request of its own.
    func send(
        _ request: PersonalRequest,
        as credential: PhoneCredential
    ) async throws(WatchpostError) -> HTTPReply
}

extension Installation {
    /// Asks which appliance is there.
    func identify() async throws(WatchpostError) -> String {
        let reply = try await transport.send(HTTPRequest("GET", "/v1/about"))
        let about = try reply.body(AboutBody.self)
        let isID =
            about.id.utf8.count == 32
            && about.id.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        guard about.name == "watchpost", isID else { throw .notWatchpost(status: reply.status) }
        await whereabouts.found(about.id, at: now)
        let (appliance, address) = (about.id, self.address)
        // Without it the lists are not found until there is a connection again.
        try? await change { $0.meet(appliance, at: address) }
        return appliance
    }

    /// Which appliance is, or was last, at this address, by what is known here.
    func met() async -> String? {
        if let found = await whereabouts.last { return found }
        return await record().addresses[address]
    }
}
