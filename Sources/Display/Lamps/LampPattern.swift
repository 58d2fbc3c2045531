/// A repeating on/off timeline of one LED: data, played by one small state machine.
package struct LampPattern: Hashable, Sendable {
    /// The LED is lit or dark for a time.
    package struct Step: Hashable, Sendable {
        package var lit: Bool
        package var duration: Duration

        package init(lit: Bool, duration: Duration) {
            self.lit = lit
            self.duration = duration
        }
    }

    /// At least one; a pattern of one step never changes and its duration says nothing.
    package let steps: [Step]
    /// The length of one repetition; positive.
    package let period: Duration

    package init(steps: [Step]) {
        precondition(!steps.isEmpty, "a lamp pattern needs a step")
        precondition(steps.allSatisfy { $0.duration > .zero }, "a step of a lamp pattern lasts")
        self.steps = steps
        period = steps.reduce(.zero) { $0 + $1.duration }
    }

    /// Lit, dark, lit, dark… for the given numbers of milliseconds; a pattern starts lit.
    package init(milliseconds: Int...) {
        self.init(
            steps: milliseconds.enumerated().map { index, length in
                Step(lit: index.isMultiple(of: 2), duration: .milliseconds(length))
            }
        )
    }

    package static let off = LampPattern(steps: [Step(lit: false, duration: .seconds(1))])
    package static let steady = LampPattern(steps: [Step(lit: true, duration: .seconds(1))])

    /// The same pattern with light and dark exchanged.
    package var inverted: LampPattern {
        LampPattern(steps: steps.map { Step(lit: !$0.lit, duration: $0.duration) })
    }

    /// Whether the LED never changes.
    package var isConstant: Bool { steps.count == 1 }

    /// What the LED does `elapsed` after the start of some repetition, and how long that lasts.
    ///
    /// `elapsed` is any monotonic reading: every lamp counts from the same zero, so all of them blink in
    /// step.
    /// - Returns: `remaining` is nil when the LED never changes, else positive.
    package func phase(at elapsed: Duration) -> (lit: Bool, remaining: Duration?) {
        guard !isConstant else { return (steps[0].lit, nil) }
        var rest = elapsed.remainder(dividingBy: period)
        for step in steps {
            if rest < step.duration { return (step.lit, step.duration - rest) }
            rest -= step.duration
        }
        return (steps[0].lit, steps[0].duration)
    }
}
