package import WatchpostModel

/// Realms of one source that went down together and have not all come back.
package struct OngoingOutage: Hashable, Sendable {
    package var scope: OutageBody.Scope
    /// The category (en_US), for that scope.
    package var category: String?
    package var since: UnixTime?
    package var maintenance: Bool
    /// The slugs of the realms that are still down.
    package var members: Set<String>
    /// The number of connected realms at its height, against which a common recovery is measured.
    package var groups: Int

    package init(
        scope: OutageBody.Scope,
        category: String?,
        since: UnixTime?,
        maintenance: Bool,
        members: Set<String>,
        groups: Int
    ) {
        self.scope = scope
        self.category = category
        self.since = since
        self.maintenance = maintenance
        self.members = members
        self.groups = groups
    }
}
