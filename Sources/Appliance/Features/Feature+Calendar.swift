import Core
import Serving

extension Feature {
    /// When maps are on next, and calendars of them.
    static let calendar = Feature(
        name: "calendar",
        tables: CalendarRevisionStore.tables,
        openAPI: PackageResources.calendar_json,
        reads: { _ in [NextMapRoute().route] },
        start: { parts in
            let platform = parts.platform
            let revisions = CalendarRevisions(
                store: CalendarRevisionStore(database: platform.stores.state),
                disk: parts.services.disk,
                now: platform.clock.now
            )
            return RunningFeature(routes: CalendarRoutes(revisions: revisions).routes)
        }
    )
}
