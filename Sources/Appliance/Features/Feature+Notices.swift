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
    static func notices(_ dispatcher: NoticeDispatcher, push: PushAdapters, _ platform: Platform) -> Feature {
        let panel = platform.panel
        let recovery = PushRecovery(parts: push.recoverable, log: platform.log) {
            panel.submit(.fault(code: $0, $1))
        }
        let adapters = push.all
        return Feature(
            name: "notices",
            loops: [{ await dispatcher.run() }, { await recovery.run() }],
            close: { for adapter in adapters { adapter.stop() } }
        )
    }
}
