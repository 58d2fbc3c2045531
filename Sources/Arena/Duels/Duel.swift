import Core
import WatchpostModel

/// Which of the two.
enum DuelSide: Hashable, Sendable, CaseIterable {
    /// Who asked for it.
    case creator
    case opponent

    var other: DuelSide { self == .creator ? .opponent : .creator }
}

/// Something of each side.
struct DuelSides<Value: Hashable & Sendable>: Hashable, Sendable {
    var creator: Value
    var opponent: Value

    init(creator: Value, opponent: Value) {
        (self.creator, self.opponent) = (creator, opponent)
    }

    subscript(side: DuelSide) -> Value {
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
struct Duel: Hashable, Sendable {
    /// How far it is.
    typealias State = DuelBody.State

    enum Outcome: Int64, Hashable, Sendable, CaseIterable {
        case creator, opponent, draw, void

        init(_ side: DuelSide) {
            self = side == .creator ? .creator : .opponent
        }
    }

    /// Why it is over.
    enum Reason: String, Hashable, Sendable, CaseIterable {
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
        var shown: Reason { self == .blocked ? .unfriended : self }

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
    enum Reminder: Int64, Hashable, Sendable {
        case untold
        /// Who was behind.
        case told
        /// Nobody was behind when the time came.
        case level
    }

    /// What both agree on.
    struct Terms: Hashable, Sendable {
        /// Less is better, as on the board.
        var isAscending: Bool
        /// Nil: the better one at the end wins.
        var goal: Int64?
        /// How long it runs.
        var seconds: Int64

        init(isAscending: Bool, goal: Int64?, seconds: Int64) {
            (self.isAscending, self.goal, self.seconds) = (isAscending, goal, seconds)
        }

        func reachesGoal(_ standing: ResultStanding?) -> Bool {
            guard let goal, let standing else { return false }
            return isAscending ? standing.score <= goal : standing.score >= goal
        }
    }

    var terms: Terms
    /// Whether the terms say which score is the better one; only of one that is over they may not.
    var isOrderKnown = true
    let createdAt: UnixTime
    var state = State.waiting
    /// Only when it is over, and so are the two below.
    var outcome: Outcome?
    var reason: Reason?
    var overAt: UnixTime?
    /// When it began, when it ends, and the newest result before it: those with greater numbers may count.
    var startedAt: UnixTime?
    var endsAt: UnixTime?
    var startedSequence: Int64?
    /// The best of each within it.
    var bests = DuelSides<ResultStanding?>(creator: nil, opponent: nil)
    var reminder = Reminder.untold

    init(_ terms: Terms, at now: UnixTime) {
        (self.terms, createdAt) = (terms, now)
    }

    /// When nobody waits for the answer any longer.
    var answerBy: UnixTime { createdAt.advanced(by: ArenaRules.duelAnswer) }

    /// From when on who is behind is told so: a day before the end, of duels shorter than four days a quarter of them.
    var nearAt: UnixTime? { endsAt?.advanced(by: -min(ArenaRules.duelNear, terms.seconds / 4)) }

    /// Who has the better score; nil: neither, or nobody knows any more which one that is.
    var leader: DuelSide? {
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
    func isDue(at now: UnixTime) -> Bool {
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
enum DuelEffect: Hashable, Sendable {
    /// It is not this side's to do, or not any more.
    case refused
    case tell(DuelSide, NewsKind)
    /// What a side was to be told, and has not been yet, is no longer true.
    case withdraw(DuelSide, NewsKind)
}

extension DuelBody.State: StoredWord {
    static let stored: [DuelBody.State] = [.waiting, .running, .over]
}
