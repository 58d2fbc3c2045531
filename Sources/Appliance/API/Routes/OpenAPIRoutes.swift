/// The description of this API, from the file that the documentation shows.
enum OpenAPIRoutes {
    static let routes = [
        Route("/openapi.json") { request throws(Problem) in
            .kept(.fixed, key: "/openapi.json") { () throws(Problem) in
                Snapshot(PackageResources.openapi_json, type: JSONBody.type)
            }
        }
    ]
}
