import Core
import WatchpostModel

/// What becomes of a duel.
extension Duel {
    enum Event: Hashable, Sendable {
        /// `after`: the number of the newest result.
        case accept(DuelSide, after: Int64)
        case decline(DuelSide)
        case cancel(DuelSide)
        case giveUp(DuelSide)
        /// A result of a side was accepted now, and counts.
        case scored(DuelSide, ResultStanding)
        /// Results began or ceased to count: the best of each within it, the first that reached the goal where one did.
        case recounted(DuelSides<ResultStanding?>, isHidden: Bool)
        /// The friendship ended.
        case unfriended
        case blocked
        /// A side is deleted.
        case removed(DuelSide)
        /// The game takes no results any more, or the board counts otherwise.
        case closed
        /// Both sides are one player since.
        case merged
        /// The clock went on.
        case tick
    }

    /// Nothing is decided by the clock while `now` is nil: it is not set.
    mutating func handle(_ event: Event, at now: UnixTime?) -> [DuelEffect] {
        if case .recounted(let bests, let isHidden) = event { return recount(bests, isHidden, at: now) }
        // What is due is decided first, whoever asks.
        let due = settle(at: now)
        switch state {
        case .waiting: return due + answer(event, at: now)
        case .running: return due + run(event, at: now)
        case .over: return due + (event.isWish ? [.refused] : [])
        }
    }

    /// An instant that is surely not later than now.
    private var latest: UnixTime { overAt ?? startedAt ?? createdAt }

    private mutating func settle(at now: UnixTime?) -> [DuelEffect] {
        guard let now, isDue(at: now) else { return [] }
        guard state == .running, let endsAt else { return drop(.expired, at: answerBy) }
        return end(verdict, at: endsAt)
    }

    // Waiting.

    private mutating func answer(_ event: Event, at now: UnixTime?) -> [DuelEffect] {
        switch event {
        case .accept(.opponent, let sequence):
            guard let now else { return [.refused] }
            (state, startedAt, startedSequence) = (.running, now, sequence)
            endsAt = now.advanced(by: terms.seconds)
            return [.withdraw(.opponent, .challenged), .tell(.creator, .answered)]
        case .decline(.opponent): return drop(.declined, at: now) + [.tell(.creator, .answered)]
        case .cancel(.creator): return drop(.cancelled, at: now)
        case .accept, .decline, .cancel, .giveUp: return [.refused]
        case .unfriended: return drop(.unfriended, at: now)
        case .blocked: return drop(.blocked, at: now)
        case .removed: return drop(.removed, at: now)
        case .closed: return drop(.closed, at: now)
        case .merged: return drop(.merged, at: now)
        case .scored, .recounted, .tick: return []
        }
    }

    /// It never runs.
    private mutating func drop(_ reason: Reason, at now: UnixTime?) -> [DuelEffect] {
        close(.void, reason, at: now)
        return [.withdraw(.opponent, .challenged)]
    }

    // Running.

    private mutating func run(_ event: Event, at now: UnixTime?) -> [DuelEffect] {
        switch event {
        case .accept(.opponent, _), .unfriended, .recounted: return []
        case .accept, .decline, .cancel: return [.refused]
        case .giveUp(let side): return end((Outcome(side.other), .gaveUp), at: now)
        case .scored(let side, let standing): return score(side, standing, at: now)
        // Nothing arrives from somebody who blocks, and who became one knows it.
        case .blocked: return end((.void, .blocked), at: now, telling: [])
        case .merged: return end((.void, .merged), at: now, telling: [])
        case .removed(let side): return end((.void, .removed), at: now, telling: [side.other])
        case .closed: return end((.void, .closed), at: now)
        case .tick: return reminder == .untold ? remind(at: now) : []
        }
    }

