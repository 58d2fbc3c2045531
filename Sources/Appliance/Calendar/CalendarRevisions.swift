import Core
import Serving
import SystemSupport
import WatchpostModel

/// Which revision the published schedules are; asked once for each change of them, by whoever reads a calendar first.
final class CalendarRevisions: Sendable {
    private let store: CalendarRevisionStore
    private let disk: DiskErrorLog
    private let now: @Sendable () -> Moment
    private let latest = Locked<Known?>(nil)

    private struct Known {
        let schedules: RotationSchedules
        let doubtful: [String]
        let revision: CalendarRevision
    }

    init(store: CalendarRevisionStore, disk: DiskErrorLog, now: @escaping @Sendable () -> Moment) {
        self.store = store
        self.disk = disk
        self.now = now
    }

    /// The revision of what is published, if it was asked before; costs little.
    func known(_ snapshot: RotationSnapshot) -> CalendarRevision? {
        let doubtful = snapshot.doubtful
        return latest.withLock {
            $0.flatMap { $0.schedules == snapshot.schedules && $0.doubtful == doubtful ? $0.revision : nil }
        }
    }

    /// The same; what was not asked before is looked up in the store, and written where it is new.
    ///
    /// While the disk refuses, a number of this run counts: the next run has a higher one, and nobody shall be without maps
    /// for it, nor shall every stranger's question try to write.
    func revision(of rotations: PublishedRotations) async throws(Problem) -> CalendarRevision {
        let snapshot = rotations.snapshot
        if let known = known(snapshot) { return known }
        guard let wall = now().wall else {
            throw Problem(
                .unavailable,
                "the box's clock is not set yet; try again in a minute",
                retryAfter: 60
            )
        }
        // Entries of a mode that is doubted are others: what is certain becomes tentative.
        let doubtful = snapshot.doubtful
        let schedules = ScheduleListBody(rotations.list).hash
        let digest =
            doubtful.isEmpty
            ? schedules
            : SHA256Digest.hexadecimal(of: Array(([schedules] + doubtful).joined(separator: " ").utf8))
        let revision: CalendarRevision
        do throws(Problem) {
            revision = try await disk.watch { () throws(SQLiteError) in
                try await store.revision(of: digest, at: wall)
            }
        } catch {
            // Who has given up needs no number.
            guard !Task.isCancelled else { throw error }
            revision = CalendarRevision.following(latest.withLock { $0?.revision }, at: wall)
        }
        latest.withLock { $0 = Known(schedules: snapshot.schedules, doubtful: doubtful, revision: revision) }
        return revision
    }
}
