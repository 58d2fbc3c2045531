import Core
import Push
import Serving
import SystemSupport
import WatchpostModel

/// A push service that sends nothing and tells what it would have sent; it refuses the addresses that a real one would.
struct DemoPush: PushAdapter {
    let channel: String
    let parallelism = 100
    private let settings: any PushChannel
    private let notices: DemoNotices
    private let inbox: NoticeInbox

    init(_ settings: any PushChannel, notices: DemoNotices, inbox: NoticeInbox) {
        channel = type(of: settings).name
        self.settings = settings
        self.notices = notices
        self.inbox = inbox
    }

    func address(registering json: [UInt8], atMilliseconds: Int64) throws(PushAddressRefusal) -> DeviceAddress
    {
        try settings.address(registering: json, atMilliseconds: atMilliseconds)
    }

    func introduce(_ about: inout AboutBody) { type(of: settings).demonstrate(&about) }

    func send(_ deliveries: [PushDelivery]) {
        notices.add(deliveries)
        inbox.answer(deliveries.map { PushAnswer(ticket: $0.ticket, outcome: .accepted) })
    }

    func stop() {}
}

/// The newest notices that would have been sent, for people to read.
final class DemoNotices: Sendable {
    /// One notice as it would have left.
    struct Entry: Codable, Hashable, Sendable {
        var at: UnixTime
        var channel: String
        /// What the phone registered.
        var address: String
        var title: String
        var body: String
        var link: String
        var thread: String
        var collapseID: String
        var expiresAt: UnixTime
    }

    /// What `GET /demo/notices` answers, oldest first.
    struct Body: Codable, Sendable {
        var notices: [Entry]
    }

    private let entries = Locked<[Entry]>([])
    private let clock: SystemClock
    private let say: @Sendable (String) -> Void

    private static let most = 1_000

    /// `say` gets one line for each notice.
    init(clock: SystemClock, say: @escaping @Sendable (String) -> Void) {
        self.clock = clock
        self.say = say
    }

    /// `GET /demo/notices`.
    var routes: [Route] {
        [Route(.get, "/demo/notices", .anybody, .bare) { _ async throws(Problem) in Reply(self.body) }]
    }

    var body: Body { Body(notices: entries.withLock { $0 }) }

    func add(_ deliveries: [PushDelivery]) {
        let now = clock.now().wall ?? UnixTime(seconds: 0)
        let new = deliveries.map { delivery in
            Entry(
                at: now,
                channel: delivery.address.channel,
                address: delivery.address.text,
                title: delivery.message.notice.title,
                body: delivery.message.notice.body,
                link: delivery.message.notice.link,
                thread: delivery.message.notice.thread,
                collapseID: delivery.message.notice.collapseID,
                expiresAt: delivery.message.notice.expiresAt
            )
        }
        entries.withLock { $0 = ($0 + new).suffix(DemoNotices.most) }
        for entry in new {
            say("would send by \(entry.channel): \(entry.title) (\(entry.body)) \(entry.link)")
        }
    }
}

extension PushAdapters {
    /// Those of the demonstration, which send nothing.
    init(_ demo: DemoNotices, inbox: NoticeInbox, _ push: PushSection) {
        all = PushChannels.all.map { kind in
            let named = push.channels.first { type(of: $0) == kind }
            return DemoPush(named ?? kind.demonstration, notices: demo, inbox: inbox)
        }
        recoverable = []
    }
}
