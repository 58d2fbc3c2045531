import Core
import Serving
import SystemSupport

extension Feature {
    /// When maps are on next, calendars of them, and which of them phones like.
    static let calendar = Feature(
        name: "calendar",
        tables: StateTables(joining: [CalendarRevisionStore.tables, MapLikeTable.tables]),
        participants: { _ in [MapLikesParticipant()] },
        openAPI: [EmbeddedFiles.OpenAPI.calendar],
        reads: { _ in [NextMapRoute().route] },
        calls: { MapLikeRoutes(services: $0).routes },
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
