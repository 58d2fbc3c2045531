import Core
import Serving
import WatchpostModel

/// The page of one realm, where notices lead; it can be read without JavaScript, and says so when there is no such realm.
struct RealmPage {
    /// The page with a place for the words; nil where no page is served.
    let asset: PageAsset?

    /// What stands in the page where the words belong.
    static let place = Array("<!--realm-->".utf8)

    var route: Route {
        Route("/realms/{region}/{flavour}/{slug}") { [self] request throws(Problem) in
            guard let asset else { throw Problem(.notFound, "this box serves no pages") }
            do throws(Problem) {
                _ = try request.region()
                let source = try request.sourceByPath()
                let realm = try request.realm(of: source)
                return .kept(.realms, key: "/realms/\(realm.key)") { () throws(Problem) in
                    page(asset, RealmPage.words(of: realm, in: source), status: 200)
                }
            } catch {
                let words =
                    "<h1>This realm cannot be shown.</h1><p class=\"note\">\(HTML.escaped(error.detail))</p>"
                return .once(page(asset, words, status: UInt32(error.kind.status)))
            }
        }
    }

    private func page(_ asset: PageAsset, _ words: String, status: UInt32) -> Snapshot {
        var bytes = asset.bytes
        if let place = bytes.firstRange(of: RealmPage.place) {
            bytes.replaceSubrange(place, with: Array(words.utf8))
        }
        let headers = [("X-Content-Type-Options", "nosniff")] + asset.headers.map { ($0.name, $0.value) }
        return Snapshot(bytes, type: asset.type, status: status, compress: status == 200, headers: headers)
    }

    private static func words(of realm: RealmView, in source: SourceView) -> String {
        let since = realm.since.map { " since <time>\($0)</time>" } ?? ""
        let reason = source.freshness.reason.map { ": \(HTML.escaped($0))" } ?? ""
        let freshness =
            source.freshness.state == .fresh
            ? "" : "<p class=\"note\">Not up to date (\(source.freshness.state.rawValue))\(reason)</p>"
        let origin =
            source.origin.flatMap { $0.isOfficial ? nil : $0.words }
            .map {
                "<p class=\"note\">From \(HTML.escaped($0)): unofficial, and read every few minutes only.</p>"
            }
            ?? ""
        let address =
            "/v1/realms/\(source.source.region)/\(HTML.escaped(source.source.flavour.name))/\(HTML.escaped(realm.key.slug))"
        return """
            <h1>\(HTML.escaped(realm.name.name(in: "en_US")))</h1>
            <p class="realm-now">\(realm.state.rawValue)\(since)</p>\(freshness)\(origin)
            <p>Without JavaScript this is as of the page's loading. <a href="\(address)">The same as data</a>,
            <a href="\(address)/history">its history</a>.</p>
            """
    }
}
