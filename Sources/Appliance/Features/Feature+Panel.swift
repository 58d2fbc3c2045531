import SystemSupport

extension Feature {
    /// Lamps and display; in the list after those whose facts they show.
    static let panel = Feature(
        name: "panel",
        published: [.panel],
        openAPI: [EmbeddedFiles.OpenAPI.panel],
        reads: { _ in PanelRoutes.routes },
        start: startPanel
    )

    /// A function, because Swift 6.0 sees no suspension in closures within a closure.
    private static func startPanel(_ parts: Assembly) -> RunningFeature {
        let (platform, panel, pairing) = (parts.platform, parts.platform.panel, parts.services.pairing)
        // A long press asks for a code where there is a display to read it from.
        if platform.arguments.simulates || platform.configuration.panel.displayWiring != nil {
            // Refused when too many codes were asked for: the one that is shown stays.
            panel.submit(.longPress { _ = try? pairing.ask(.owner) })
        }
        return RunningFeature(
            prepare: { await panel.publishAhead() },
            loops: [{ await panel.run() }],
            // A display needs its time, and must not go on showing numbers.
            farewell: { panel.submit(.stop()) }
        )
    }
}
