/// How much of one channel may be under way, and to which of its services.
///
/// A channel reaches phones through several services (each browser brings its own). Every service that works has a
/// window of its own, so that a stuck one blocks nobody. One of which nothing good is known gets a single notice until
/// it takes it: phones name their service, and strangers can name any number of hosts that never answer.
/// Times are monotonic.
package struct ChannelTraffic: Hashable, Sendable {
    private struct Service: Hashable, Sendable {
        var underWay = 0
        /// It took the last notice that it said anything about.
        var works = false
        var heldUntil: Duration?
        /// When it was last used, in sendings and by the clock.
        var lastUse = 0
        var lastSent = Duration.zero

        func isHeld(at now: Duration) -> Bool { heldUntil.map { $0 > now } ?? false }
    }

    /// An answer that did not come for so long never comes: by then the leases of what was sent have ended.
    private static let patience = Duration.seconds(300)

    /// Services of which nothing good is known and that are tried at the same time.
    private static let mostTried = 16
    /// Services that are remembered.
    private static let mostServices = 64
    private let window: Int
    private var services: [String: Service] = [:]
    private var heldUntil: Duration?
    private var uses = 0

    /// `parallelism`: what one service is sent at a time; twice as much is handed over, so that it never waits for us.
    package init(parallelism: Int) {
        window = max(1, parallelism) * 2
    }

    /// Deliveries handed over and not answered.
    package var underWay: Int { services.values.reduce(0) { $0 + $1.underWay } }

    /// Services that are remembered at the moment.
    package var remembered: Int { services.count }

    /// What may be handed over now; nil when nothing may.
    package func choice(at now: Duration) -> ServiceChoice? {
        guard held(at: now) == nil else { return nil }
        var choice = ServiceChoice(open: [], room: window, closed: [], tries: ChannelTraffic.mostTried)
        for (name, service) in services {
            let room = window - service.underWay
            let isTried =
                !service.works && service.underWay > 0 && now - service.lastSent < ChannelTraffic.patience
            if isTried { choice.tries -= 1 }
            if service.isHeld(at: now) || isTried {
                choice.closed.append(name)
            } else if service.works {
                // Only worth a transaction once half of it is free.
                guard room * 2 >= window else {
                    choice.closed.append(name)
                    continue
                }
                choice.open.append(name)
                choice.room = min(choice.room, room)
            }
        }
        choice.tries = max(0, choice.tries)
        choice.open.sort()
        choice.closed.sort()
        return choice.open.isEmpty && choice.tries == 0 ? nil : choice
    }

    package mutating func sent(to service: String, at now: Duration) {
        evictOldest(for: service)
        uses += 1
        services[service, default: Service()].underWay += 1
        services[service]?.lastUse = uses
        services[service]?.lastSent = now
    }

    /// One delivery was answered; `works` says what that tells of the service, nil: nothing.
    package mutating func answered(by service: String, works: Bool? = nil) {
        guard let found = services[service] else { return }
        services[service]?.underWay = max(0, found.underWay - 1)
        if let works { services[service]?.works = works }
    }

    /// Nothing to this service for so long, and then a single notice.
    package mutating func hold(_ service: String, for pause: Duration, at now: Duration) {
        let until = max(services[service]?.heldUntil ?? now, now + pause)
        services[service]?.heldUntil = until
        services[service]?.works = false
    }

    /// Nothing of the channel until then.
    package mutating func hold(for pause: Duration, at now: Duration) {
        heldUntil = max(heldUntil ?? now, now + pause)
    }

    /// The clock was wrong until now: whoever refused us for that may be asked again, and else says so again.
    package mutating func endHolds() {
        heldUntil = nil
        for name in services.keys { services[name]?.heldUntil = nil }
    }

    /// When it may go on; nil when nothing holds it.
    package func held(at now: Duration) -> Duration? {
        heldUntil.flatMap { $0 > now ? $0 : nil }
    }

    /// Forgets whoever rests and was not used for longest; services that work last of all.
    private mutating func evictOldest(for service: String) {
        guard services[service] == nil, services.count >= ChannelTraffic.mostServices else { return }
        let resting = services.filter { $0.value.underWay == 0 }
        let oldest = resting.min {
            ($0.value.works ? 1 : 0, $0.value.lastUse) < ($1.value.works ? 1 : 0, $1.value.lastUse)
        }
        if let oldest { services[oldest.key] = nil }
    }
}

/// For which services of a channel rows may be leased, and how many.
package struct ServiceChoice: Hashable, Sendable {
    /// Services that work and have room, and how many rows any of them may get.
    package var open: [String]
    package var room: Int
    /// Services that get none.
    package var closed: [String]
    /// Of all others, one row for each of so many.
    package var tries: Int

    package init(open: [String], room: Int, closed: [String], tries: Int) {
        self.open = open
        self.room = room
        self.closed = closed
        self.tries = tries
    }

    /// Names as the statements take them: each on a line of its own.
    static func lines(_ names: [String]) -> String {
        "\n" + names.map { "\($0)\n" }.joined()
    }
}
