import Core
import Display
import TestSupport
import Testing

@testable import Appliance
@testable import SystemSupport

/// Lamps that hang on no GPIO line: on an expander, say.
private final class SampleLamps: LineSource, Sendable {
    struct State {
        /// What was asked for, by its names.
        var claimed: [String] = []
        /// The levels of all lines since, in their order.
        var levels: [UInt32] = []
        var isGivenBack = false
    }

    let state = Locked(State())

    func find(_ lines: [GPIOLine]) throws(HardwareError) -> [Result<FoundLine, HardwareError>] {
        lines.enumerated().map { place, line in
            .success(FoundLine(offset: UInt32(place), line: line, holder: nil))
        }
    }

    func claim(_ lines: [ClaimedLine], levels: UInt32, as consumer: String) throws(HardwareError)
        -> any OutputLines
    {
        state.withLock { state in
            state.claimed = lines.map(\.found.line.description)
            state.levels = [levels]
        }
        return SampleLines(self)
    }
}

/// The lines that were given out; given back with the last reference.
private final class SampleLines: OutputLines {
    private let lamps: SampleLamps

    init(_ lamps: SampleLamps) {
        self.lamps = lamps
    }

    deinit {
        lamps.state.withLock { $0.isGivenBack = true }
    }

    func set(_ levels: UInt32, mask: UInt32) throws(HardwareError) {
        lamps.state.withLock { state in
            let before = state.levels.last ?? 0
            state.levels.append((before & ~mask) | (levels & mask))
        }
    }
}

@Suite("A lamp driver beside ours")
struct SampleLampDriverTests {
    /// Runs a panel with the lamps until they were driven, and asks it to end.
    private static func light(_ lamps: SampleLamps) async throws -> Bool {
        let panel = try PanelHost.watching(wire: { wiring in
            wiring.lampSource = lamps
            wiring.lamps = [
                LampOutput(lamp: 0, led: .green): OutputLine(.name("SAMPLE1")),
                LampOutput(lamp: 0, led: .red): OutputLine(.name("SAMPLE2")),
            ]
        })
        let work = Task { await panel.run() }
        let isDriven = await becomesTrue { lamps.state.withLock { $0.levels.count > 1 } }
        panel.submit(.stop())
        await work.value
        return isDriven
    }

    @Test("the lamp test lights all that hangs on it, the lamps follow, and it gets its lines back")
    func driven() async throws {
        let lamps = SampleLamps()
        #expect(try await Self.light(lamps))
        let state = lamps.state.withLock { $0 }
        #expect(state.claimed == ["SAMPLE1", "SAMPLE2"])
        #expect(state.levels.first == 0b11, "the lamp test")
        #expect(state.levels.dropFirst().contains { $0 != 0b11 }, "what the lamps say")
        #expect(await becomesTrue { lamps.state.withLock { $0.isGivenBack } })
    }
}
