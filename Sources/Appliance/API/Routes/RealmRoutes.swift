import Serving
import WatchpostModel

/// One realm with its name in every locale.
enum RealmRoutes {
    static let routes = [
        Route("/v1/realms/{region}/{flavour}/{slug}") { request throws(Problem) in
            let region = try request.region()
            let source = try request.sourceByPath()
            let realm = try request.realm(of: source)
            return .json(.realms, key: "/v1/realms/\(realm.key)") {
                RealmDetailBody(realm, in: source, statusPage: region.statusPage)
            }
        }
    ]
}
