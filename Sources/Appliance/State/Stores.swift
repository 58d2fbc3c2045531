import Core
import Display
import Glibc
import Serving
import SystemSupport
import WatchpostModel

/// The databases of the state directory, opened and read: what the appliance knows when it starts.
struct Stores: Sendable {
    private let lock: StateLock
    let state: Database
    let history: FeatureDatabase
    let realms: RealmStore
    let past: History
    let notices: NoticeStore
    /// What paired phones changed about the settings.
    let phoneSettings: PhoneSettings
    /// For our own commands.
    let ownerKey: OwnerKey
    /// Part of the id of every notice.
    let box: UInt64
    /// What was announced before the restart.
    let snapshot: RealmSnapshot
    /// The newest events, for readers who come back after the restart.
    let recentEvents: [StoredEvent]

    /// How many events are held ready for readers who come back.
    private static let remembered: Int64 = 400

    /// Opens or creates the databases in `folder`; the error says what to do.
    ///
    /// The order is part of the promise: the owner key is made when the state is on the disk, names of files included, so
    /// that a key without a state is a loss and never a first start that was cut off. `tables`, `topics`, `announcing`: those
    /// of all features.
    /// `beginsAnew` takes such a loss, or a damaged state, as its owner's wish.
    static func open(
        in folder: StateFolder,
        tables: StateTables,
        topics: NoticeTopics,
        announcing: [any AnnouncementParticipant],
        groupWait: Duration,
        beginsAnew: Bool = false,
        now: Moment,
        liveness: LivenessRegistry,
        log: Log
    ) async throws -> Stores {
        let directory = folder.path
        try make(directory)
        let lock = try StateLock(directory: directory)
        for aside in try StagedRestore.finishAll(in: folder) {
            log.notice("finished a restore that was interrupted: what was there before is in \(aside)")
        }
        let opening = StateOpening(
            directory: directory,
            file: .state(tables),
            beginsAnew: beginsAnew,
            now: now.wall
        )
        let state = try await opening.run { log.notice($0) }
        let realms = RealmStore(database: state, participants: announcing)
        let snapshot = try await realms.load()
        var recent: [StoredEvent] = []
        if case .events(let events) = try await realms.replay(after: max(0, snapshot.lastEvent - remembered))
        {
            recent = events
        }
        var rules = NoticePolicy()
        rules.groupWait = groupWait.components.seconds
        let notices = NoticeStore(database: state, rules: rules, topics: topics)
        let history = FeatureDatabase(
            .history,
            in: directory,
            observer: observer("history", liveness),
            log: log
        )
        let stores = Stores(
            lock: lock,
            state: state,
            history: history,
            realms: realms,
            past: History(at: now),
            notices: notices,
            phoneSettings: try await PhoneSettingStore(database: state).load(),
            ownerKey: try OwnerKey.open(in: directory),
            box: try await notices.identity(),
            snapshot: snapshot,
            recentEvents: recent
        )
        // Whoever keeps the history says why it cannot be kept, and tries again.
        _ = await stores.openHistory(at: now)
        return stores
    }

    /// Opens the history, unless it is open; the fault while it cannot be kept, and what it held is not known.
    func openHistory(at now: Moment) async -> PanelFault? {
        await history.open(at: now.wall) { database throws(SQLiteError) in
            try await past.keep(in: database, lastEvent: snapshot.lastEventAt)
        }
    }

    private static func make(_ directory: String) throws(StartFailure) {
        let code = mkdir(directory, 0o700) == 0 ? 0 : errno
        guard code == 0 || code == EEXIST else {
            throw StartFailure(
                "cannot make the state directory \(directory): \(String(cString: strerror(code)))",
                code: code
            )
        }
    }

    /// Writes what waits and closes all.
    func close(at now: Moment, log: Log) async {
        do {
            try await past.stop(at: now)
        } catch {
            log.error("the last minutes of history could not be stored: \(error)")
        }
        await history.close()
        await state.close()
    }

    /// A job that takes longer than this hangs in the disk.
    private static let jobBudget = Duration.seconds(20)

    private static func observer(_ name: String, _ liveness: LivenessRegistry) -> Database.Observer {
        Database.Observer(
            onBegin: { _ in liveness.expect(name, within: jobBudget) },
            onEnd: { _ in liveness.rest(name) }
        )
    }
}
