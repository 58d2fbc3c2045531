import Core
import FoundationEssentials
import WatchpostModel

@testable import Appliance
@testable import SystemSupport

/// A whole appliance in this process, with the demonstration's realms and phones, which asks nothing of the outside.
struct ApplicationFixture {
    let application: Application
    let stores: Stores
    let folder: String
    private let log: Log

    /// `further`: features beside ours.
    init(_ further: [Feature] = []) async throws {
        let configuration = try ConfigurationFixture.parse("[server]\nlisten = \"127.0.0.1:0\"\n")
            .demonstrating()
        let clock = SystemClock.system
        let log = Log.standardError(clock: clock, environment: [:])
        let liveness = LivenessRegistry(clock: clock)
        let features = Feature.all + further
        let stores = try await Stores.open(
            in: StateFolder(path: configuration.state.directory, files: features.files),
            tables: features.tables,
            topics: features.topics,
            announcing: features.announcing,
            groupWait: .seconds(1),
            now: clock.now(),
            liveness: liveness,
            log: log
        )
        let inbox = NoticeInbox(box: stores.box)
        let demo = DemoNotices(clock: clock) { _ in }
        application = Application(
            configuration,
            try Arguments(["run", "--demo"]),
            stores,
            features: features,
            inbox: inbox,
            push: PushAdapters(demo, inbox: inbox, configuration.push),
            demo: demo,
            clock: clock,
            liveness: liveness,
            log: log
        )
        (self.stores, self.log, folder) = (stores, log, configuration.state.directory)
    }

    /// Serves and runs while `body` works, then ends in order; the address's port goes to `body`.
    func run(_ body: (UInt16) async throws -> Void) async throws {
        let url = try await application.open()
        let manager = ServiceManager(environment: [:], processIdentifier: 1)
        let application = application
        let work = Task { await application.run(manager, url: url) }
        do {
            try await body(UInt16(url.split(separator: ":").last ?? "") ?? 0)
        } catch {
            await application.close(work)
            throw error
        }
        await application.close(work)
    }

    /// For one that is not run.
    func close() async {
        await stores.close(at: SystemClock.system.now(), log: log)
        remove()
    }

    func remove() {
        // What stays lies in /tmp until the next start of the machine.
        try? FileManager.default.removeItem(atPath: folder)
    }
}
