import Serving
import SystemSupport

/// The description of this API, joined when it is first asked for.
struct OpenAPIRoutes {
    /// In the order in which they are joined.
    let parts: [EmbeddedFile]

    var routes: [Route] {
        [
            Route("/openapi.json") { [parts] request throws(Problem) in
                .kept(.fixed, key: "/openapi.json") { () throws(Problem) in
                    Snapshot(OpenAPIDocument.join(parts.map(\.bytes)), type: JSONBody.type)
                }
            }
        ]
    }
}
