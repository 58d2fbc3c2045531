import Core
import Glibc
import Push
import WatchpostModel

/// What phones and administrators ask the dispatcher for.
extension NoticeDispatcher: NoticesPort {
    /// Sends a test and waits, at most 20 s, for what the push service says: the real reason is the point.
    func test(device: Int64) async -> TestNoticeBody {
        guard let now = clock.now().wall else {
            return TestNoticeBody(
                accepted: false,
                detail: "the box's clock is not set yet",
                reason: nil,
                code: PushCode.clock.rawValue
            )
        }
        do throws(SQLiteError) {
            let (target, reason) = try await store.test(device: device, box: boxName(), at: now)
            guard let target else {
                return .unreachable(reason, push: DevicePushBody(try await store.pushState(of: device)))
            }
            guard let adapter = adapters[target.address.channel] else {
                let detail = "this box is not set up for “\(target.address.channel)”"
                let code = PushCode.notSetUp.rawValue
                return TestNoticeBody(accepted: false, detail: detail, reason: nil, code: code)
            }
            let outcome = await send(target, through: adapter)
            try await blame(target.address, outcome, at: now)
            var body = TestNoticeBody(outcome)
            body.push = DevicePushBody(try await store.pushState(of: device))
            return body
        } catch {
            let detail = "the disk refuses: \(error.message)"
            let code = PushCode.disk.rawValue
            return TestNoticeBody(accepted: false, detail: detail, reason: nil, code: code)
        }
    }

    /// An address that a test shows to be dead is switched off, as by a notice; the person can enable it again at once.
    private func blame(_ address: DeviceAddress, _ outcome: DeliveryOutcome, at now: UnixTime)
        async throws(SQLiteError)
    {
        let settlement = Settlement(
            outcome,
            attempts: 1,
            registeredAt: address.registeredAtMilliseconds,
            now: now,
            jitter: 0,
            rules: store.rules
        )
        guard case .addressGone(let reason) = settlement else { return }
        try await store.disable(address, reason: reason)
    }

    /// Everything that the phone was told is read.
    func read(device: Int64) async throws(NoticesError) {
        guard let now = clock.now().wall else { throw NoticesError(words: "the clock is not set yet") }
        try await asking { () throws(SQLiteError) in try await self.store.read(device: device, at: now) }
    }

    /// How many things the phone was told of since then.
    func unread(device: Int64) async throws(NoticesError) -> Int {
        try await asking { () throws(SQLiteError) in try await self.store.unread(device: device) }
    }

    private func send(_ target: TestTarget, through adapter: any PushAdapter) async -> DeliveryOutcome {
        await withCheckedContinuation { continuation in
            let ticket = tests.begin(continuation)
            let message = PushMessage(
                id: NoticeIdentifier.text(box: UInt64.random(in: 0 ... .max), number: ticket),
                target.notice,
                publicURL: publicURL,
                isRepeat: false
            )
            let address = DeviceAddress(
                channel: target.address.channel,
                service: target.address.service,
                text: target.address.text,
                key: target.address.key,
                registeredAtMilliseconds: target.address.registeredAtMilliseconds
            )
            adapter.send([PushDelivery(ticket: ticket, message: message, address: address, isTest: true)])
            Task {
                try? await Task.sleep(for: tests.time)  // Cancelled or not: the answer is due now.
                tests.giveUp(ticket)
            }
        }
    }

    /// The newest notices to a phone.
    func notices(device: Int64, most: Int) async throws(NoticesError) -> [DeviceNoticeBody] {
        try await asking { () throws(SQLiteError) in
            try await self.store.recent(device: device, most: most).map { DeviceNoticeBody($0) }
        }
    }

    /// The newest notices that could not be delivered.
    func deadNotices(most: Int) async throws(NoticesError) -> [DeadNoticeBody] {
        try await asking { () throws(SQLiteError) in
            try await self.store.deadLetters(limit: most).map { DeadNoticeBody($0) }
        }
    }

    /// Sends a dead letter again.
    func replay(dead id: Int64) async throws(NoticesError) -> Bool {
        guard let now = clock.now().wall else { throw NoticesError(words: "the clock is not set yet") }
        let found = try await asking { () throws(SQLiteError) in try await self.store.replay(id, at: now) }
        ring()
        return found
    }

    /// Forgets a dead letter.
    func forget(dead id: Int64) async throws(NoticesError) -> Bool {
        try await asking { () throws(SQLiteError) in try await self.store.discard(id) }
    }

    private func asking<Value: Sendable>(
        _ body: @Sendable () async throws(SQLiteError) -> Value
    ) async throws(NoticesError) -> Value {
        do throws(SQLiteError) {
            return try await body()
        } catch {
            throw NoticesError(words: "the disk refuses: \(error.message)")
        }
    }
}

extension TestNoticeBody {
    static func unreachable(_ reason: String?, push: DevicePushBody?) -> TestNoticeBody {
        TestNoticeBody(
            accepted: false,
            detail: reason.map { "notifications stopped on this phone (\($0)); enable them again" }
                ?? "notifications are not enabled on this phone",
            reason: reason,
            code: (reason.map { PushCode(disabledBy: $0) } ?? .off).rawValue,
            push: push
        )
    }

    /// The outcome in words for the person with the phone.
    init(_ outcome: DeliveryOutcome) {
        let (accepted, detail, reason): (Bool, String, String?) =
            switch outcome {
            case .accepted: (true, "the push service accepted it; it should arrive in a moment", nil)
            case .gone(_, let reason): (false, "the push service no longer knows this phone", reason)
            case .unusable(let reason): (false, "the push service refuses this phone's address", reason)
            case .refused(let reason): (false, "the push service refuses the message", reason)
            case .backOff(_, let reason): (false, "the push service is asking us to wait", reason)
            case .channelHeld(_, let reason), .originHeld(_, let reason), .phoneHeld(_, let reason):
                (false, "the push service cannot be used at the moment", reason)
            case .unknown(let reason): (false, "no answer from the push service", reason)
            }
        let advice = reason.flatMap { PushAdvice.words(for: $0) }
        let words = [detail, advice].compactMap { $0 }.joined(separator: "; ")
        self.init(accepted: accepted, detail: words, reason: reason, code: PushCode(outcome)?.rawValue)
    }
}

extension DeviceNoticeBody {
    init(_ record: NoticeRecord) {
        self.init(
            id: record.id,
            at: record.at,
            title: record.title,
            body: record.body,
            link: record.link,
            state: State(rawValue: record.state.word) ?? .pending,
            reason: record.reason,
            code: NoticeCode(
                record.reason,
                isDropped: record.state == .dropped,
                isDead: record.state == .dead
            )?.rawValue
        )
    }
}

extension DeadNoticeBody {
    init(_ record: NoticeRecord) {
        self.init(
            id: record.id,
            device: record.install,
            channel: record.channel,
            at: record.at,
            title: record.title,
            reason: record.reason ?? "unknown"
        )
    }
}
