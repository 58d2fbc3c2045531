import Core
import Push
import SystemSupport

extension NoticeDispatcher {
    /// The dispatcher of this box.
    init(_ platform: Platform, push: PushAdapters, inbox: NoticeInbox) {
        let settings = platform.settings
        self.init(
            store: platform.stores.notices,
            adapters: push.all,
            inbox: inbox,
            publicURL: platform.configuration.server.publicURL?.text,
            boxName: { settings.boxName },
            clock: platform.clock,
            liveness: platform.liveness,
            log: platform.log,
            fault: platform.diskFault(of: "notices")
        )
    }
}

extension Feature {
    /// Notices to phones, and the repair of push channels whose keys cannot be used.
    static let notices = Feature(
        name: "notices",
        tables: NoticeTables.tables,
        keptFiles: [.vapid],
        participants: { [NoticeTables.participant($0)] },
        announcing: NoticeTables.announcing,
        openAPI: [EmbeddedFiles.OpenAPI.notices],
        calls: { DeviceNoticeRoutes(services: $0).routes + DeadNoticeRoutes(services: $0).routes },
        start: startNotices
    )

    /// A function, because Swift 6.0 sees no suspension in closures within a closure.
    private static func startNotices(_ parts: Assembly) -> RunningFeature {
        let (dispatcher, panel, adapters) = (parts.notices, parts.platform.panel, parts.push.all)
        let recovery = PushRecovery(parts: parts.push.recoverable, log: parts.platform.log) {
            panel.submit(.fault(code: $0, $1))
        }
        return RunningFeature(
            loops: [{ await dispatcher.run() }, { await recovery.run() }],
            close: {
                // A thread is waited for.
                await BlockingCall.run { for adapter in adapters { adapter.stop() } }
            }
        )
    }
}

extension KeptFile {
    /// By it every browser knows the appliance.
    static let vapid = KeptFile(
        VAPIDKeyFile.name,
        refusal:
            "is not a key pair and was left out: without one of its own this box makes a new one, and browsers "
            + "have to switch notifications on again",
        isSound: { path in
            do throws(PushKeyError) {
                return try VAPIDKeyFile.read(path) != nil
            } catch {
                return false
            }
        }
    )
}
