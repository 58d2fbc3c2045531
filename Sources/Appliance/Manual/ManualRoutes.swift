import Serving

/// The manual's pages, and what they show; each is made when it is read first, since few are, and then kept: strangers ask for
/// them in as many spellings as they like.
struct ManualRoutes {
    private let manual: Manual
    private let shelf = SnapshotShelf()

    init(manual: Manual) {
        self.manual = manual
    }

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
            Route(Manual.path) { _ throws(Problem) in
                .once(shelf.snapshot("") { ManualRoutes.page(manual.index) })
            },
            Route("\(Manual.path)/{manualPage}") { request throws(Problem) in
                let name = request.parameter("manualPage")
                // Drawings have an address of their own: a slash may stand in a parameter, written as %2F.
                if !name.contains("/"), manual.files[name] != nil {
                    return try file(name, "text/plain; charset=utf-8")
                }
                guard let page = manual.pages[name.lowercased()] else { throw ManualRoutes.missing(name) }
                return .once(shelf.snapshot(page.name) { ManualRoutes.page(manual.document(page)) })
            },
            Route("\(Manual.path)/images/{drawing}") { request throws(Problem) in
                try file("images/\(request.parameter("drawing"))", "image/svg+xml")
            },
        ]
    }

    private func file(_ name: String, _ type: String) throws(Problem) -> RouteAnswer {
        guard let file = manual.files[name] else { throw ManualRoutes.missing(name) }
        return .once(
            shelf.snapshot(name) { Snapshot(file.bytes, type: type, headers: ManualRoutes.drawing) }
        )
    }

    private static func page(_ bytes: [UInt8]) -> Snapshot {
        Snapshot(bytes, type: html, headers: policy + [("Content-Language", "en")])
    }

    private static func missing(_ name: String) -> Problem {
        Problem(.notFound, "the manual has no page “\(name)”; \(Manual.path) lists all")
    }
}
