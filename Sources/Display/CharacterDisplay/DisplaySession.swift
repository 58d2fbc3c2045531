package import Core

/// Keeps a display at the newest frame: what is known of it, what is under way, and when to try again.
///
/// Frames that come while one is being written are dropped in favour of the newest. What is shown is only
/// believed after the driver said that the bus took it; after an error nothing is, and everything is written
/// again.
package struct DisplaySession: Sendable {
    /// What can happen to it.
    package enum Event: Sendable {
        /// This is to be shown; pages that take turns with it have these glyphs.
        case show(CharacterFrame, soon: Set<GlyphBitmap> = [])
        /// The driver wrote all of the last batch.
        case written
        /// The driver could not; why, in words.
        case failed(String)
        /// The time asked for with `wake` has come, or any other.
        case tick
    }

    /// What its owner does.
    package enum Effect: Hashable, Sendable {
        /// Gives the driver a batch; the answer is `written` or `failed`.
        case perform([DisplayOperation])
        /// Sends `tick` at that monotonic time; replaces the time asked for before.
        case wake(at: Duration)
        /// The display does not answer: said once, until `recovered`.
        case faulted(String)
        case recovered
    }

    /// At most four updates a second: liquid crystals smear when they change faster.
    package static let shortestPause = Duration.milliseconds(250)
    /// Setting the controller up again heals it, unseen, after noise on long wires put it out of step.
    ///
    /// So does switching the backlight, whose surge is such a noise.
    package static let healingPeriod = Duration.seconds(300)
    /// How long to wait after the first, second, third… failure in a row.
    package static let retryPauses: [Duration] = [1, 2, 5, 10, 30].map { .seconds($0) }

    private var wanted: CharacterFrame?
    /// Drawn while nothing else is to do, so that turning a page writes cells only.
    private var soon: Set<GlyphBitmap> = []
    /// What the controller holds; nil when that is not known.
    package private(set) var shown: CharacterFrame?
    private var writing: CharacterFrame?
    /// No batch starts before this.
    private var earliest: Duration?
    private var lastInitialised: Duration?
    private var failures = 0

    package init() {}

    /// Whether the driver failed the last time.
    package var isFaulted: Bool { failures > 0 }

    /// Whether the display shows what it should; one that does not answer will not.
    package var isSettled: Bool {
        guard let wanted else { return true }
        return isFaulted || (writing == nil && shown?.looks(like: wanted) ?? false)
    }

    package mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        switch event {
        case .show(let frame, let soon):
            wanted = frame
            self.soon = soon
            return proceed(at: now.monotonic)
        case .tick: return proceed(at: now.monotonic)
        case .written: return written() + proceed(at: now.monotonic)
        case .failed(let reason): return failed(reason, at: now.monotonic) + proceed(at: now.monotonic)
        }
    }

    private mutating func written() -> [Effect] {
        guard let frame = writing else { return [] }
        shown = frame
        writing = nil
        guard failures > 0 else { return [] }
        failures = 0
        return [.recovered]
    }

    private mutating func failed(_ reason: String, at now: Duration) -> [Effect] {
        guard writing != nil else { return [] }
        shown = nil
        writing = nil
        lastInitialised = nil
        let pauses = DisplaySession.retryPauses
        earliest = now + pauses[min(failures, pauses.count - 1)]
        failures += 1
        return failures == 1 ? [.faulted(reason)] : []
    }

    /// Starts the next batch if one is due and allowed, else asks to be woken for it.
    private mutating func proceed(at now: Duration) -> [Effect] {
        guard let wanted, writing == nil else { return [] }
        let isSwitching = shown.map { $0.backlight != wanted.backlight } ?? false
        let healing = isSwitching ? now : lastInitialised.map { $0 + DisplaySession.healingPeriod } ?? now
        let isDue = healing <= now || !(shown?.looks(like: wanted) ?? false)
        guard isDue else { return drawAhead() ?? [.wake(at: healing)] }
        if let earliest, now < earliest { return [.wake(at: earliest)] }
        return start(wanted, healing: healing <= now, at: now)
    }

    private mutating func start(_ wanted: CharacterFrame, healing: Bool, at now: Duration) -> [Effect] {
        let known = healing ? nil : shown
        let placed = GlyphPlacement(shown: known, kept: soon).placed(wanted)
        var operations = FrameDiff.operations(from: known, to: placed)
        if healing {
            operations.insert(.initialise, at: 0)
            lastInitialised = now
        }
        earliest = now + DisplaySession.shortestPause
        writing = placed.drawn(over: known ?? placed)
        return [.perform(operations)]
    }

    /// The glyphs that the next pages need; nil when all stand.
    ///
    /// Nobody sees it, so no pause has to be kept.
    private mutating func drawAhead() -> [Effect]? {
        let operations = GlyphPlacement(shown: shown, kept: soon).ahead()
        guard !operations.isEmpty, var next = shown else { return nil }
        for case .setGlyph(let slot, let bitmap) in operations { next.glyphs[slot] = bitmap }
        writing = next
        return [.perform(operations)]
    }
}
