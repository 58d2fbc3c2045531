import WatchpostModel

/// What the origin said of the time with the answers that were counted of one realm.
///
/// It decides whether an answer that brings a document again that was counted already is an observation of its own, or may
/// be the same answer once more, which a cache on the way has kept.
///
/// An answer has to be an interval newer than everything that was counted for what is pending (`RealmRules.restatedAfter`).
/// No clock is asked what time it is, only how far it has gone:
///
/// - The origin's clock may be wrong by years. It is compared with itself alone. Ours may not be set yet, or be set
///   meanwhile: only the monotonic one is used, for how much time has passed.
/// - A `Date` that is absent, that stands still or goes back, and an `Age` that makes no sense prove nothing. The document
///   is confirmed by `RealmRules.unchangedConfirmation`, as it is where a cache serves its copy again.
/// - A cache that leaves `Date` as it came serves one that stands still; one that writes its own serves a `Date` less `Age`
///   that stands still. An answer has to be newer by both readings, so neither counts twice.
/// - Caches that take turns with copies of different age: an answer is compared with the newest of all that were counted.
/// - A clock that went further than time has passed was set forward, or is the clock of another server: that a copy was
///   made later by it means nothing. Such an answer does not count, but what comes after it is compared with it, too, so
///   that an origin whose clock was set loses one interval.
/// - A poll sooner than the interval, because of a contradiction, is too early to count for a document that is the same.
///   One that finds a newer answer where a cache had served an older one counts.
/// - Nothing of it is stored: after a restart or a gap in the data counting begins with the first answer, whatever it is.
///
/// It cannot see through a cache that writes its own `Date` and hides both `Age` and that it answered by itself: that
/// passes for the origin, here as with documents that have no marks at all.
package struct OriginWord: Hashable, Sendable {
    /// What an answer is worth after those that were counted.
    package enum Standing: Hashable, Sendable {
        /// The origin has not said again, or not so that it could be proved.
        case repeated
        /// The origin has said it again.
        case new
        /// By another clock than the one before.
        case astray
    }

    private var dated: UnixTime
    private var made: UnixTime
    /// How far the origin's clock is ahead of our monotonic one, if it wrote `Date` just now.
    private var lead: Duration
    /// The same, if `Date` is as old as `Age`.
    private var mostLead: Duration

    /// `now`: when the answer had arrived; monotonic.
    package init(_ said: OriginTime, heardAt now: Duration) {
        dated = said.dated
        made = said.made
        lead = .seconds(said.dated.seconds) - now
        mostLead = lead + .seconds(said.dated.since(said.made))
    }

    /// What this answer is worth after `counted`.
    package func standing(after counted: OriginWord, rules: RealmRules) -> Standing {
        let passed = Duration.seconds(min(dated.since(counted.dated), made.since(counted.made)))
        guard passed >= rules.restatedAfter else { return .repeated }
        return lead - counted.mostLead <= rules.clockSlack ? .new : .astray
    }

    /// What an answer has to pass that is newer than both.
    package func joined(with other: OriginWord) -> OriginWord {
        var both = self
        both.dated = max(dated, other.dated)
        both.made = max(made, other.made)
        both.lead = max(lead, other.lead)
        both.mostLead = max(mostLead, other.mostLead)
        return both
    }
}

extension RealmEntry {
    /// Whether an answer counts though its document was counted already.
    mutating func countsAgain(_ word: OriginWord?, rules: RealmRules) -> Bool {
        guard let word, let counted = self.word else { return false }
        switch word.standing(after: counted, rules: rules) {
        case .new: return true
        case .repeated: return false
        case .astray:
            self.word = counted.joined(with: word)
            return false
        }
    }

    /// An answer counts; to be called before it is worked in.
    ///
    /// While something is pending, all that counted for it are remembered. Once one of them had no time, nothing is known to
    /// be newer.
    mutating func count(_ word: OriginWord?) {
        guard tracker.isPending || absences > 0 else {
            self.word = word
            return
        }
        self.word = self.word.flatMap { counted in word.map { counted.joined(with: $0) } }
    }
}
