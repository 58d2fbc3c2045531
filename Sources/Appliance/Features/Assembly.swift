import Core

/// What features are made of: the platform, and those parts of one feature that others talk to.
struct Assembly: Sendable {
    let platform: Platform
    /// Announces what was decided.
    let announcer: Announcer
    let notices: NoticeDispatcher
    let push: PushAdapters
    let services: DeviceServices
    /// As the last run announced it.
    let monitor: RealmMonitor
    /// What the demonstration's phones are sent instead of pushes.
    let demo: DemoNotices?

    /// `features`: those whose parts these are.
    init(
        _ platform: Platform,
        _ features: [Feature],
        monitor: RealmMonitor,
        inbox: NoticeInbox,
        push: PushAdapters,
        demo: DemoNotices?
    ) {
        self.platform = platform
        self.monitor = monitor
        self.push = push
        self.demo = demo
        notices = NoticeDispatcher(platform, push: push, inbox: inbox)
        announcer = Announcer(platform, notices: notices)
        services = DeviceServices(platform, features, notices: notices, push: push)
    }
}
