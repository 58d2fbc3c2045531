import Core
import SystemSupport
import Testing
import TestSupport
import WatchpostModel

@testable import Appliance

/// A source whose turn comes when it has been asked for often enough.
private final class PatientSource: RealmSource {
    let feed = RealmFeed(region: .eu, flavour: .retail)
    let waits: Int
    /// How often it was asked to wait, and what of that had happened when it was polled.
    let asked = Locked(0)
    let polled = Locked<Int?>(nil)

    init(waits: Int) { self.waits = waits }

    func wait() -> Duration? {
        asked.withLock { asked in
            asked += 1
            return asked > waits ? nil : .milliseconds(1)
        }
    }

    func poll() async throws(PollFault) -> PollAnswer {
        let asked = asked.withLock { $0 }
        polled.withLock { $0 = $0 ?? asked }
        return .document(RegionDocument(groups: [], generation: "sample"), requests: 1)
    }

    func settle(believed: Bool) async {}

    func least(requests: Int) -> Duration { .zero }
}

@Suite("Polling")
struct RealmPollerTests {
    @Test(
        "a source that has to wait for its turn for hours is polled then, and never taken for one that hangs"
    )
    func turns() async throws {
        // Five seconds pass at each look at the clock of the poller: at its first poll it has waited for half an hour.
        let ticks = Locked(0)
        let time = { @Sendable (step: Int) in
            let seconds = ticks.withLock { ticks in
                ticks += step
                return ticks
            }
            return Moment(wall: nil, monotonic: .seconds(seconds))
        }
        let clock = SystemClock(now: { time(5) })
        let source = PatientSource(waits: 300)
        let liveness = LivenessRegistry(clock: SystemClock(now: { time(0) }))
        let stuck = Locked<[String]>([])
        let watch = RealmWatch(
            monitor: RealmMonitor(sources: [source.feed], rules: RealmRules()),
            paces: [source.feed: PollPace(interval: .seconds(1), recheck: .seconds(1))],
            clock: clock,
            probe: ConnectivityProbe(urls: [], timeout: .zero) { _ async throws(HTTPFault) in
                throw HTTPFault.timeout(.zero)
            },
            log: .standardError(clock: clock, environment: [:]),
            outlets: RealmWatch.Outlets(
                show: { _ in },
                announce: { _ in },
                count: { _, _ in },
                fault: { _, _ in }
            )
        )
        let poller = RealmPoller(source: source, watch: watch, clock: clock, liveness: liveness)
        let loop = Task { await poller.run() }
        let isPolled = await becomesTrue {
            let late = liveness.stuck
            if !late.isEmpty { stuck.withLock { $0 += late } }
            return source.polled.withLock { $0 } != nil
        }
        #expect(isPolled)
        loop.cancel()
        await loop.value
        #expect(source.polled.withLock { $0 } == 301)
        #expect(stuck.withLock { $0 }.isEmpty)
    }
}
