import Core
import WatchpostModel

/// Which keys of a game count: its newest, and for a while the one before it.
///
/// The keys themselves are stored nowhere: each follows from the arena's own, the game and its version.
struct GameKeyVersions: Hashable, Sendable {
    /// Of the newest one, from 1 on.
    let current: Int64
    /// When the one before it ends, or ended; nil: there was none.
    let oldUntil: UnixTime?

    /// For how long the one before goes on: players do not get a new release of their game at once.
    static let grace: Int64 = 7 * 86_400

    /// Those of a new game.
    static let first = GameKeyVersions(current: 1, oldUntil: nil)

    init(current: Int64, oldUntil: UnixTime?) {
        (self.current, self.oldUntil) = (current, oldUntil)
    }

    /// Those that count now, the newest first.
    func accepted(at now: UnixTime) -> [Int64] {
        guard current > 1, let oldUntil, now < oldUntil else { return [current] }
        return [current, current - 1]
    }

    /// What holds when a next one is made.
    ///
    /// One in its grace ends with that: whoever makes two at once is rid of a key that others know.
    func replaced(at now: UnixTime) -> GameKeyVersions {
        GameKeyVersions(current: current + 1, oldUntil: now.advanced(by: GameKeyVersions.grace))
    }
}
