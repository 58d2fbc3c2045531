import Core
import Push
import WatchpostModel

/// What the dispatcher is told from other threads, until it looks.
final class NoticeInbox: Sendable {
    /// Everything since the last look.
    struct News: Sendable {
        var answers: [PushAnswer] = []
        /// Committed changes by region.
        var changes: [Region: Int] = [:]
        var alertsChanged = false
        /// Somebody says that a row may be due.
        var mayBeDue = false
        /// Whether a source is fresh, the newest word on each.
        var freshness: [RealmFeed: Bool] = [:]
        /// The newest, when others came into force.
        var schedules: RotationSchedules?

        /// Push services answered, and nothing else happened.
        var isOnlyAnswers: Bool {
            !answers.isEmpty && changes.isEmpty && !alertsChanged && !mayBeDue && freshness.isEmpty
                && schedules == nil
        }
    }

    private struct Contents {
        var news = News()
        var ring: (@Sendable () -> Void)?
        /// What is known of realms, for their names.
        var views: [RealmFeed: SourceView] = [:]
    }

    /// Tells this appliance's notices from those of another: part of every id.
    let box: UInt64
    private let contents = Locked(Contents())

    init(box: UInt64) {
        self.box = box
    }

    /// Who is woken by answers, from the adapters' threads.
    func wake(_ ring: @escaping @Sendable () -> Void) {
        contents.withLock { $0.ring = ring }
    }

    /// The sink of every adapter.
    func answer(_ answers: [PushAnswer]) {
        let ring = contents.withLock { contents in
            contents.news.answers += answers
            return contents.ring
        }
        ring?()
    }

    func add(_ changes: [NoticeChange]) {
        contents.withLock { contents in
            for change in changes { contents.news.changes[change.region, default: 0] += 1 }
        }
    }

    func take(_ schedules: RotationSchedules) {
        contents.withLock { $0.news.schedules = schedules }
    }

    func see(_ sources: [SourceView]) {
        contents.withLock { contents in
            for view in sources { contents.views[view.source] = view }
            for view in sources { contents.news.freshness[view.source] = view.freshness.state == .fresh }
        }
    }

    /// What a realm is called for a phone of a locale, when that is not what it is called everywhere.
    func name(_ region: Region, _ realm: String, _ locale: String) -> String? {
        guard let wanted = GameLocale.of(phone: locale), let slash = realm.firstIndex(of: "/") else {
            return nil
        }
        let source = RealmFeed(region: region, flavour: GameFlavour(String(realm[..<slash])))
        let view = contents.withLock { $0.views[source] }
        return view?.name(ofSlug: String(realm[realm.index(after: slash)...]), in: wanted)
    }

    func alertsChanged() {
        contents.withLock { $0.news.alertsChanged = true }
    }

    /// Some row may be due now that nobody here knows of.
    func ring() {
        contents.withLock { $0.news.mayBeDue = true }
    }

    func take() -> News {
        contents.withLock { contents in
            defer { contents.news = News() }
            return contents.news
        }
    }

    /// Before the clock is set nothing can be done with it.
    func giveBack(_ news: News) {
        contents.withLock { contents in
            contents.news.answers = news.answers + contents.news.answers
            contents.news.changes.merge(news.changes) { $0 + $1 }
            contents.news.alertsChanged = contents.news.alertsChanged || news.alertsChanged
            contents.news.mayBeDue = contents.news.mayBeDue || news.mayBeDue
            contents.news.freshness.merge(news.freshness) { newer, _ in newer }
            contents.news.schedules = contents.news.schedules ?? news.schedules
        }
    }
}
