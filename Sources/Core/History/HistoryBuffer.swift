package import WatchpostModel

/// Decides when changes of state are stamped, remembered and written: rarely, because cards wear.
///
/// A minute of changes goes in one transaction. With every write goes the mark that the appliance was alive; while
/// nothing changes, one is written every hour. So a kill makes at most an hour look unknown, never a wrong state.
package struct HistoryBuffer: Sendable {
    /// What happens to it.
    package enum Event: Sendable {
        /// A change was seen; `since` is when it happened, where that is known better than by the moment.
        case changed(HistorySubject, code: UInt8, since: UnixTime?)
        /// Some time went by; due at least every minute.
        case tick
        /// The batch that was last handed out is committed.
        case written
        /// It is not, and is tried again a minute later.
        case failed
        /// The appliance stops: everything goes out at once.
        case stop
    }

    /// What its owner is to do.
    package enum Effect: Hashable, Sendable {
        /// Add to the index.
        case remember(HistoryEntry)
        /// Commit, and report `written` or `failed`.
        case write(HistoryBatch)
        /// Forget what is older, in the index.
        case forget(before: UnixTime)
    }

    /// Between two writes, and from a change to its write.
    package static let interval = Duration.seconds(60)
    /// Between two marks that the appliance is alive, when nothing else is written.
    package static let aliveInterval = Duration.seconds(3_600)
    /// Between two prunings.
    package static let pruneInterval = Duration.seconds(86_400)
    /// How long changes are kept, in seconds: 90 days.
    package static let retention: Int64 = 90 * 86_400
    /// Changes that wait while the disk refuses; beyond it the oldest are given up.
    package static let mostWaiting = 20_000

    /// A change seen before the clock was trusted, to be dated once it is.
    private struct Undated: Sendable {
        var subject: HistorySubject
        var code: UInt8
        var seen: Duration
    }

    private var undated: [Undated] = []
    /// The newest code of each subject in `undated`: the index does not know it yet.
    private var undatedCodes: [HistorySubject: UInt8] = [:]
    private var waiting: [HistoryEntry] = []
    /// Handed out, neither committed nor refused.
    private var underway: [HistoryEntry]?
    private var firstWaiting: Duration?
    private var lastWrite: Duration
    private var lastPrune: Duration?

    /// - Parameter start: the monotonic time of the start.
    package init(startingAt start: Duration) {
        lastWrite = start
    }

    package mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        var effects = date(at: now)
        switch event {
        case .changed(let subject, let code, let since):
            effects += change(subject, code, since, now)
        case .tick:
            if isDue(now) { effects += write(now) }
        case .written:
            underway = nil
        case .failed:
            waiting = Array(((underway ?? []) + waiting).suffix(HistoryBuffer.mostWaiting))
            underway = nil
            lastPrune = nil
            if !waiting.isEmpty { firstWaiting = now.monotonic }
        case .stop:
            effects += write(now)
        }
        return effects
    }

    /// The last run's endings, found when its file could be read at last, are written before what waits; all of these.
    mutating func begin(with endings: [HistoryEntry]) -> [HistoryEntry] {
        waiting = endings + waiting
        firstWaiting = firstWaiting ?? (waiting.isEmpty ? nil : lastWrite)
        return waiting
    }

    private mutating func change(
        _ subject: HistorySubject,
        _ code: UInt8,
        _ since: UnixTime?,
        _ now: Moment
    ) -> [Effect] {
        guard let wall = now.wall else {
            // Until it is in the index, the same change is reported again and again.
            if undatedCodes[subject] != code, undated.count < HistoryBuffer.mostWaiting {
                undatedCodes[subject] = code
                undated.append(Undated(subject: subject, code: code, seen: now.monotonic))
            }
            return []
        }
        let at = since.map { min($0, wall) } ?? wall
        return [keep(HistoryEntry(subject: subject, code: code, at: at), now)]
    }

    /// Dates what was seen before the clock was set, by how long ago that was.
    private mutating func date(at now: Moment) -> [Effect] {
        guard let wall = now.wall, !undated.isEmpty else { return [] }
        let entries = undated.map { change in
            let ago = (now.monotonic - change.seen).components.seconds
            return HistoryEntry(subject: change.subject, code: change.code, at: wall.advanced(by: -ago))
        }
        undated = []
        undatedCodes = [:]
        return entries.map { keep($0, now) }
    }

    private mutating func keep(_ entry: HistoryEntry, _ now: Moment) -> Effect {
        if waiting.isEmpty { firstWaiting = now.monotonic }
        waiting.append(entry)
        return .remember(entry)
    }

    private func isDue(_ now: Moment) -> Bool {
        guard underway == nil, now.wall != nil else { return false }
        if now.monotonic - lastWrite >= HistoryBuffer.aliveInterval { return true }
        guard let firstWaiting, !waiting.isEmpty else { return false }
        return now.monotonic - max(firstWaiting, lastWrite) >= HistoryBuffer.interval
    }

    private mutating func write(_ now: Moment) -> [Effect] {
        let mustPrune = lastPrune.map { now.monotonic - $0 >= HistoryBuffer.pruneInterval } ?? true
        let horizon = mustPrune ? now.wall?.advanced(by: -HistoryBuffer.retention) : nil
        if horizon != nil { lastPrune = now.monotonic }
        let batch = HistoryBatch(entries: waiting, alive: now.wall, horizon: horizon)
        underway = (underway ?? []) + waiting
        waiting = []
        firstWaiting = nil
        lastWrite = now.monotonic
        return [.write(batch)] + (horizon.map { [.forget(before: $0)] } ?? [])
    }
}

/// What goes into one transaction.
package struct HistoryBatch: Hashable, Sendable {
    package var entries: [HistoryEntry]
    /// The appliance is alive at this time; nil while the clock is not trusted.
    package var alive: UnixTime?
    /// Changes before it are removed; nil: nothing is, this time.
    package var horizon: UnixTime?

    package init(entries: [HistoryEntry], alive: UnixTime?, horizon: UnixTime?) {
        self.entries = entries
        self.alive = alive
        self.horizon = horizon
    }
}
