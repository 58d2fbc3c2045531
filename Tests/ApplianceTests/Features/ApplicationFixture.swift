import Core
import FoundationEssentials
import TestSupport
import WatchpostModel

@testable import Appliance
@testable import SystemSupport

/// A whole appliance in this process, with the demonstration's realms and phones, which asks nothing of the outside.
struct ApplicationFixture {
    let application: Application
    let stores: Stores
    let folder: String

    /// `further`: features beside ours; `settings`: lines of `[server]`; `prepare` is given the folder of the state before
    /// it is opened.
    init(
        _ further: [Feature] = [],
        settings: String = "",
        prepare: (String) async throws -> Void = { _ in }
    ) async throws {
        let text = "[server]\nlisten = \"127.0.0.1:0\"\n\(settings)\n"
        let configuration = try ConfigurationFixture.parse(text).demonstrating()
        let clock = SystemClock.system
        let log = Log.standardError(clock: clock, environment: [:])
        let liveness = LivenessRegistry(clock: clock)
        let features = (Feature.all + further).configured(by: configuration)
        let arguments = try Arguments(["run", "--demo"])
        try await prepare(configuration.state.directory)
        let opening = StoresOpening(
            configuration: configuration,
            features: features,
            arguments: arguments,
            clock: clock,
            liveness: liveness,
            log: log,
            manager: ServiceManager(environment: [:], processIdentifier: 1)
        )
        guard let stores = try await opening.run(InterruptiblePause()) else { throw CancellationError() }
        let inbox = NoticeInbox(box: stores.box)
        let demo = DemoNotices(clock: clock) { _ in }
        application = Application(
            configuration,
            arguments,
            stores,
            features,
            inbox: inbox,
            push: PushAdapters(demo, inbox: inbox, configuration.push),
            demo: demo,
            clock: clock,
            liveness: liveness,
            log: log
        )
        (self.stores, folder) = (stores, configuration.state.directory)
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

    /// Whether the panel comes to show a fault of a code, or no longer to show it.
    static func panel(_ port: UInt16, shows code: String, _ isWanted: Bool = true) async -> Bool {
        await becomesTrue {
            let panel = await RawClient.ask(port, "GET", "/v1/panel")
            return panel?.text.contains("\"code\":\"\(code)\"") == isWanted
        }
    }

    /// For one that is not run.
    func close() async {
        await stores.close()
        remove()
    }

    func remove() {
        // What stays goes with the temporary folder of the run.
        try? FileManager.default.removeItem(atPath: folder)
    }
}
