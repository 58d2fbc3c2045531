import Core

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
            log: platform.log
        )
    }
}

extension Feature {
    /// Notices to phones, and the repair of push channels whose keys cannot be used.
    static let notices = Feature(
        name: "notices",
        tables: NoticeTables.tables,
        participants: { [NoticeTables.participant($0)] },
        announcing: NoticeTables.announcing,
        openAPI: PackageResources.notices_json,
        calls: { DeviceNoticeRoutes(services: $0).routes + DeadNoticeRoutes(services: $0).routes },
        start: { parts in
            let (dispatcher, panel, adapters) = (parts.notices, parts.platform.panel, parts.push.all)
            let recovery = PushRecovery(parts: parts.push.recoverable, log: parts.platform.log) {
                panel.submit(.fault(code: $0, $1))
            }
            return RunningFeature(
                loops: [{ await dispatcher.run() }, { await recovery.run() }],
                close: { for adapter in adapters { adapter.stop() } }
            )
        }
    )
}
