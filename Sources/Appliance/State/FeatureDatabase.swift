import Core
import Display
import SystemSupport
import WatchpostModel

/// The database of one feature, without which the box goes on: a file that cannot be used closes that feature alone, the
/// panel says so, and it is tried again.
///
/// The feature makes it and names it in its `RunningFeature`; the application opens it before the first request, looks
/// after it while the loops run, and closes it after them. Each of these calls is made by one task at a time.
final class FeatureDatabase: Sendable {
    /// Where it stands in the box.
    struct Surroundings: Sendable {
        /// The state folder.
        let directory: String
        /// Where it is noted that a file is there.
        let files: KnownFiles
        /// Those that were there before this start.
        let known: Set<String>
        let clock: SystemClock
        let liveness: LivenessRegistry
        let log: Log
        /// Shows a fault of a code, or that it is over.
        let show: @Sendable (_ code: String, PanelFault?) -> Void
    }

    private let file: StateFile
    private let box: Surroundings
    private let use: DatabaseUse
    /// Between two looks.
    private let pause: Duration
    private let opened = Locked<Database?>(nil)
    /// Whether `state.db` says that the file is there; a file that nobody misses needs no such word.
    private let isNoted: Locked<Bool>

    /// A job that takes longer than this hangs in the disk.
    private static let jobBudget = Duration.seconds(20)

    init(
        _ file: StateFile,
        in box: Surroundings,
        pause: Duration = .seconds(15),
        use: DatabaseUse = DatabaseUse()
    ) {
        self.file = file
        self.box = box
        self.pause = pause
        self.use = use
        isNoted = Locked(!file.isMissed || box.known.contains(file.name))
    }

    /// Nil while the feature is closed.
    var database: Database? { opened.withLock { $0 } }

    /// Opens the file, unless it is open; the fault while it is closed.
    @discardableResult
    func open() async -> PanelFault? {
        guard database == nil else { return nil }
        do throws(DatabaseError) {
            let (database, report) = try await Database.open(
                file.file(in: box.directory, isExpected: file.isMissed && isNoted.withLock { $0 }),
                migrations: file.tables.migrations,
                now: box.clock.now().wall,
                observer: observer
            )
            if let aside = report.setAside {
                box.log.error("\(file.name) was damaged: it is kept as \(aside), a new one begins")
            }
            do throws(SQLiteError) {
                try await use.open(database)
            } catch {
                await database.close()
                return fault(error.message)
            }
            opened.withLock { $0 = database }
            await note()
            return nil
        } catch {
            return fault(error.words)
        }
    }

    /// Notes once that the file is there; what goes wrong with that is the fault of `state.db`, and tried again.
    private func note() async {
        guard database != nil, !isNoted.withLock({ $0 }) else { return }
        let directory = box.directory
        let isDurable = await BlockingCall.run { () -> Bool in
            do throws(SystemRefusal) {
                // What is noted must be there after a power cut, too.
                try DurableFile.sync(directory)
                return true
            } catch {
                return false
            }
        }
        guard isDurable else { return }
        do throws(SQLiteError) {
            try await box.files.add(file.name)
            isNoted.withLock { $0 = true }
        } catch {
            return
        }
    }

    /// Opens it as soon as that can be, stores what is due, and tells the panel and the log of whatever prevents that,
    /// until cancelled.
    func keep() async {
        var watch = FileWatch()
        while !Task.isCancelled {
            let trouble = await trouble()
            // What is due was told to stop between two steps: that is no fault of the file.
            guard !Task.isCancelled else { return }
            switch watch.look(trouble, provedCommits: database?.provedCommits) {
            case .nothing: break
            case .began(let fault):
                box.log.error("\(file.name) is not stored (\(fault.code)): \(fault.words); trying again")
                box.show(fault.code, fault)
            case .changed(let fault): box.show(fault.code, fault)
            case .ended:
                box.log.notice("\(file.name) is stored again")
                box.show(file.fault, nil)
            }
            try? await Task.sleep(for: pause)  // Cancellation is seen by the loop.
        }
    }

    /// Why the file cannot be used, or what is due cannot be stored.
    private func trouble() async -> PanelFault? {
        let closed = await open()
        await note()
        do throws(SQLiteError) {
            try await use.tick(box.clock.now())
            return closed
        } catch {
            return closed ?? fault(error.message)
        }
    }

    /// Lamps promise nothing of it.
    private func fault(_ words: String) -> PanelFault {
        PanelFault(code: file.fault, words: "\(file.name): \(words)", isOfTheBox: false, isForLamps: false)
    }

    /// Stores the rest and closes it, if it is open.
    func close() async {
        do throws(SQLiteError) {
            try await use.end(box.clock.now())
        } catch {
            box.log.error("the last of \(file.name) could not be stored: \(error)")
        }
        await database?.close()
    }

    private var observer: Database.Observer {
        let (name, liveness) = (file.name, box.liveness)
        return Database.Observer(
            onBegin: { _ in liveness.expect(name, within: FeatureDatabase.jobBudget) },
            onEnd: { _ in liveness.rest(name) }
        )
    }
}

/// When somebody is told that a file refuses, and that it no longer does.
struct FileWatch: Hashable, Sendable {
    enum Effect: Hashable, Sendable {
        case nothing
        case began(PanelFault)
        /// Another reason.
        case changed(PanelFault)
        case ended
    }

    private var told: PanelFault?
    /// How many commits had proved the file when it refused: a look with nothing to store proves nothing.
    private var failingSince: Int?

    /// `fault`: what a look has found; `provedCommits` of the database, nil while it is closed.
    mutating func look(_ fault: PanelFault?, provedCommits: Int?) -> Effect {
        guard let fault else {
            guard told != nil, failingSince.map({ (provedCommits ?? 0) > $0 }) ?? true else {
                return .nothing
            }
            told = nil
            return .ended
        }
        let before = told
        told = fault
        failingSince = provedCommits
        guard let before else { return .began(fault) }
        return before == fault ? .nothing : .changed(fault)
    }
}
