import Core
import Display
import FoundationEssentials
import Glibc
import SystemSupport
import WatchpostModel

/// The appliance, put together: facts come in on the left, pass the rules, and leave on the right.
struct ApplianceProcess: Sendable {
    let configuration: Configuration
    let arguments: Arguments
    let signals: StopSignals
    let clock = SystemClock.system

    /// Runs until a stop signal; the process's exit code.
    func run() async -> Int32 {
        let environment = Environment.all
        guard let log = log(environment) else { return 73 }
        for warning in configuration.warnings {
            log.notice(warning.line(file: arguments.configuration ?? "settings"))
        }
        do {
            try await serve(log, ServiceManager(environment: environment, processIdentifier: getpid()))
            return 0
        } catch {
            log.error("watchpost cannot start: \(error)")
            if arguments.logFile != nil { Console.error("watchpost cannot start: \(error)") }
            return (error as? DatabaseError)?.exitCode ?? 1
        }
    }

    private func log(_ environment: [String: String]) -> Log? {
        guard let path = arguments.logFile else {
            return .standardError(clock: clock, environment: environment)
        }
        if let log = Log.file(path, clock: clock) { return log }
        Console.error("cannot write the log file \(path): \(String(cString: strerror(errno)))")
        return nil
    }

    private func serve(_ log: Log, _ manager: ServiceManager) async throws {
        let configuration = arguments.demonstrates ? try configuration.demonstrating() : configuration
        let features = Feature.all.configured(by: configuration)
        let liveness = LivenessRegistry(clock: clock)
        let pause = InterruptiblePause()
        let stop = Task {
            let signal = await signals.first()
            pause.end()
            return signal
        }
        let opening = StoresOpening(
            configuration: configuration,
            features: features,
            arguments: arguments,
            clock: clock,
            liveness: liveness,
            log: log,
            manager: manager
        )
        guard let stores = try await opening.run(pause) else { return }
        let inbox = NoticeInbox(box: stores.box)
        let demo = arguments.demonstrates ? DemoNotices(clock: clock) { log.notice($0) } : nil
        let push = adapters(configuration, demo, inbox, liveness, log)
        let application = Application(
            configuration,
            arguments,
            stores,
            features,
            inbox: inbox,
            push: push,
            demo: demo,
            clock: clock,
            liveness: liveness,
            log: log
        )
        let url = try await application.open()
        Console.print("ready \(url)")
        if configuration.isDemonstration {
            Console.print("the app: \(url)\(url.hasSuffix("/") ? "" : "/")app")
        }
        manager.ready(status: "serving at \(url)")
        let work = Task { await application.run(manager, url: url) }
        let signal = await stop.value
        manager.stopping()
        log.notice("stopping on signal \(signal)")
        await application.close(work)
        // The demonstration's own folder; what cannot be removed lies in /tmp until the next start of the machine.
        if configuration.isDemonstration {
            try? FileManager.default.removeItem(atPath: configuration.state.directory)
        }
    }
}

extension ApplianceProcess {
    /// Every way to phones: the demonstration's own, or those that the settings name.
    private func adapters(
        _ configuration: Configuration,
        _ demo: DemoNotices?,
        _ inbox: NoticeInbox,
        _ liveness: LivenessRegistry,
        _ log: Log
    ) -> PushAdapters {
        if let demo { return PushAdapters(demo, inbox: inbox, configuration.push) }
        return PushAdapters(
            configuration,
            clock: clock,
            liveness: liveness,
            log: log,
            answers: { inbox.answer($0) }
        )
    }
}

extension DatabaseError {
    /// EX_DATAERR of sysexits.h: only a person can repair the state, and the unit does not start the service again.
    static let needsPerson: Int32 = 65

    /// How a service ends that could not open its databases.
    var exitCode: Int32 {
        switch self {
        case .newerRelease, .damaged, .lost: DatabaseError.needsPerson
        case .refused, .notSetAside: 1
        }
    }
}

/// The process's environment as a value.
enum Environment {
    static var all: [String: String] {
        var variables: [String: String] = [:]
        var pointer = environ
        while let entry = pointer.pointee {
            let parts = String(cString: entry).split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            pointer += 1
        }
        return variables
    }
}
