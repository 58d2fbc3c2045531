/// The description of this API, joined when it is first asked for.
enum OpenAPIRoutes {
    static let routes = [
        Route("/openapi.json") { request throws(Problem) in
            .kept(.fixed, key: "/openapi.json") { () throws(Problem) in
                Snapshot(OpenAPIDocument.join(OpenAPIDocument.parts), type: JSONBody.type)
            }
        }
    ]
}
