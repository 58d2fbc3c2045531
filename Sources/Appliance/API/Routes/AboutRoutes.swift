import Serving
import WatchpostModel

/// Which appliance this is.
///
/// A call and not a kept answer, because it tells the client from where it came.
struct AboutRoutes {
    let services: DeviceServices

    var routes: [Route] {
        [
            Route(.get, "/v1/about", .anybody, .bare) { request async throws(Problem) in
                let facts = services.about
                var about = AboutBody(
                    id: facts.id,
                    version: facts.version,
                    publicURL: facts.publicURL,
                    access: request.client.isLocal ? .local : .public,
                    site: facts.site
                )
                services.push.introduce(&about)
                return Reply(about)
            }
        ]
    }
}
