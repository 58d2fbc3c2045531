import Core
import Serving
import WatchpostModel

/// First pages of boards that many ask for, encoded ten times a second at most: the rest of the requests are answered from
/// memory.
///
/// Such an answer is two seconds old at most while its board is busy; `Cache-Control` lets an edge keep it as long.
final class FrontPages: Sendable {
    /// Which page.
    struct Key: Hashable, Sendable {
        let game: String
        let board: String
        let window: String
        let limit: Int
        /// Whatever else tells two of them apart.
        var look = ""
    }

    /// When somebody asks, and how often boards were changed by their owners until then.
    struct Moment: Hashable, Sendable {
        let wall: UnixTime
        let changes: UInt64
    }

    private struct Page {
        let snapshot: Snapshot
        let changes: UInt64
        /// When its window is over; nil: never.
        let until: UnixTime?
        /// When it was read; monotonic.
        let at: Duration
        /// Somebody reads it again since then.
        var renewing: Duration?
    }

    static let cacheControl = "public, max-age=2, stale-while-revalidate=30"
    /// How long a page is given out without anybody looking again.
    private static let fresh = Duration.milliseconds(100)
    /// How long one is given out while somebody looks again.
    private static let stale = Duration.seconds(2)
    /// About 20 kB each.
    private static let most = 64

    private let pages = Locked<[Key: Page]>([:])
    private let now: @Sendable () -> Duration

    /// `now`: a monotonic clock.
    init(now: @escaping @Sendable () -> Duration = { .milliseconds(CoarseClock.now()) }) {
        self.now = now
    }

    /// A page as it is kept; nil: the caller is to read it, and to keep it here.
    ///
    /// None is given out whose window is over, or whose board was changed since.
    func find(_ key: Key, at moment: Moment) -> Snapshot? {
        let now = now()
        return pages.withLock { pages in
            guard let page = pages[key], now - page.at < FrontPages.stale, page.changes == moment.changes,
                page.until.map({ moment.wall < $0 }) ?? true
            else { return nil }
            if now - page.at < FrontPages.fresh { return page.snapshot }
            if let renewing = page.renewing, now - renewing < FrontPages.stale { return page.snapshot }
            pages[key]?.renewing = now
            return nil
        }
    }

    /// `moment`: before it was read.
    func keep(_ snapshot: Snapshot, as key: Key, from moment: Moment, until: UnixTime?) {
        let now = now()
        pages.withLock { pages in
            pages[key] = Page(snapshot: snapshot, changes: moment.changes, until: until, at: now)
            guard pages.count > FrontPages.most else { return }
            pages = pages.filter { now - $0.value.at < FrontPages.stale }
            if pages.count > FrontPages.most, let oldest = pages.min(by: { $0.value.at < $1.value.at }) {
                pages[oldest.key] = nil
            }
        }
    }
}
