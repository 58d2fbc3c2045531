import Core
import Serving
import WatchpostModel

/// Looks for entries of watch lists that match no realm: once the names of a source are known, and once an hour after that.
///
/// Later runs find phones that can be reached by now, and realms that left the game.
actor WatchListInspector {
    private let store: DeviceStore
    private let disk: DiskErrorLog
    private let names: RealmNameCache
    private let now: @Sendable () -> Moment
    /// Some list was changed.
    private let changed: @Sendable () async -> Void
    private let log: @Sendable (String) -> Void
    private let published: AsyncStream<[SourceView]>
    private nonisolated let feed: AsyncStream<[SourceView]>.Continuation
    /// When a source was looked at last, and the flavours of a region.
    private var runs: [RealmFeed: Duration] = [:]
    private var flavourRuns: [Region: Duration] = [:]
    /// The flavour after which the next run of a region goes on; nil: with the first.
    private var flavourPlaces: [Region: String] = [:]

    private static let pause = Duration.seconds(3_600)
    /// How many strange flavours a run looks after: strangers can invent thousands, and each costs reads and perhaps a write.
    static let mostFlavours = 50

    init(
        store: DeviceStore,
        disk: DiskErrorLog,
        names: RealmNameCache,
        now: @escaping @Sendable () -> Moment,
        changed: @escaping @Sendable () async -> Void,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.store = store
        self.disk = disk
        self.names = names
        self.now = now
        self.changed = changed
        self.log = log
        (published, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// What is known of all realms, from any thread; costs nothing.
    nonisolated func saw(_ sources: [SourceView]) { feed.yield(sources) }

    /// The loop, until cancelled.
    func run() async {
        for await sources in published {
            for source in sources { await inspect(source) }
            for region in Set(sources.map(\.source.region)).sorted() {
                await inspectFlavours(of: region, sources)
            }
        }
    }

    /// Looks at the lists of a region, if it is its turn, for flavours that are misspelt or can be none; others may be polled
    /// later.
    ///
    /// Where there are very many the next run goes on.
    func inspectFlavours(of region: Region, _ sources: [SourceView]) async {
        let moment = now()
        guard let wall = moment.wall else { return }
        if let last = flavourRuns[region], moment.monotonic - last < WatchListInspector.pause { return }
        let polled = sources.filter { $0.source.region == region }.map(\.source.flavour.name)
        let told = Locked(0)
        do throws(Problem) {
            let (strange, last) = try await strangeFlavours(of: region, polled)
            for flavour in strange {
                try await perform(WatchListRepair(strange: flavour, in: region, at: wall)) { outcome in
                    told.withLock { $0 += outcome.told }
                }
            }
            flavourRuns[region] = moment.monotonic
            flavourPlaces[region] = last
        } catch {
            // It is in the log; the next publication tries again.
        }
        let count = told.withLock { $0 }
        guard count > 0 else { return }
        log("\(count) entries of watch lists name no flavour of \(region.rawValue); their phones are told")
    }

    /// The strange flavours of a run, and the one after which the next run goes on; nil: those were the last.
    private func strangeFlavours(of region: Region, _ polled: [String]) async throws(Problem) -> (
        [String], String?
    ) {
        var strange: [String] = []
        var last = flavourPlaces[region]
        repeat {
            let (store, after) = (store, last)
            let listed = try await disk.watch { () throws(SQLiteError) in
                try await store.flavours(onListsOf: region, after: after)
            }
            for flavour in listed where WatchListInspector.isStrange(flavour, among: polled) {
                strange.append(flavour)
                if strange.count == WatchListInspector.mostFlavours { return (strange, flavour) }
            }
            last = listed.last
        } while last != nil
        return (strange, nil)
    }

    /// What lists are refused for today.
    private static func isStrange(_ flavour: String, among polled: [String]) -> Bool {
        guard !polled.contains(flavour) else { return false }
        return GameFlavour(named: flavour) == nil || NearestName.of(flavour, among: polled) != nil
    }

    /// Looks at the lists for a source whose turn it is.
    func inspect(_ source: SourceView) async {
        let moment = now()
        // Only a source that answers proves that a realm is none.
        guard source.freshness.state == .fresh, !source.realms.isEmpty, let wall = moment.wall else { return }
        if let last = runs[source.source], moment.monotonic - last < WatchListInspector.pause { return }
        let names = names
        let repair = WatchListRepair(
            source.source,
            meaning: { names.meaning(of: $0, in: source) },
            name: { slug in source.index(ofSlug: slug).map { source.realms[$0].name.standard } ?? slug },
            at: wall
        )
        let done: @Sendable (WatchListRepair.Outcome) async -> Void = { [self] outcome in
            await report(outcome, source.source)
        }
        do throws(Problem) {
            try await perform(repair, done)
            runs[source.source] = moment.monotonic
        } catch {
            // It is in the log; the next publication tries again.
        }
    }

    private func perform(
        _ repair: WatchListRepair,
        _ done: @escaping @Sendable (WatchListRepair.Outcome) async -> Void
    ) async throws(Problem) {
        var last: String?
        repeat {
            let (store, after) = (store, last)
            last = try await disk.watch { () throws(SQLiteError) in
                try await store.repairLists(repair, after: after, done: done)
            }
        } while last != nil
    }

    private func report(_ outcome: WatchListRepair.Outcome, _ source: RealmFeed) async {
        if outcome.renamed > 0 {
            log(
                "\(outcome.renamed) entries of watch lists were names of realms of \(source); they watch them now"
            )
            await changed()
        }
        if outcome.told > 0 {
            log("\(outcome.told) entries of watch lists match no realm of \(source); their phones are told")
        }
    }
}
