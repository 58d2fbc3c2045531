import Core
import Display
import Glibc
import TestSupport
import Testing
import WatchpostModel

@testable import Appliance
@testable import SystemSupport

/// A display on a slow bus, during one of whose steps the appliance is asked to end.
private final class SlowDisplay: CharacterDisplayDriver, Sendable {
    private struct State {
        var controller = EmulatedController()
        var steps = 0
    }

    private let state = Locked(State())
    /// The step, counted from the start, at which `strike` is called.
    let instant: Int
    private let strike: @Sendable () -> Void

    init(instant: Int, strike: @escaping @Sendable () -> Void) {
        self.instant = instant
        self.strike = strike
    }

    /// What a person sees.
    func frame(_ geometry: DisplayGeometry) -> CharacterFrame {
        state.withLock { $0.controller.frame(geometry) }
    }

    func perform(_ operations: [DisplayOperation]) throws(HardwareError) {
        for operation in operations.flatMap(\.steps) {
            let step = state.withLock { state in
                state.controller.apply(operation)
                state.steps += 1
                return state.steps
            }
            if step == instant { strike() }
            // A cell on a bus of 100 kHz: the rest of the appliance runs on meanwhile.
            // allowed: it holds the thread of the display alone, which bus calls block as well
            usleep(400)
        }
    }
}

extension DisplayOperation {
    /// The operation cell by cell, each of which may be the last before somebody pulls something.
    fileprivate var steps: [DisplayOperation] {
        guard case .write(let codes) = self else { return [self] }
        return codes.map { .write([$0]) }
    }
}

@Suite("The last words", .serialized)
struct FarewellTests {
    private static let geometry = DisplayGeometry.sixteenByTwo

    /// Random instants with their seed, so that one that fails can be asked for again.
    private static let instants: [Int] = {
        var random = SeededGenerator.announced(for: "instants of the stops")
        return (0..<TestEffort.rounds(6)).map { _ in Int.random(in: 1...120, using: &random) }
    }()

    @Test("a stop at any instant of a page turn leaves “stopped” on the display and no number below it")
    func stops() async throws {
        try await withThrowingTaskGroup(of: (Int, [String]).self) { group in
            for instant in FarewellTests.instants {
                group.addTask { (instant, try await FarewellTests.lines(stoppedAt: instant)) }
            }
            for try await (instant, lines) in group {
                #expect(lines[0].hasPrefix("Watchpost   "), "stopped at step \(instant): \(lines)")
                #expect(lines[1].hasPrefix("stopped"), "stopped at step \(instant): \(lines)")
                #expect(!lines[1].contains("of"), "stopped at step \(instant): \(lines)")
            }
        }
    }

    /// Turns pages until the display strikes, ends as `Application.close` does, and says what can be read then.
    private static func lines(stoppedAt instant: Int) async throws -> [String] {
        let (struck, strike) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingOldest(1))
        let display = SlowDisplay(instant: instant) { strike.yield() }
        let panel = try PanelHost.watching(
            addresses: ["watchpost.local:8080", "192.168.1.23:8080"],
            display: display
        )
        let work = Task { await panel.run() }
        let turning = Task {
            while !Task.isCancelled {
                panel.submit(.request(.nextPage))
                // A finger on the button; the display takes a page in four a second.
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        for await _ in struck { break }
        turning.cancel()
        panel.submit(.stop())
        work.cancel()
        await work.value
        return FrameEncoder(geometry: geometry, rom: .a00).text(of: display.frame(geometry))
    }
}
