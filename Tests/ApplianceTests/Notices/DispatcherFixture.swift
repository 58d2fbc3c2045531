import Core
import TestSupport
import Testing
import WatchpostModel

@testable import Appliance
@testable import SystemSupport
@testable import Push

/// A push service that keeps what it is given until the test answers.
final class StandInService: PushAdapter {
    let channel = "webpush"
    let parallelism = 4
    let deliveries: AsyncStream<PushDelivery>
    /// Deliveries that it was given and that the test has not taken yet.
    let waiting = Locked(0)
    let isStopped = Locked(false)
    private let entry: AsyncStream<PushDelivery>.Continuation
    private let inbox: NoticeInbox

    init(inbox: NoticeInbox) {
        self.inbox = inbox
        (deliveries, entry) = AsyncStream.makeStream()
    }

    func address(registering json: [UInt8], atMilliseconds: Int64) throws(PushAddressRefusal) -> DeviceAddress
    {
        throw PushAddressRefusal(words: "not needed here")
    }

    func send(_ deliveries: [PushDelivery]) {
        waiting.withLock { $0 += deliveries.count }
        for delivery in deliveries { entry.yield(delivery) }
    }

    func stop() {
        isStopped.withLock { $0 = true }
        entry.finish()
    }

    func answer(_ delivery: PushDelivery, _ outcome: DeliveryOutcome) {
        inbox.answer([PushAnswer(ticket: delivery.ticket, outcome: outcome)])
    }
}

/// A dispatcher at work with a database in memory, one phone that watches one realm, and a clock to turn; it ends with its
/// last user.
final class DispatcherFixture: Sendable {
    let dispatcher: NoticeDispatcher
    /// Its loop.
    let work: Task<Void, Never>
    let service: StandInService
    let realms: RealmStore
    let devices: DeviceStore
    let phone: DeviceRecord
    let clock: Locked<Moment>
    /// How often the dispatcher looked at it.
    private let looks: Locked<Int>
    /// What happens at each look.
    private let atLook: Locked<(@Sendable () -> Void)?>

    /// `push`: adapters beside the stand-in, which answer to `inbox`; `address`: where the phone is reached.
    init(
        inbox: NoticeInbox = NoticeInbox(box: 7),
        push: [any PushAdapter] = [],
        address: DeviceAddress = DispatcherFixture.address
    ) async throws {
        let start = UnixTime(seconds: 1_800_000_000)
        let clock = Locked(Moment(wall: start, monotonic: .seconds(100)))
        let looks = Locked(0)
        let atLook = Locked<(@Sendable () -> Void)?>(nil)
        let database = try await Database.open(.memory, migrations: Feature.all.tables.migrations, now: start)
            .database
        var rules = NoticePolicy()
        rules.groupWait = 0
        rules.groupExtension = 0
        service = StandInService(inbox: inbox)
        let system = SystemClock {
            looks.withLock { $0 += 1 }
            atLook.withLock { $0 }?()
            return clock.withLock { $0 }
        }
        let dispatcher = NoticeDispatcher(
            store: NoticeStore(database: database, rules: rules, topics: Feature.all.topics),
            adapters: [service] + push,
            inbox: inbox,
            publicURL: "https://box.example.org",
            boxName: { "box.local" },
            clock: system,
            liveness: LivenessRegistry(clock: system),
            log: .standardError(clock: system, environment: [:])
        )
        await dispatcher.waitForTests(.seconds(300))
        realms = RealmStore(database: database, participants: NoticeTables.announcing)
        devices = DeviceStore(database: database, participants: Feature.all.participants(Feature.all.topics))
        phone = try await DispatcherFixture.register(devices, address, at: start)
        (self.clock, self.looks, self.atLook) = (clock, looks, atLook)
        self.dispatcher = dispatcher
        work = Task { await dispatcher.run() }
    }

    deinit { work.cancel() }

    /// How long the dispatcher has been at work by the clock that never goes back.
    var waited: Duration { clock.withLock { $0.monotonic } - .seconds(100) }

    /// The next delivery to the push service; nil when it was stopped.
    func next() async -> PushDelivery? {
        // Every iterator takes from the same stream.
        var deliveries = service.deliveries.makeAsyncIterator()
        let delivery = await deliveries.next()
        if delivery != nil { service.waiting.withLock { $0 -= 1 } }
        return delivery
    }

    static let address = DeviceAddress(
        channel: "webpush",
        text: "phone",
        key: [UInt8](repeating: 3, count: 32),
        registeredAtMilliseconds: 5
    )

