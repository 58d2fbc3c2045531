import Core
import Serving
import SystemSupport
import WatchpostModel

/// What the API publishes of a rotation snapshot.
extension PublishedRotations {
    init(_ snapshot: RotationSnapshot) {
        // The encoder only fails for numbers that are not finite, and a schedule has none.
        let bodies = try? snapshot.mapTimer(sha256: { SHA256Digest.hexadecimal(of: $0) })
        self.init(
            snapshot,
            list: snapshot.list,
            legacy: bodies.map(PublishedRotations.byPath) ?? [:],
            legacyAbsence: bodies?.absence
        ) { modes, hours in
            do throws(TimelineRefusal) {
                return try snapshot.timeline(modes: modes, hours: hours)
            } catch {
                // The route has checked modes and hours against the very same list.
                preconditionFailure("a checked timeline was refused: \(error)")
            }
        }
    }

    /// The Map Timer app's bodies by path; what it could not decode is left out, and answered with 404.
    private static func byPath(_ bodies: MapTimerBodies) -> [String: [UInt8]] {
        var legacy = [
            "/hash": Array(bodies.hash.utf8), "/ltm/schedule": bodies.ltmSchedule,
            "/ltm/current": bodies.ltmCurrent,
        ]
        legacy["/pubs/schedule"] = bodies.pubsSchedule
        legacy["/ranked/schedule"] = bodies.rankedSchedule
        legacy["/pubs/current"] = bodies.pubsCurrent
        legacy["/ranked/current"] = bodies.rankedCurrent
        return legacy
    }
}
