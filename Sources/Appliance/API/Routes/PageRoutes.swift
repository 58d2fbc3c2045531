import Serving

/// One file of the web page, as it is sent.
package struct PageAsset: Sendable {
    package let type: String
    package let bytes: [UInt8]
    /// How long browsers may go without asking.
    package let cacheControl: String
    /// Further headers, for example a content security policy.
    package let headers: [(name: String, value: String)]

    package init(
        type: String,
        bytes: [UInt8],
        cacheControl: String = "no-cache",
        headers: [(name: String, value: String)] = []
    ) {
        self.type = type
        self.bytes = bytes
        self.cacheControl = cacheControl
        self.headers = headers
    }
}

/// The status page, the installable app, the page of the widget, and what they load.
struct PageRoutes {
    /// By name under `/assets/`; the page itself is `index.html`, served at `/`.
    ///
    /// The app's files are below `app/`.
    let assets: [String: PageAsset]

    var routes: [Route] {
        [
            Route("/") { request throws(Problem) in
                try answer("index.html", key: "/")
            },
            Route("/assets/{name}") { request throws(Problem) in
                let name = request.parameter("name")
                // An escaped slash must not give the app's files a second address.
                guard !name.contains("/") else { throw Problem(.notFound, "the page has no file “\(name)”") }
                return try answer(name, key: "/assets/\(name)")
            },
            Route("/app") { request throws(Problem) in
                try answer("app/app.html", key: "/app")
            },
            Route("/app/{name}") { request throws(Problem) in
                let name = request.parameter("name")
                return try answer("app/\(name)", key: "/app/\(name)")
            },
            Route("/widget") { request throws(Problem) in
                try answer("widget.html", key: "/widget")
            },
            RealmPage(asset: assets["app/realm.html"]).route,
        ]
    }

    private func answer(_ name: String, key: String) throws(Problem) -> RouteAnswer {
        guard let asset = assets[name] else { throw Problem(.notFound, "the page has no file “\(name)”") }
        return .kept(.fixed, key: key) { () throws(Problem) in
            let headers = [("X-Content-Type-Options", "nosniff")] + asset.headers.map { ($0.name, $0.value) }
            return Snapshot(asset.bytes, type: asset.type, cacheControl: asset.cacheControl, headers: headers)
        }
    }
}
