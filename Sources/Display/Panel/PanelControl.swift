package import Core

/// The whole panel as one state machine: what is shown, the lamps that play it and the display that reaches
/// it.
///
/// Its owner needs one timer, one place to send bus operations to, and one to publish from.
package struct PanelControl: Sendable {
    /// What can happen to it.
    package enum Event: Sendable {
        /// Facts, a request, or the end: see `Panel.Event`.
        case panel(Panel.Event)
        /// The process starts: lamp test. The display waits for the first facts.
        case start
        /// The driver wrote all of the last batch.
        case displayWritten
        /// The driver could not; why, in words.
        case displayFailed(String)
        /// The time asked for with `wake` has come, or any other.
        case tick
    }

    /// What its owner does.
    package enum Effect: Hashable, Sendable {
        /// Publishes what is shown now.
        case publish(PanelState)
        /// Drives an LED.
        case light(LampOutput, lit: Bool)
        /// Gives the display's driver a batch, and answers `displayWritten` or `displayFailed`.
        case perform([DisplayOperation])
        /// Logs that the display does not answer: said once, until `displayRecovered`.
        case displayFaulted(String)
        case displayRecovered
    }

    private var panel: Panel
    private var lamps: LampPlayer
    private var display = DisplaySession()
    private var panelWake: Duration?
    private var lampWake: Duration?
    private var displayWake: Duration?

    package init(settings: PanelSettings) {
        panel = Panel(settings: settings)
        lamps = LampPlayer(wirings: settings.lamps.map(\.wiring))
    }

    /// When `tick` is due, on the monotonic clock; nil: not before the next event.
    ///
    /// To be asked after every event.
    package var nextWake: Duration? { [panelWake, lampWake, displayWake].compactMap { $0 }.min() }

    /// The same without the lamps: where nobody sees LEDs blink, only what they say matters.
    package var nextPageWake: Duration? { [panelWake, displayWake].compactMap { $0 }.min() }

    /// Whether the display shows what it should, as far as it can be reached.
    package var isSettled: Bool { display.isSettled }

    package mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .start: play(.test, at: now)
        case .panel(let event): show(event, at: now)
        case .displayWritten: refresh(.written, at: now)
        case .displayFailed(let reason): refresh(.failed(reason), at: now)
        case .tick: tick(at: now)
        }
    }

    /// Wakes only those whose time has come: a lamp that blips does not lay out pages.
    private mutating func tick(at now: Moment) -> [Effect] {
        var effects: [Effect] = []
        if let due = lampWake, due <= now.monotonic { effects += play(.tick, at: now) }
        if let due = panelWake, due <= now.monotonic { effects += show(.tick, at: now) }
        if let due = displayWake, due <= now.monotonic { effects += refresh(.tick, at: now) }
        return effects
    }

    private mutating func show(_ event: Panel.Event, at now: Moment) -> [Effect] {
        panelWake = nil
        var effects: [Effect] = []
        for effect in panel.handle(event, at: now) {
            switch effect {
            case .wake(let time): panelWake = time
            case .show(let state):
                effects += play(.show(state.lamps.map(\.reading.signal)), at: now)
                effects += refresh(.show(state.frame, soon: state.soon), at: now)
                effects.append(.publish(state))
            }
        }
        return effects
    }

    private mutating func play(_ event: LampPlayer.Event, at now: Moment) -> [Effect] {
        lampWake = nil
        return lamps.handle(event, at: now).compactMap { effect in
            switch effect {
            case .set(let output, let lit): return .light(output, lit: lit)
            case .wake(let time):
                lampWake = time
                return nil
            }
        }
    }

    private mutating func refresh(_ event: DisplaySession.Event, at now: Moment) -> [Effect] {
        displayWake = nil
        return display.handle(event, at: now).compactMap { effect in
            switch effect {
            case .perform(let operations): return .perform(operations)
            case .faulted(let reason): return .displayFaulted(reason)
            case .recovered: return .displayRecovered
            case .wake(let time):
                displayWake = time
                return nil
            }
        }
    }
}
