import Core
import SystemSupport

/// Opens the stores, however long the disk refuses: meanwhile the box says so.
///
/// A card that is full or read-only for half a minute at boot must not end the service for good.
struct StoresOpening: Sendable {
    let configuration: Configuration
    let features: [Feature]
    let arguments: Arguments
    let clock: SystemClock
    let liveness: LivenessRegistry
    let log: Log
    let manager: ServiceManager

    private static let pause = Duration.seconds(2)

    /// The stores; nil when the pause was ended because the process shall end.
    func run(_ pause: InterruptiblePause) async throws -> Stores? {
        var degraded: DegradedStart?
        while true {
            do {
                let stores = try await open()
                if degraded != nil { log.notice("the disk works again: the state is open") }
                await degraded?.close(.restarting)
                return stores
            } catch {
                let directory = configuration.state.directory
                guard let words = await BlockingCall.run({ DiskRefusal.words(error, in: directory) }) else {
                    await degraded?.close(.stopping)
                    throw error
                }
                degraded = await tell(words, error, in: degraded)
            }
            guard await pause.wait(StoresOpening.pause) else {
                await degraded?.close(.stopping)
                return nil
            }
        }
    }

    private func open() async throws -> Stores {
        try await Stores.open(
            in: features.folder(at: configuration.state.directory),
            tables: features.tables,
            topics: features.topics,
            announcing: features.announcing,
            groupWait: configuration.notices.groupWait,
            beginsAnew: arguments.beginsAnew,
            now: clock.now(),
            log: log
        )
    }

    /// Opens the degraded start, once, and lets it say what is wrong now.
    private func tell(_ words: String, _ error: any Error, in degraded: DegradedStart?) async -> DegradedStart
    {
        if let degraded {
            degraded.show(words)
            return degraded
        }
        log.error("the state cannot be opened (E01): \(error) (trying again)")
        let new = DegradedStart(
            words,
            configuration,
            arguments,
            features,
            clock: clock,
            liveness: liveness,
            log: log,
            manager: manager
        )
        new.show(words)
        await new.open()
        manager.ready(status: "waiting for the disk: \(words)")
        return new
    }
}

/// A pause that may be ended for good.
final class InterruptiblePause: Sendable {
    private struct State {
        var isOver = false
        var sleep: Task<Void, Never>?
    }

    private let state = Locked(State())

    /// Ends the pause of now and every later one.
    func end() {
        state.withLock { state in
            state.isOver = true
            state.sleep?.cancel()
        }
    }

    /// Waits; false when it was ended.
    func wait(_ duration: Duration) async -> Bool {
        // Only `end` cancels it, which is what is returned.
        let sleep = Task { _ = try? await Task.sleep(for: duration) }
        let isOver = state.withLock { state in
            state.sleep = sleep
            return state.isOver
        }
        if isOver { sleep.cancel() }
        await sleep.value
        return state.withLock { !$0.isOver }
    }
}
