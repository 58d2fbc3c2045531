/// The numbers behind notices, in one place.
package struct NoticePolicy: Hashable, Sendable {
    /// How long the first change of a region waits for others to join its notice, in seconds.
    package var groupWait: Int64 = 20
    /// By how much each further change extends it.
    package var groupExtension: Int64 = 5
    /// The longest wait of a change, whatever follows it.
    package var longestGroupWait: Int64 = 45
    /// From so many changes at once on, a phone gets one notice about all of them.
    package var groupedFrom: Int64 = 3
    /// After a notice about many, changes within this time only update it.
    package var groupInterval: Int64 = 300
    /// A recovery that is not complete by then is told as it is.
    package var recoveryWait: Int64 = 600

    /// How long a notice of what begins and ends stays worth delivering, and how long Apple and the browsers' services
    /// may keep it for a phone that is away: as long as any of them keeps anything.
    ///
    /// It takes the place of an older one; if it were given up before, that would stay on the screen for good. A newer
    /// one takes its own place at the service, too, so that a phone gets at most one, and the last.
    package var stateLife: Int64 = 28 * 86_400
    /// A notice that could not leave for longer than this makes no sound: it is no longer urgent.
    package var lateAfter: Int64 = 1_800
    /// Beyond this nobody is told any more how full a realm became.
    package var longestLife: Int64 = 12 * 3_600

    /// How soon news is looked at again whose source does not answer (it is, too, when that answers again), and news
    /// that the last look contradicts.
    package var stalePause: Int64 = 300
    package var contradictionPause: Int64 = 20

    /// After so many attempts a notice is a dead letter.
    package var mostAttempts = 8
    /// Seconds until a row whose answer never came is taken up again; a start takes them up at once.
    ///
    /// Longer than a slow push service needs for everything that was handed over: a hundred notices, 15 s each.
    package var lease: Int64 = 300
    /// The first pause after an answer that never came, doubled each time up to the longest; less by chance.
    package var firstPause: Int64 = 2
    package var longestPause: Int64 = 300
    /// The same for a phone whose service says that it gets too much; at least half of it is waited.
    package var phonePause: Int64 = 60
    package var longestPhonePause: Int64 = 1_800

    /// Notices that a phone can get in a row; one comes back every `refill` seconds.
    package var burst: Int64 = 5
    package var refill: Int64 = 180
    /// Notices in 24 hours.
    package var daily: Int64 = 40
    /// How many of both are kept for what is no chatter.
    package var reserve: Int64 = 2
    package var dailyReserve: Int64 = 15

    /// Settled notices that each phone can still read.
    package var keptPerDevice: Int64 = 50
    /// Days that dead letters are kept, and how many at most: a fault of ours makes one for each phone.
    package var deadDays: Int64 = 30
    package var mostDead: Int64 = 2_000

    /// How long ago a notice was given up before what it said is told once more, if it is still so.
    package var repairPause: Int64 = 86_400

    /// How long news of a realm is worth delivering.
    package func life(_ aspect: NoticeAspect) -> Int64 { aspect == .population ? longestLife : stateLife }

    package init() {}
}
