package import WatchpostModel

/// When the changes that wait may go out: an outage is seldom seen whole at once, and forty notices are not better
/// than one (Alertmanager's group_wait).
package struct GroupWindow: Hashable, Sendable {
    private let rules: NoticePolicy
    private var opened: UnixTime?
    private var due: UnixTime?

    package init(rules: NoticePolicy) {
        self.rules = rules
    }

    /// Takes `count` changes in that arrive together; only what comes later extends the wait.
    package mutating func joined(_ count: Int, at now: UnixTime) {
        guard count > 0 else { return }
        let first = opened ?? now
        // A clock that was set back must not hold changes for the years in between.
        let start = first > now ? now : first
        let extra = opened == nil ? 0 : min(rules.groupExtension, rules.groupWait)
        let earliest = max(due ?? start.advanced(by: rules.groupWait), start.advanced(by: rules.groupWait))
        let latest = start.advanced(by: rules.longestGroupWait)
        opened = start
        due = min(earliest.advanced(by: extra), latest)
    }

    /// When the changes go out; nil while none wait.
    package var closes: UnixTime? { due }

    /// Whether it is time, and if so, begins again.
    package mutating func close(at now: UnixTime) -> Bool {
        guard let due, let opened else { return false }
        guard now >= due || now < opened else { return false }
        self.due = nil
        self.opened = nil
        return true
    }
}
