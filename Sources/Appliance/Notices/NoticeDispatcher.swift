import Core
import Push
import SystemSupport
import WatchpostModel

/// Owns the way from a committed change to an accepted push: waits for the rest of an outage, fans out, leases, hands to
/// the channels and stores what they answer.
///
/// All state that matters is in the store: this actor can die at any instant and the next one goes on.
actor NoticeDispatcher {
    let store: NoticeStore
    let adapters: [String: any PushAdapter]
    let clock: SystemClock
    let log: Log
    private let liveness: LivenessRegistry
    /// Where links lead; nil: paths only.
    let publicURL: String?
    /// What people call this appliance.
    let boxName: @Sendable () -> String
    let signals: AsyncStream<Void>
    nonisolated let wakeUp: AsyncStream<Void>.Continuation
    nonisolated let inbox: NoticeInbox

    private var windows: [Region: GroupWindow] = [:]
    private var traffic: [String: ChannelTraffic]
    var dueTimes = DueTimes()
    /// What the due times were asked for.
    private var choices: [String: ServiceChoice] = [:]
    private var underWay: [Int64: LeasedNotice] = [:]
    /// Answers that are owed to attempts whose leases have ended; they come before that of the latest.
    private var overdue: [Int64: Int] = [:]
    private var trust = SourceTrust()
    private var doubted: Set<RealmFeed> = []
    var alerts = MapAlertWatch()
    private var lastMerge = Duration.zero
    private var lastSweep: Duration?
    /// Told to the log and to `fault`.
    private var trouble = DiskTrouble()
    nonisolated let fault: @Sendable (String?) -> Void
    private var hasResumed = false
    private var jumps = ClockJump()
    var tests = NoticeTests()

    private static let name = "notices"
    private static let longestPause = Duration.seconds(5)

    /// `inbox` gets the adapters' answers, `fault` what is wrong with the disk, nil once it works again.
    init(
        store: NoticeStore,
        adapters: [any PushAdapter],
        inbox: NoticeInbox,
        publicURL: String?,
        boxName: @escaping @Sendable () -> String,
        clock: SystemClock,
        liveness: LivenessRegistry,
        log: Log,
        fault: @escaping @Sendable (String?) -> Void = { _ in }
    ) {
        self.store = store
        self.adapters = Dictionary(adapters.map { ($0.channel, $0) }, uniquingKeysWith: { first, _ in first })
        self.inbox = inbox
        self.publicURL = publicURL
        self.boxName = boxName
        self.clock = clock
        self.liveness = liveness
        (self.log, self.fault) = (log, fault)
        traffic = self.adapters.mapValues { ChannelTraffic(parallelism: $0.parallelism) }
        (signals, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        inbox.wake { [wakeUp] in wakeUp.yield() }
    }

    /// The loop, until cancelled.
    func run() async {
        while !Task.isCancelled {
            liveness.expect(NoticeDispatcher.name, within: .seconds(60))
            let pause = await round()
            await sleep(pause)
        }
        liveness.rest(NoticeDispatcher.name)
        for adapter in adapters.values { adapter.stop() }
        await takeLastAnswers()
    }

    /// Adapters answer for everything within two seconds of their end; what is not taken now is sent again by the next
    /// start.
    private func takeLastAnswers() async {
        for _ in 0..<50 {
            await settle(inbox.take().answers, at: clock.now())
            guard !underWay.isEmpty else { return }
            // A task of its own, because this one is cancelled and would not wait.
            await Task { try? await Task.sleep(for: .milliseconds(50)) }.value
        }
    }

    /// Takes up what the process before this one left.
    private func resume(at now: UnixTime) async throws(SQLiteError) {
        guard !hasResumed else { return }
        let waiting = try await store.resume()
        hasResumed = true
        for (region, count) in waiting { join(region, count, at: now) }
    }

    /// Times in the store are the wall clock's: set back, it would hold everything for as long again.
    ///
    /// A service that refused us for our clock is asked again once that jumps.
    private func compareClocks(_ moment: Moment, _ now: UnixTime) async throws(SQLiteError) {
        var jumps = jumps
        if jumps.saw(moment) {
            for channel in traffic.keys { traffic[channel]?.endHolds() }
            dueTimes.forgetAll()
            try await store.hasten(at: now)
        }
        self.jumps = jumps
    }

    private func join(_ region: Region, _ count: Int, at now: UnixTime) {
        windows[region, default: GroupWindow(rules: store.rules)].joined(count, at: now)
    }

    /// Everything that can be done now; how long nothing can be done then.
    private func round() async -> Duration {
        let moment = clock.now()
        let news = inbox.take()
        if news.alertsChanged { alerts.listsChange() }
        if let schedules = news.schedules { alerts.take(schedules) }
        for (source, isFresh) in news.freshness {
            trust.saw(source, isFresh: isFresh, at: moment.monotonic)
        }
        guard let now = moment.wall else {
            inbox.giveBack(news)
            return .seconds(1)
        }
        for (region, count) in news.changes { join(region, count, at: now) }
        dueTimes.begin(onlyAnswers: news.isOnlyAnswers)
        do throws(SQLiteError) {
            try await resume(at: now)
            await settle(news.answers, at: moment)
            try await compareClocks(moment, now)
            try await fanOut(at: now)
            try await fireAlerts(at: now)
            try await weigh(moment, now)
            try await sendDue(moment, now)
            try await sweep(moment, now)
            let pause = try await pause(clock.now())
            // A round that only looked, or had nothing to do, proves nothing.
            tell(trouble.look(provedCommits: store.provedCommits))
            return pause
        } catch {
            report(error)
            return .seconds(2)
        }
    }

    private func fanOut(at now: UnixTime) async throws(SQLiteError) {
        for region in windows.keys.sorted() where windows[region]?.close(at: now) == true {
            // The next start takes up what waits.
            guard !Task.isCancelled else { return join(region, 1, at: now) }
            do throws(SQLiteError) {
                let count = try await store.fanOut(region, at: now)
                dueTimes.forgetAll()
                if count > 0 { log.notice("\(count) notices about \(region.rawValue) wait for their phones") }
            } catch {
                join(region, 1, at: now)
                throw error
            }
        }
    }

    /// Wakes what waited for a source that is trusted again.
    private func weigh(_ moment: Moment, _ now: UnixTime) async throws(SQLiteError) {
        let doubted = trust.doubted(at: moment.monotonic)
        if doubted != self.doubted { dueTimes.forgetAll() }
        if !self.doubted.isSubset(of: doubted) { try await store.wakeDoubtful(at: now) }
        self.doubted = doubted
    }

    private func sendDue(_ moment: Moment, _ now: UnixTime) async throws(SQLiteError) {
        let merges = moment.monotonic - lastMerge >= .seconds(5)
        for channel in traffic.keys.sorted() where !Task.isCancelled {
            guard let choice = choice(channel, moment), let due = try await nextDue(channel, choice),
                due <= now
            else { continue }
            let leased = try await store.lease(
                choice,
                channel: channel,
                merging: merges,
                doubted: doubted,
                names: { [inbox] in inbox.name($0, $1, $2) },
                at: now
            )
            if merges {
                lastMerge = moment.monotonic
                dueTimes.forgetAll()
            }
            dueTimes.forget(channel)
            send(leased, channel, at: moment.monotonic)
        }
    }

    private func nextDue(_ channel: String, _ choice: ServiceChoice) async throws(SQLiteError) -> UnixTime? {
        if choices.updateValue(choice, forKey: channel) != choice { dueTimes.forget(channel) }
        if let found = dueTimes.found(for: channel) { return found.time }
        let time = try await store.nextDue(channel: channel, choice)
        dueTimes.note(DueTimes.Found(time), for: channel)
        return time
    }

    private func choice(_ channel: String, _ moment: Moment) -> ServiceChoice? {
        guard adapters[channel]?.isReady ?? false else { return nil }
        return traffic[channel]?.choice(at: moment.monotonic)
    }

    private func send(_ leased: [LeasedNotice], _ channel: String, at now: Duration) {
        guard !leased.isEmpty, let adapter = adapters[channel] else { return }
        for one in leased {
            traffic[channel]?.sent(to: one.service, at: now)
            // One whose lease ended before its answer came is under way once more, not twice.
            guard let before = underWay.updateValue(one, forKey: one.id) else { continue }
            traffic[channel]?.answered(by: before.service, works: false)
            overdue[one.id, default: 0] += 1
        }
        adapter.send(leased.map { PushDelivery($0, box: inbox.box, publicURL: publicURL) })
    }

    private func settle(_ answers: [PushAnswer], at moment: Moment) async {
        guard !answers.isEmpty, let now = moment.wall ?? clock.now().wall else { return }
        var settled: [SettledNotice] = []
        for answer in answers {
            if tests.answer(answer) { continue }
            if let count = overdue[answer.ticket] {
                overdue[answer.ticket] = count > 1 ? count - 1 : nil
                continue
            }
            guard let leased = underWay.removeValue(forKey: answer.ticket) else { continue }
            let outcome = answer.outcome
            traffic[leased.channel]?.answered(by: leased.service, works: outcome.tellsThatServiceWorks)
            dueTimes.forget(leased.channel)
            switch outcome {
            case .channelHeld(let pause, let reason): hold(leased.channel, pause, reason, moment)
            case .originHeld(let pause, _):
                traffic[leased.channel]?.hold(leased.service, for: pause, at: moment.monotonic)
            default: break
            }
            let settlement = Settlement(
                outcome,
                attempts: leased.attempts,
                registeredAt: leased.registeredAtMilliseconds,
                now: now,
                jitter: Double.random(in: 0..<1),
                rules: store.rules
            )
            settled.append(SettledNotice(leased, settlement))
        }
        await store(settled, at: now)
    }

    private func store(_ settled: [SettledNotice], at now: UnixTime) async {
        guard !settled.isEmpty else { return }
        do throws(SQLiteError) {
            try await store.settle(settled, at: now)
        } catch {
            // Their leases expire, and they are sent again with the same ids.
            report(error)
        }
    }

    private func hold(_ channel: String, _ pause: Duration, _ reason: String, _ moment: Moment) {
        if traffic[channel]?.held(at: moment.monotonic) == nil {
            log.error("\(channel) takes nothing for \(pause.components.seconds) s: \(reason)")
        }
        traffic[channel]?.hold(for: pause, at: moment.monotonic)
    }

    private func sweep(_ moment: Moment, _ now: UnixTime) async throws(SQLiteError) {
        guard lastSweep.map({ moment.monotonic - $0 >= .seconds(3_600) }) ?? true else { return }
        lastSweep = moment.monotonic
        for (region, count) in try await store.sweep(at: now) { join(region, count, at: now) }
    }

    /// Until the next thing that is known to come.
    private func pause(_ moment: Moment) async throws(SQLiteError) -> Duration {
        guard let now = moment.wall else { return .seconds(1) }
        var times = windows.values.compactMap(\.closes) + [alerts.wakes].compactMap { $0 }
        for channel in traffic.keys {
            guard let choice = choice(channel, moment) else { continue }
            if let due = try await nextDue(channel, choice) { times.append(due) }
        }
        let wait = times.min().map { Duration.seconds($0.since(now)) } ?? NoticeDispatcher.longestPause
        return min(max(wait, .zero), NoticeDispatcher.longestPause)
    }

    private func report(_ error: SQLiteError) {
        tell(trouble.failed(error, provedCommits: store.provedCommits))
    }
}
