package import WatchpostModel

/// What the appliance says its schedules hash to at this moment.
package struct LiveHashes: Hashable, Sendable {
    /// Of all modes together.
    package var all: String
    /// By mode; nil where the appliance tells the hash of all alone.
    package var modes: [String: String]?

    package init(all: String, modes: [String: String]? = nil) {
        self.all = all
        self.modes = modes
    }

    /// The hash that a stored mode has to have; nil: there is no such mode.
    func hash(of key: String) -> String? {
        guard let modes else { return all }
        return modes[key]
    }
}

/// Schedules with the hashes that came with them, in one answer.
package struct FetchedSchedules: Hashable, Sendable {
    /// Of all modes together.
    package var hash: String
    /// Who published them, in words.
    package var source: String
    /// In the order of the appliance.
    package var modes: [StoredSchedules.Mode]

    package init(hash: String, source: String, modes: [StoredSchedules.Mode]) {
        self.hash = hash
        self.source = source
        self.modes = modes
    }
}

/// How up-to-date schedules are come by: the flow chart of Map Timer's author, without its gaps.
///
/// Store and live hash are asked for together, for three seconds at most. What is equal is stored and accurate. What is
/// not, or is not there, is fetched. When that fails, what is stored is marked, and stays under its old hash, so that
/// the next refresh sees the difference again. Without a hash what is stored is marked; without anything stored there
/// is what came with the app, marked. What is fetched is believed when the hash that came with it is the live one; else
/// the hash is asked for once more, because the file may have been edited in between.
///
/// Instants are milliseconds since 1970 by this device's clock.
package struct ScheduleRefresh: Sendable {
    /// What happens.
    package enum Event: Hashable, Sendable {
        case began
        /// The store was read; nil: nothing, or nothing that can be read.
        case stored(StoredSchedules?)
        case live(LiveHashes)
        case noHash(WatchpostError)
        case fetched(FetchedSchedules)
        case fetchFailed(WatchpostError)
        /// The limit with this number is over.
        case timeIsUp(Int)
    }

    /// Something that takes time; each ends with an event.
    package enum Work: Hashable, Sendable {
        case readStore
        case askHash
        case fetch
        /// After so many seconds: `timeIsUp` with the number.
        case limit(Int, seconds: Double)
    }

    /// What is to be done.
    package enum Effect: Hashable, Sendable {
        case begin(Work)
        case save(StoredSchedules)
        /// The end: nothing is to be done after it.
        case answer([MapSchedule])
    }

    private enum State: Hashable, Sendable {
        case idle
        case asking
        case fetching
        /// The hash is asked for once more: what was fetched came with another one.
        case agreeing(FetchedSchedules)
        case answered
    }

    /// Seconds for store and hash.
    package static let askLimit = 3.0
    /// Seconds for the schedules, which a person waits for only when there is something new.
    package static let fetchLimit = 10.0
    /// How often schedules are fetched until they agree with the live hash.
    private static let fetches = 2
    /// How old a confirmation may become before it is written again, in milliseconds: every look would wear flash.
    private static let confirmedEvery: Int64 = 15 * 60_000

    /// nil: every mode.
    let wanted: [String]?
    private let force: Bool
    let builtIn: RotationSchedules?
    private var state = State.idle
    private var step = 0
    private var fetchesLeft = ScheduleRefresh.fetches
    private var begun: Int64 = 0
    private var hasRead = false
    private var stored: StoredSchedules?
    /// What was fetched last and did not agree with the live hash: better than what came with the app, and marked.
    private var doubted: StoredSchedules?
    private(set) var live: LiveHashes?
    /// When the live hash came.
    private(set) var liveSince: Int64 = 0
    private var failure: WatchpostError?

    /// `modes`: the keys to answer for, nil for all; `force` fetches what is equal as well.
    package init(modes: [String]? = nil, force: Bool = false, builtIn: RotationSchedules?) {
        wanted = modes
        self.force = force
        self.builtIn = builtIn
    }

    /// Takes what happened; what comes too late does nothing.
    package mutating func handle(_ event: Event, at now: Int64) -> [Effect] {
        switch (state, event) {
        case (.idle, .began):
            begun = now
            state = .asking
            return [.begin(.readStore), .begin(.askHash), limit(ScheduleRefresh.askLimit)]
        case (.asking, .stored(let schedules)):
            guard !hasRead else { return [] }
            hasRead = true
            stored = schedules
            return compare(at: now)
        case (.asking, .live(let hashes)):
            (live, liveSince) = (hashes, now)
            return compare(at: now)
        case (.asking, .noHash(let reason)):
            failure = reason
            return compare(at: now)
        case (.fetching, .fetched(let fetched)): return take(fetched, at: now)
        case (.fetching, .fetchFailed(let reason)): return give(.outdated(reason))
        case (.agreeing(let fetched), .live(let hashes)):
            (live, liveSince) = (hashes, now)
            if hashes.all == fetched.hash { return believe(fetched, at: now) }
            return fetchesLeft > 0 ? fetch() : give(.contradictory)
        case (.agreeing, .noHash(let reason)): return give(.outdated(reason))
        case (_, .timeIsUp(let number)) where number == step: return timeIsUp(at: now)
        default: return []
        }
    }

    /// The answer by what is known so far, for somebody who cannot wait any longer.
    package mutating func abandon() -> [MapSchedule] {
        for case .answer(let answer) in give(live == nil ? .unchecked(.cancelled) : .outdated(.cancelled)) {
            return answer
        }
        return []
    }

    private mutating func timeIsUp(at now: Int64) -> [Effect] {
        let reason = WatchpostError.unreachable("no answer in time")
        switch state {
        case .asking:
            hasRead = true
            if live == nil, failure == nil { failure = reason }
            return compare(at: now)
        case .fetching, .agreeing: return give(.outdated(reason))
        case .idle, .answered: return []
        }
    }

    /// Decides as soon as both store and hash are known.
    private mutating func compare(at now: Int64) -> [Effect] {
        guard hasRead, live != nil || failure != nil else { return [] }
        guard let live else { return give(.unchecked(failure ?? .cancelled)) }
        guard !force, let stored, isEqual(stored, live) else { return fetch() }
        return confirm(stored, live, at: now) + give(nil)
    }

    /// Whether everything that is wanted is stored under its live hash, or known to be gone.
    private func isEqual(_ stored: StoredSchedules, _ live: LiveHashes) -> Bool {
        guard let wanted else { return stored.hash == live.all }
        return stored.hash == live.all
            || wanted.allSatisfy { live.modes != nil && stored.mode($0)?.hash == live.hash(of: $0) }
    }

    private mutating func fetch() -> [Effect] {
        fetchesLeft -= 1
        state = .fetching
        return [.begin(.fetch), limit(ScheduleRefresh.fetchLimit)]
    }

    private mutating func take(_ fetched: FetchedSchedules, at now: Int64) -> [Effect] {
        if fetched.hash == live?.all { return believe(fetched, at: now) }
        doubted = record(of: fetched, at: now)
        // One of the two is out of date, and nobody knows which.
        live = nil
        state = .agreeing(fetched)
        return [.begin(.askHash), limit(ScheduleRefresh.askLimit)]
    }

    private mutating func believe(_ fetched: FetchedSchedules, at now: Int64) -> [Effect] {
        let schedules = record(of: fetched, at: now)
        state = .answered
        return [.save(schedules), .answer(answers(schedules, origin: .fetched) { _ in nil })]
    }

    private func record(of fetched: FetchedSchedules, at now: Int64) -> StoredSchedules {
        StoredSchedules(
            hash: fetched.hash,
            source: fetched.source,
            asked: begun,
            confirmed: now,
            modes: fetched.modes
        )
    }

    /// Answers by what is stored.
    ///
    /// `mark` is for what is not stored under its live hash: what is equal is accurate, whatever else has failed.
    private mutating func give(_ mark: MapSchedule.Mark?) -> [Effect] {
        state = .answered
        guard let stored else {
            return [.answer(answers(doubted, origin: .fetched) { _ in mark ?? .contradictory })]
        }
        let live = live
        let answer = answers(stored, origin: .stored) { key in
            guard let live else { return mark ?? .contradictory }
            if stored.hash == live.all { return nil }
            let isEqual = live.modes != nil && stored.mode(key)?.hash == live.hash(of: key)
            return isEqual ? nil : mark ?? .contradictory
        }
        return [.answer(answer)]
    }

    private func confirm(_ stored: StoredSchedules, _ live: LiveHashes, at now: Int64) -> [Effect] {
        // A file may say anything.
        let (age, isOdd) = now.subtractingReportingOverflow(stored.confirmed)
        let isDue = isOdd || age < 0 || age >= ScheduleRefresh.confirmedEvery
        guard stored.hash == live.all, isDue else { return [] }
        var confirmed = stored
        confirmed.asked = begun
        confirmed.confirmed = now
        return [.save(confirmed)]
    }

    private mutating func limit(_ seconds: Double) -> Effect {
        step += 1
        return .begin(.limit(step, seconds: seconds))
    }
}
