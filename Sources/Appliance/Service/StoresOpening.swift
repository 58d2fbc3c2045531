import Core

/// Opens the stores, however long the disk refuses: meanwhile the box says so.
///
/// A card that is full or read-only for half a minute at boot must not end the service for good.
struct StoresOpening: Sendable {
    let configuration: Configuration
    let arguments: Arguments
    let crash: CrashPoint?
    let clock: SystemClock
    let liveness: LivenessRegistry
    let log: Log
    let manager: ServiceManager

    private static let pause = Duration.seconds(2)

    /// The stores; nil when the pause was ended because the process shall end.
    func run(_ pause: InterruptiblePause) async throws -> Stores? {
        var room: WaitingRoom?
        while true {
            do {
                let stores = try await open()
                if room != nil { log.notice("the disk works again: the state is open") }
                await room?.close(.restarting)
                return stores
            } catch {
                let directory = configuration.state.directory
                guard let words = await BlockingCall.run({ DiskRefusal.words(error, in: directory) }) else {
                    await room?.close(.stopping)
                    throw error
                }
                room = await tell(words, error, in: room)
            }
            guard await pause.wait(StoresOpening.pause) else {
                await room?.close(.stopping)
                return nil
            }
        }
    }

    private func open() async throws -> Stores {
        try await Stores.open(
            in: configuration.state.directory,
            groupWait: configuration.notices.groupWait,
            beginsAnew: arguments.beginsAnew,
            crash: crash,
            now: clock.now(),
            liveness: liveness,
            log: log
        )
    }

    /// Opens the waiting room, once, and lets it say what is wrong now.
    private func tell(_ words: String, _ error: any Error, in room: WaitingRoom?) async -> WaitingRoom {
        if let room {
            room.show(words)
            return room
        }
        log.error("the state cannot be opened (E01): \(error) (trying again)")
        let new = WaitingRoom(
            words,
            configuration,
            arguments,
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
        var nap: Task<Void, Never>?
    }

    private let state = Locked(State())

    /// Ends the pause of now and every later one.
    func end() {
        state.withLock { state in
            state.isOver = true
            state.nap?.cancel()
        }
    }

    /// Waits; false when it was ended.
    func wait(_ duration: Duration) async -> Bool {
        // Only `end` cancels it, which is what is returned.
        let nap = Task { _ = try? await Task.sleep(for: duration) }
        let isOver = state.withLock { state in
            state.nap = nap
            return state.isOver
        }
        if isOver { nap.cancel() }
        await nap.value
        return state.withLock { !$0.isOver }
    }
}
