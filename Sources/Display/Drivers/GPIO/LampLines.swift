/// The LEDs' lines: does what the rules of `LampLineKeeper` decide.
///
/// For one thread; a call is a few system calls and never waits.
package final class LampLines {
    /// One granted request and which of its lines is whose.
    private struct Group {
        let lines: any OutputLines
        let outputs: [LampOutput]
    }

    private let source: any LineSource
    private let wiring: [LampOutput: OutputLine]
    private var keeper: LampLineKeeper
    private var groups: [Group] = []
    private var reports: [[HardwareError]] = []

    /// Who holds the lines, as other programs see it.
    package static let consumer = "watchpost lamps"

    package init(wiring: [LampOutput: OutputLine], source: any LineSource) {
        self.wiring = wiring
        self.source = source
        let order = wiring.keys.sorted { ($0.lamp, $0.led.rank) < ($1.lamp, $1.led.rank) }
        keeper = LampLineKeeper(outputs: order)
    }

    /// When `tick` is due, on the monotonic clock.
    package var nextWake: Duration? { keeper.nextWake }

    /// Drives LEDs, all that change in one call for each request.
    ///
    /// - Returns: What is wrong now, when that has changed; empty: nothing any more.
    package func light(_ changes: [LampOutput: Bool], at now: Duration) -> [HardwareError]? {
        send(.light(changes), at: now)
    }

    /// Asks again for lines that were refused.
    package func tick(at now: Duration) -> [HardwareError]? {
        send(.tick, at: now)
    }

    private func send(_ event: LampLineKeeper.Event, at now: Duration) -> [HardwareError]? {
        reports = []
        perform(keeper.handle(event, at: now), at: now)
        return reports.last
    }

    private func perform(_ effects: [LampLineKeeper.Effect], at now: Duration) {
        for effect in effects {
            switch effect {
            case .drive(let levels): drive(levels, at: now)
            case .claim(let levels): claim(levels, at: now)
            case .tell(let errors): reports.append(errors)
            }
        }
    }

    private func drive(_ levels: [LampOutput: Bool], at now: Duration) {
        for group in groups {
            var mask: UInt32 = 0
            var bits: UInt32 = 0
            for (index, output) in group.outputs.enumerated() {
                guard let level = levels[output] else { continue }
                mask |= 1 << UInt32(index)
                if level { bits |= 1 << UInt32(index) }
            }
            guard mask != 0 else { continue }
            do throws(HardwareError) {
                try group.lines.set(bits, mask: mask)
            } catch {
                groups.removeAll { $0.lines === group.lines }
                perform(keeper.handle(.lost(Set(group.outputs), error), at: now), at: now)
            }
        }
    }

    private func claim(_ levels: [LampOutput: Bool], at now: Duration) {
        let asked = levels.keys.sorted { ($0.lamp, $0.led.rank) < ($1.lamp, $1.led.rank) }
        var refused: [LampOutput: HardwareError] = [:]
        do throws(HardwareError) {
            let free = try free(asked, refused: &refused)
            if !free.isEmpty { try request(free, levels, at: now) }
        } catch {
            for output in asked where refused[output] == nil { refused[output] = error }
        }
        if !refused.isEmpty { perform(keeper.handle(.refused(refused), at: now), at: now) }
    }

    /// Those of the lines that exist and that nobody holds; of two that are the same line the first.
    private func free(
        _ asked: [LampOutput],
        refused: inout [LampOutput: HardwareError]
    ) throws(HardwareError) -> [(output: LampOutput, line: ClaimedLine)] {
        let wires = asked.compactMap { wiring[$0] }
        var taken: [UInt32: LampOutput] = [:]
        var free: [(output: LampOutput, line: ClaimedLine)] = []
        for (index, result) in try source.find(wires.map(\.line)).enumerated() {
            let output = asked[index]
            switch result {
            case .failure(let error): refused[output] = error
            case .success(let found):
                if found.holder == LampLines.consumer || taken[found.offset] != nil {
                    refused[output] = LampLines.twice(found)
                } else if let error = found.taken {
                    refused[output] = error
                } else {
                    taken[found.offset] = output
                    free.append((output, ClaimedLine(found: found, isActiveLow: wires[index].isActiveLow)))
                }
            }
        }
        return free
    }

    private func request(
        _ free: [(output: LampOutput, line: ClaimedLine)],
        _ levels: [LampOutput: Bool],
        at now: Duration
    ) throws(HardwareError) {
        let bits = free.enumerated().reduce(UInt32(0)) {
            levels[$1.element.output] == true ? $0 | 1 << UInt32($1.offset) : $0
        }
        let lines = try source.claim(free.map(\.line), levels: bits, as: LampLines.consumer)
        groups.append(Group(lines: lines, outputs: free.map(\.output)))
        perform(keeper.handle(.claimed(Set(free.map(\.output))), at: now), at: now)
    }

    private static func twice(_ found: FoundLine) -> HardwareError {
        HardwareError(
            "\(found.line) is the line of two LEDs: give each LED of a lamp a line of its own",
            short: "two LEDs on \(found.line)"
        )
    }
}

extension LED {
    /// The order in which lines are asked for.
    fileprivate var rank: Int {
        switch self {
        case .green: 0
        case .red: 1
        case .single: 2
        }
    }
}