    private mutating func score(
        _ side: DuelSide,
        _ standing: ResultStanding,
        at now: UnixTime?
    ) -> [DuelEffect] {
        guard let now, includes(standing.sequence, at: now) else { return [] }
        if let best = bests[side], !standing.isBetter(than: best, isAscending: terms.isAscending) {
            return []
        }
        let before = leader
        bests[side] = standing
        if terms.reachesGoal(standing) { return end(verdict, at: now) }
        return leader == before && reminder == .told ? [] : remind(at: now)
    }

    /// Tells who is behind when the end is near, once, and takes that back when it is no longer so.
    private mutating func remind(at now: UnixTime?) -> [DuelEffect] {
        guard let now, let nearAt, now >= nearAt else { return [] }
        let behind = leader?.other
        guard reminder != .told else {
            return DuelSide.allCases.filter { $0 != behind }.map { DuelEffect.withdraw($0, .behind) }
        }
        reminder = behind == nil ? .level : .told
        return behind.map { [.tell($0, .behind)] } ?? []
    }

    // The end.

    /// What the results come to.
    private var verdict: (Outcome, Reason) {
        for side in DuelSide.allCases where terms.reachesGoal(bests[side]) { return (Outcome(side), .goal) }
        guard let leader else { return bests.creator == nil ? (.void, .nobody) : (.draw, .level) }
        return (Outcome(leader), bests[leader.other] == nil ? .alone : .better)
    }

    private mutating func end(
        _ verdict: (outcome: Outcome, reason: Reason),
        at now: UnixTime?,
        telling sides: [DuelSide] = DuelSide.allCases
    ) -> [DuelEffect] {
        close(verdict.outcome, verdict.reason, at: now)
        let reminded = reminder == .told ? DuelSide.allCases.map { DuelEffect.withdraw($0, .behind) } : []
        // That it was accepted is no news any more.
        return reminded + [.withdraw(.creator, .answered)] + sides.map { DuelEffect.tell($0, .decided) }
    }

    private mutating func close(_ outcome: Outcome, _ reason: Reason, at now: UnixTime?) {
        overAt = now ?? latest
        (state, self.outcome, self.reason) = (.over, outcome, reason)
    }

    // Results that count, or do not, since.

    private mutating func recount(
        _ bests: DuelSides<ResultStanding?>,
        _ isHidden: Bool,
        at now: UnixTime?
    ) -> [DuelEffect] {
        switch state {
        case .waiting: return []
        case .running:
            self.bests = bests
            let due = settle(at: now)
            if state == .over { return due }
            return verdict.1 == .goal ? end(verdict, at: now) : remind(at: now)
        case .over: return decideAnew(bests, isHidden, at: now)
        }
    }

    private mutating func decideAnew(
        _ bests: DuelSides<ResultStanding?>,
        _ isHidden: Bool,
        at now: UnixTime?
    ) -> [DuelEffect] {
        guard let reason, reason.isByResults, let overAt, let endsAt,
            (now ?? overAt).since(overAt) < ArenaRules.duelDecidedAnew
        else { return [] }
        self.bests = bests
        let before = outcome
        let (next, why) = verdict
        if why != .goal, overAt < endsAt, (now ?? overAt) < endsAt { return reopen(at: now) }
        outcome = next
        self.reason = isHidden && (next != before || reason == .hidden) ? .hidden : why
        guard next != before else { return [] }
        return DuelSide.allCases.flatMap { [DuelEffect.withdraw($0, .decided), .tell($0, .decided)] }
    }

    /// Nobody has reached the goal, and there is time left.
    private mutating func reopen(at now: UnixTime?) -> [DuelEffect] {
        (state, outcome, reason, overAt) = (.running, nil, nil, nil)
        return DuelSide.allCases.map { DuelEffect.withdraw($0, .decided) } + remind(at: now)
    }
}

extension Duel.Event {
    /// Whether somebody asks for it, and has to be told when it cannot be.
    fileprivate var isWish: Bool {
        switch self {
        case .accept, .decline, .cancel, .giveUp: true
        case .scored, .recounted, .unfriended, .blocked, .removed, .closed, .merged, .tick: false
        }
    }
}
