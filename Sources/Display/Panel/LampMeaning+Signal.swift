/// The lamp table: patterns as data. Nothing turns on more often than 2.5 times a second.
extension LampMeaning {
    /// The light of this meaning.
    ///
    /// `underlying` counts for `stale` only: what the lamp would say if its data were fresh. Whatever of that
    /// is lit goes on as a blink, so that the last known colour is still there but promises nothing.
    package func signal(over underlying: LampMeaning = .allUp) -> LampSignal {
        switch self {
        case .identify: LampMeaning.identifySignal
        case .internalFault: LampSignal(green: .off, red: .fast, single: .fast)
        case .notSetUp:
            LampSignal(green: .slowAlternation, red: .slowAlternation.inverted, single: .quarterHertz)
        case .noNetwork: LampSignal(green: .off, red: .twoFlashes, single: .twoFlashes)
        case .waiting: LampSignal(green: .oneSecondInFour, red: .oneSecondInFour, single: .oneSecondInFour)
        case .stale: underlying.staleSignal
        case .down: LampSignal(green: .off, red: .steady, single: .oneHertz)
        case .maintenance: LampSignal(green: .off, red: .flash, single: .flash)
        case .someDown: LampSignal(green: .steady, red: .blip, single: .twoDips)
        case .suspected: LampSignal(green: .dip, red: .off, single: .dip)
        case .allUp: LampSignal(green: .steady, red: .off, single: .steady)
        case .quietHours: LampSignal(green: .rareBlip, red: .off, single: .rareBlip)
        case .dark: .off
        }
    }

    /// A lone LED cannot alternate: it says three short, one long.
    private static var identifySignal: LampSignal {
        LampSignal(
            green: .alternation,
            red: .alternation.inverted,
            single: LampPattern(milliseconds: 200, 300, 200, 300, 200, 300, 1_000, 1_500)
        )
    }

    /// The blink of what was lit; a lamp on which nothing was lit steadily blinks both of its colours,
    /// because a dark one would say "not running".
    private var staleSignal: LampSignal {
        switch self {
        case .someDown, .suspected, .allUp, .quietHours:
            LampSignal(green: .halfHertz, red: .off, single: .halfHertz)
        case .down, .maintenance:
            LampSignal(green: .off, red: .halfHertz, single: .halfHertz)
        case .identify, .internalFault, .notSetUp, .noNetwork, .waiting, .stale, .dark:
            LampSignal(green: .halfHertz, red: .halfHertz, single: .halfHertz)
        }
    }
}

/// The named patterns of the table.
extension LampPattern {
    /// 1 Hz; its inverse is the other LED of the pair.
    static let alternation = LampPattern(milliseconds: 500, 500)
    /// 0.5 Hz.
    static let slowAlternation = LampPattern(milliseconds: 1_000, 1_000)
    static let quarterHertz = LampPattern(milliseconds: 2_000, 2_000)
    static let halfHertz = LampPattern(milliseconds: 1_000, 1_000)
    static let oneHertz = LampPattern(milliseconds: 500, 500)
    /// 2.5 Hz, the fastest that is allowed (WCAG 2.3.1: at most three flashes in any second).
    static let fast = LampPattern(milliseconds: 200, 200)
    static let twoFlashes = LampPattern(milliseconds: 200, 200, 200, 1_400)
    static let oneSecondInFour = LampPattern(milliseconds: 1_000, 3_000)
    static let flash = LampPattern(milliseconds: 200, 2_800)
    /// 1 Hz, short enough to be no steady red to a passing eye.
    static let blip = LampPattern(milliseconds: 100, 900)
    static let dip = LampPattern(milliseconds: 2_800, 200)
    static let twoDips = LampPattern(milliseconds: 200, 200, 2_400, 200)
    static let rareBlip = LampPattern(milliseconds: 50, 9_950)
}
