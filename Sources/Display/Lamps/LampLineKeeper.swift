/// Keeps every LED's line: which are ours, which are to be asked for, and when to ask again.
///
/// A line that is missing or held by another program does not stop the others; it is asked for again until it is given.
/// What lamps are told meanwhile is not lost: a line that comes back is driven to the present level from its first
/// instant.
package struct LampLineKeeper: Sendable {
    /// What can happen to it.
    package enum Event: Sendable {
        /// LEDs change.
        case light([LampOutput: Bool])
        /// Lines were granted, and are driven to the levels that were asked for.
        case claimed(Set<LampOutput>)
        /// Lines were not granted.
        case refused([LampOutput: HardwareError])
        /// Lines that were ours cannot be driven any more.
        case lost(Set<LampOutput>, HardwareError)
        /// The time asked for with `nextWake` has come, or any other.
        case tick
    }

    /// What its owner does.
    package enum Effect: Hashable, Sendable {
        /// Requests these lines with these levels; answered by `claimed` and `refused`.
        case claim([LampOutput: Bool])
        /// Drives lines that are ours.
        case drive([LampOutput: Bool])
        /// Tells what is wrong now, each once, in the order of the lamps; empty: nothing any more.
        case tell([HardwareError])
    }

    /// How long to wait after the first, second, third… refusal in a row.
    package static let retryPauses: [Duration] = [1, 2, 2, 5].map { .seconds($0) }

    private let outputs: [LampOutput]
    private var levels: [LampOutput: Bool] = [:]
    private var owned: Set<LampOutput> = []
    private var refused: [LampOutput: HardwareError] = [:]
    private var told: [HardwareError] = []
    private var refusals = 0
    /// When to ask again; nil while everything is ours or was never wanted.
    package private(set) var nextWake: Duration?

    /// The outputs that have lines, in the order of the lamps.
    package init(outputs: [LampOutput]) {
        self.outputs = outputs
    }

    package mutating func handle(_ event: Event, at now: Duration) -> [Effect] {
        switch event {
        case .light(let changes): return light(changes)
        case .tick:
            guard let due = nextWake, due <= now else { return [] }
            return claim(Set(refused.keys))
        case .claimed(let lines):
            owned.formUnion(lines)
            for line in lines { refused[line] = nil }
            return tell()
        case .refused(let reasons):
            refused.merge(reasons) { $1 }
            return settle(at: now)
        case .lost(let lines, let error):
            owned.subtract(lines)
            for line in lines { refused[line] = error }
            return settle(at: now)
        }
    }

    /// Drives what is ours; what nobody asked for yet is asked for now, with its level.
    private mutating func light(_ changes: [LampOutput: Bool]) -> [Effect] {
        let known = changes.filter { outputs.contains($0.key) }
        levels.merge(known) { $1 }
        let ours = known.filter { owned.contains($0.key) }
        let new = known.keys.filter { !owned.contains($0) && refused[$0] == nil }
        return (ours.isEmpty ? [] : [.drive(ours)]) + claim(Set(new))
    }

    private func claim(_ lines: Set<LampOutput>) -> [Effect] {
        lines.isEmpty ? [] : [.claim(levels.filter { lines.contains($0.key) })]
    }

    /// Waits longer from one refusal to the next.
    private mutating func settle(at now: Duration) -> [Effect] {
        let pauses = LampLineKeeper.retryPauses
        nextWake = now + pauses[min(refusals, pauses.count - 1)]
        refusals += 1
        return tell()
    }

    private mutating func tell() -> [Effect] {
        if refused.isEmpty {
            refusals = 0
            nextWake = nil
        }
        var errors: [HardwareError] = []
        for error in outputs.compactMap({ refused[$0] }) where !errors.contains(error) {
            errors.append(error)
        }
        guard errors != told else { return [] }
        told = errors
        return [.tell(errors)]
    }
}
