import Core
import SystemSupport

extension Feature {
    /// What there is to know about the service itself: whether it works, its numbers, its API, its name.
    static let service = Feature(
        name: "service",
        openAPI: [EmbeddedFiles.OpenAPI.service],
        reads: { facts in
            HealthRoutes.routes + MetricsRoutes(metrics: facts.metrics).routes
                + OpenAPIRoutes(parts: facts.openAPI).routes
        },
        calls: { AboutRoutes(services: $0).routes }
    )

    /// The status page and the app.
    static let pages = Feature(
        name: "pages",
        openAPI: [EmbeddedFiles.OpenAPI.pages],
        reads: { _ in PageRoutes(assets: PageFiles().assets).routes }
    )

    /// The manual, for who has no other way to it.
    static let manual = Feature(
        name: "manual",
        openAPI: [EmbeddedFiles.OpenAPI.manual],
        reads: { _ in ManualRoutes(manual: Manual(PageFiles())).routes }
    )

    /// What the settings say about the panel, and what paired phones changed about that.
    static let settings = Feature(
        name: "settings",
        tables: PhoneSettingStore.tables,
        openAPI: [EmbeddedFiles.OpenAPI.settings],
        calls: { SettingsRoutes(services: $0).routes }
    )

    /// Which files of features there have been.
    static let files = Feature(name: "files", tables: KnownFiles.tables)

    /// The demonstration's phones; nothing in any other run.
    static let demonstration = Feature(
        name: "demonstration",
        start: { RunningFeature(routes: $0.demo?.routes ?? []) }
    )
}