    private static func register(_ devices: DeviceStore, _ address: DeviceAddress, at now: UnixTime)
        async throws -> DeviceRecord
    {
        let registration = DeviceRegistration(
            install: String(repeating: "A", count: 22),
            secretHash: [UInt8](repeating: 1, count: 32),
            profile: DeviceProfile(name: nil, locale: "en-GB", zone: "UTC"),
            address: .set(address),
            at: now
        )
        guard case .registered(let record) = try await devices.put(registration, isSameSecret: { $0 == $1 })
        else {
            throw PushAddressRefusal(words: "the phone was there already")
        }
        try await devices.watchKazzak(record.person)
        return record
    }

    /// Commits a state with its event, and tells the dispatcher, as the announcer does.
    func announce(_ state: RealmState, _ change: RealmEventBody.Change) async throws {
        let now = clock.withLock { $0.wall } ?? UnixTime(seconds: 0)
        dispatcher.changed([try await realms.commitKazzak(state, change, at: now)])
    }

    /// What is known of Europe's realms is so fresh.
    func show(_ state: FreshnessBody.State) {
        var view = SourceView.waiting(RealmFeed(region: .eu, flavour: .retail))
        view.freshness.state = state
        dispatcher.saw([view])
    }

    /// Time passes; `back`: and the wall clock is set back by so much.
    func turn(_ seconds: Int64, back: Int64 = 0) {
        clock.withLock { clock in
            clock.wall = clock.wall?.advanced(by: seconds - back)
            clock.monotonic += .seconds(seconds)
        }
        dispatcher.ring()
    }

    /// The next delivery while the clock is turned by so many seconds again and again, each time once the dispatcher has
    /// looked: a slow machine must not let a notice grow too old.
    func next(turning seconds: Int64) async -> PushDelivery? {
        for _ in 0..<1_000 where service.waiting.withLock({ $0 }) == 0 {
            turn(seconds)
            await settle()
        }
        return await next()
    }

    /// What the list of the phone says of its newest notice, once that is so.
    func waitFor(_ state: DeviceNoticeBody.State, _ reason: String?) async throws {
        let isSo = try await becomesTrue {
            let newest = try await dispatcher.notices(device: phone.id, most: 1).first
            dispatcher.ring()
            return newest?.state == state && newest?.reason == reason
        }
        #expect(isSo, "the newest notice never was \(state)")
    }

    /// Answers once the dispatcher, which ends, looks at the clock for the third time after it has stopped the push service.
    ///
    /// It waits for last answers for some looks only, and no machine is too slow for one that comes with a look.
    func answerAtTheEnd(_ delivery: PushDelivery, _ outcome: DeliveryOutcome) {
        let (service, count) = (service, Locked(0))
        let hook = { @Sendable in
            guard service.isStopped.withLock({ $0 }) else { return }
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 3 { service.answer(delivery, outcome) }
        }
        atLook.withLock { $0 = hook }
    }

    /// Until the dispatcher knows all that it was told: a round looks at the clock four times at most.
    func settle() async {
        let before = looks.withLock { $0 }
        let hasLooked = await becomesTrue {
            dispatcher.ring()
            return looks.withLock { $0 } > before + 8
        }
        #expect(hasLooked)
    }
}

extension NoticeDispatcher {
    /// Waits so long for the answer to a test: 20 s are few where the machine has much else to do.
    fileprivate func waitForTests(_ time: Duration) {
        tests.time = time
    }
}

extension RealmStore {
    /// Commits a state of the one realm that these phones watch, with its event, which is the answer.
    func commitKazzak(
        _ state: RealmState,
        _ change: RealmEventBody.Change,
        at now: UnixTime
    ) async throws -> EventBody {
        var changes = RealmChanges()
        changes.realms = [
            RealmRecord(
                key: RealmKey(source: RealmFeed(region: .eu, flavour: .retail), slug: "kazzak"),
                name: "Kazzak",
                category: "English",
                connectedRealm: 1,
                state: state,
                since: now,
                population: .unknown,
                hasQueue: false,
                isLocked: false,
                timezone: "Europe/Paris",
                type: "normal"
            )
        ]
        let event = EventBody.realm(
            RealmEventBody(region: .eu, id: "retail/kazzak", name: "Kazzak", change: change, at: now)
        )
        _ = try await commit(changes, events: [event])
        return event
    }
}

extension DeviceStore {
    /// The person watches that realm.
    func watchKazzak(_ person: Int64) async throws {
        var list = try await watchList(.eu, of: person)
        list.realms = ["retail/kazzak"]
        _ = try await put(list, of: person)
    }
}
