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

    package init(steps: [Step]) {
        precondition(!steps.isEmpty, "a lamp pattern needs a step")
        self.steps = steps
    }

    package static let off = LampPattern(steps: [Step(lit: false, duration: .seconds(1))])
    package static let steady = LampPattern(steps: [Step(lit: true, duration: .seconds(1))])
}
