package import Core

/// Plays the patterns of all lamps: the one state machine between a meaning and a GPIO line.
///
/// Patterns run on the monotonic clock from its own zero, so that all lamps blink in step and a meaning that
/// is set again does not stutter. At the start every LED is lit for a second, so that a broken one is
/// noticed.
package struct LampPlayer: Sendable {
    /// What can happen to it.
    package enum Event: Sendable {
        /// Runs the lamp test; the signals set before or meanwhile show after it.
        case test
        /// Sets what every lamp says, in the order of the configuration.
        case show([LampSignal])
        /// The time asked for with `wake` has come, or any other.
        case tick
    }

    /// The length of the lamp test.
    package static let testDuration = Duration.seconds(1)

    private let wirings: [LampWiring]
    private var signals: [LampSignal]
    private var testUntil: Duration?
    /// What each line was last set to; nothing before the first event.
    private var shown: [LampOutput: Bool] = [:]

    package init(wirings: [LampWiring]) {
        self.wirings = wirings
        signals = wirings.map { _ in .off }
    }

    package mutating func handle(_ event: Event, at now: Moment) -> [LampEffect] {
        switch event {
        case .test: testUntil = now.monotonic + LampPlayer.testDuration
        case .show(let signals): show(signals)
        case .tick: break
        }
        return lines(at: now.monotonic)
    }

    private mutating func show(_ signals: [LampSignal]) {
        precondition(signals.count == wirings.count, "as many signals as lamps")
        self.signals = signals
    }

    /// The lines that change now, and when the next one will.
    private mutating func lines(at now: Duration) -> [LampEffect] {
        if let end = testUntil, now >= end { testUntil = nil }
        var effects: [LampEffect] = []
        var next: Duration? = testUntil
        for (lamp, wiring) in wirings.enumerated() {
            for led in wiring.leds {
                let signal = testUntil == nil ? signals[lamp] : .test
                let (lit, remaining) = signal[led].phase(at: now)
                let output = LampOutput(lamp: lamp, led: led)
                if shown.updateValue(lit, forKey: output) != lit { effects.append(.set(output, lit: lit)) }
                if let remaining { next = min(next ?? now + remaining, now + remaining) }
            }
        }
        if let next { effects.append(.wake(at: next)) }
        return effects
    }
}

/// One line: an LED of a lamp.
package struct LampOutput: Hashable, Sendable {
    /// The lamp's place in the configuration, from 0.
    package var lamp: Int
    package var led: LED

    package init(lamp: Int, led: LED) {
        self.lamp = lamp
        self.led = led
    }
}

/// What the owner of a `LampPlayer` does.
package enum LampEffect: Hashable, Sendable {
    /// Drives a line.
    case set(LampOutput, lit: Bool)
    /// Sends `tick` at that monotonic time; replaces the time asked for before. None: nothing blinks.
    case wake(at: Duration)
}
