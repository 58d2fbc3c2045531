import Serving
import SystemSupport

extension Feature {
    /// What a phone's home screen needs to show the maps: a script with this box's address in it.
    static let widget = Feature(
        name: "widget",
        openAPI: [EmbeddedFiles.OpenAPI.widget],
        start: { parts in
            let platform = parts.platform
            let address = SiteAddress(platform.configuration, hostName: platform.localName)
            return RunningFeature(routes: WidgetRoutes(address: address).routes)
        }
    )
}

extension SiteAddress {
    /// `hostName`: the machine's name in the network at home.
    init(_ configuration: Configuration, hostName: String) {
        let server = configuration.server
        self.init(publicURL: server.publicURL?.text, home: "http://\(hostName):\(server.listen.port)")
    }
}
