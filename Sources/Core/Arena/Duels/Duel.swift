package import WatchpostModel

/// Which of the two.
package enum DuelSide: Hashable, Sendable, CaseIterable {
    /// Who asked for it.
    case creator
    case opponent

    package var other: DuelSide { self == .creator ? .opponent : .creator }
}

/// Something of each side.
package struct DuelSides<Value: Hashable & Sendable>: Hashable, Sendable {
    package var creator: Value
    package var opponent: Value

    package init(creator: Value, opponent: Value) {
        (self.creator, self.opponent) = (creator, opponent)
    }

    package subscript(side: DuelSide) -> Value {
        get { side == .creator ? creator : opponent }
        set {
            switch side {
            case .creator: creator = newValue
            case .opponent: opponent = newValue
            }
        }
    }
}

/// A contest of two friends on one board: who has the best score of a stretch of time, or reaches a goal first.
///
/// A value: what becomes of it follows from what it is told and when. Each score counts by itself, whatever the board makes of
/// several.
package struct Duel: Hashable, Sendable {
    package enum State: Int64, Hashable, Sendable, CaseIterable {
        /// For the opponent's answer.
        case waiting
        case running
        case over
    }

    package enum Outcome: Int64, Hashable, Sendable, CaseIterable {
        case creator, opponent, draw, void

        init(_ side: DuelSide) {
            self = side == .creator ? .creator : .opponent
        }
    }

    /// Why it is over.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// One reached it; one was better; one alone played; both were equal; nobody played.
        case goal, better, alone, level, nobody
        /// It never ran.
        case declined, cancelled, expired, unfriended
        case gaveUp
        /// Between the two, of one of them, of the game; both became one player.
        case blocked, removed, closed, merged
        /// A result that decided it does not count any more.
        case hidden

        /// As both sides are shown it: who blocked whom is nobody's business.
        package var shown: Reason { self == .blocked ? .unfriended : self }

        /// Whether results decided, and may do so anew.
        var isByResults: Bool {
            switch self {
            case .goal, .better, .alone, .level, .nobody, .hidden: true
            case .declined, .cancelled, .expired, .unfriended, .gaveUp, .blocked, .removed, .closed, .merged:
                false
            }
        }
    }

    /// Whether somebody was told that it ends soon.
    package enum Reminder: Int64, Hashable, Sendable {
        case untold
        /// Who was behind.
        case told
        /// Nobody was behind when the time came.
        case level
    }

    /// What both agree on.
    package struct Terms: Hashable, Sendable {
        /// Less is better, as on the board.
        package var isAscending: Bool
        /// Nil: the better one at the end wins.
        package var goal: Int64?
        /// How long it runs.
        package var seconds: Int64

        package init(isAscending: Bool, goal: Int64?, seconds: Int64) {
            (self.isAscending, self.goal, self.seconds) = (isAscending, goal, seconds)
        }

        func reachesGoal(_ standing: ResultStanding?) -> Bool {
            guard let goal, let standing else { return false }
            return isAscending ? standing.score <= goal : standing.score >= goal
        }
    }

    package internal(set) var terms: Terms
    /// Whether the terms say which score is the better one; only of one that is over they may not.
    package internal(set) var isOrderKnown = true
    package let createdAt: UnixTime
    package internal(set) var state = State.waiting
    /// Only when it is over, and so are the two below.
    package internal(set) var outcome: Outcome?
    package internal(set) var reason: Reason?
    package internal(set) var overAt: UnixTime?
    /// When it began, when it ends, and the newest result before it: those with greater numbers may count.
    package internal(set) var startedAt: UnixTime?
    package internal(set) var endsAt: UnixTime?
    package internal(set) var startedSequence: Int64?
    /// The best of each within it.
    package internal(set) var bests = DuelSides<ResultStanding?>(creator: nil, opponent: nil)
    package internal(set) var reminder = Reminder.untold

    package init(_ terms: Terms, at now: UnixTime) {
        (self.terms, createdAt) = (terms, now)
    }

    /// When nobody waits for the answer any longer.
    package var answerBy: UnixTime { createdAt.advanced(by: ArenaRules.duelAnswer) }

    /// From when on who is behind is told so: a day before the end, of duels shorter than four days a quarter of them.
    package var nearAt: UnixTime? { endsAt?.advanced(by: -min(ArenaRules.duelNear, terms.seconds / 4)) }

    /// Who has the better score; nil: neither, or nobody knows any more which one that is.
    package var leader: DuelSide? {
        switch (bests.creator, bests.opponent) {
        case (nil, nil): return nil
        case (_?, nil): return .creator
        case (nil, _?): return .opponent
        case (let creator?, let opponent?):
            guard isOrderKnown else { return nil }
            if creator.isBetter(than: opponent, isAscending: terms.isAscending) { return .creator }
            return opponent.isBetter(than: creator, isAscending: terms.isAscending) ? .opponent : nil
        }
    }

    /// Takes the order in which it was played from who won, because nothing else says it any more.
    mutating func takeOrderOfOutcome() {
        guard let creator = bests.creator?.score, let opponent = bests.opponent?.score else { return }
        switch outcome {
        case .creator where reason?.isByResults == true: terms.isAscending = creator < opponent
        case .opponent where reason?.isByResults == true: terms.isAscending = opponent < creator
        case .creator, .opponent, .draw, .void, nil: isOrderKnown = false
        }
    }

    /// Whether the clock alone changes it.
    package func isDue(at now: UnixTime) -> Bool {
        switch state {
        case .waiting: now >= answerBy
        case .running: endsAt.map { now >= $0 } ?? false
        case .over: false
        }
    }

    /// Whether a result of this number, accepted then, is of its time.
    func includes(_ sequence: Int64, at: UnixTime) -> Bool {
        guard let startedSequence, let startedAt, let endsAt else { return false }
        return sequence > startedSequence && at >= startedAt && at < endsAt
    }
}

/// What follows from a change of a duel.
package enum DuelEffect: Hashable, Sendable {
    /// It is not this side's to do, or not any more.
    case refused
    case tell(DuelSide, NewsKind)
    /// What a side was to be told, and has not been yet, is no longer true.
    case withdraw(DuelSide, NewsKind)
}
