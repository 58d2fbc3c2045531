import Core
import Glibc
import Serving
import SystemSupport
import WatchpostModel

/// The state that all features share, opened and read: what the appliance knows when it starts.
struct Stores: Sendable {
    private let lock: StateLock
    let state: Database
    /// The state folder: features have files of their own in it (`FeatureDatabase`).
    let directory: String
    let realms: RealmStore
    let notices: NoticeStore
    /// What paired phones changed about the settings.
    let phoneSettings: PhoneSettings
    /// Where it is noted which files of features there are.
    let files: KnownFiles
    /// Those that there were before this start.
    let known: Set<String>
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

    /// Opens or creates the state in `folder`; the error says what to do.
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
        let files = KnownFiles(database: state)
        let notices = NoticeStore(database: state, rules: rules, topics: topics)
        return Stores(
            lock: lock,
            state: state,
            directory: directory,
            realms: realms,
            notices: notices,
            phoneSettings: try await PhoneSettingStore(database: state).load(),
            files: files,
            known: try await files.names(),
            ownerKey: try OwnerKey.open(in: directory),
            box: try await notices.identity(),
            snapshot: snapshot,
            recentEvents: recent
        )
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

    /// Writes what waits and closes the state.
    func close() async {
        await state.close()
    }
}
