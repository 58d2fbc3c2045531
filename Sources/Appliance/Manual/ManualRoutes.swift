import Serving

/// The manual's pages, and what they show; made when one is read first, since few are.
struct ManualRoutes {
    let manual: Manual

    /// Runs nothing at all, whatever stands in a page, and loads styles and drawings from here alone.
    private static let policy: [PreparedResponse.Header] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; "
                + "frame-ancestors 'none'"
        ),
        ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
    ]
    /// A drawing has its colours in itself.
    private static let drawing: [PreparedResponse.Header] = [
        ("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
        ("X-Content-Type-Options", "nosniff"),
    ]
    private static let html = "text/html; charset=utf-8"

    var routes: [Route] {
        [
            Route(Manual.path) { [manual] _ throws(Problem) in
                .kept(.fixed, key: Manual.path) { () throws(Problem) in
                    ManualRoutes.page(manual.index, in: "en")
                }
            },
            Route("\(Manual.path)/{manualPage}") { [manual] request throws(Problem) in
                let name = request.parameter("manualPage")
                if let file = manual.files[name] {
                    return ManualRoutes.kept(name, file.bytes, "text/plain; charset=utf-8")
                }
                guard let page = manual.pages[name.lowercased()] else { throw ManualRoutes.missing(name) }
                return .kept(.fixed, key: "\(Manual.path)/\(page.name)") { () throws(Problem) in
                    ManualRoutes.page(manual.document(page), in: "en")
                }
            },
            Route("\(Manual.path)/images/{drawing}") { [manual] request throws(Problem) in
                let name = "images/\(request.parameter("drawing"))"
                guard let file = manual.files[name] else { throw ManualRoutes.missing(name) }
                return ManualRoutes.kept(name, file.bytes, "image/svg+xml")
            },
        ]
    }

    private static func page(_ bytes: [UInt8], in language: String) -> Snapshot {
        Snapshot(bytes, type: html, headers: policy + [("Content-Language", language)])
    }

    private static func kept(_ name: String, _ bytes: [UInt8], _ type: String) -> RouteAnswer {
        .kept(.fixed, key: "\(Manual.path)/\(name)") { () throws(Problem) in
            Snapshot(bytes, type: type, headers: drawing)
        }
    }

    private static func missing(_ name: String) -> Problem {
        Problem(.notFound, "the manual has no page “\(name)”; \(Manual.path) lists all")
    }
}
