import Core
import Serving
import WatchpostModel

/// Finds regions, sources and realms by what stands in a path, or says which exist.
extension RouteRequest {
    /// The configured region that the path names.
    func region() throws(Problem) -> PublishedRegion {
        let name = parameter("region")
        guard let region = state.regions.first(where: { $0.region.rawValue == name }) else {
            let known = state.regions.map(\.region.rawValue).joined(separator: ", ")
            throw Problem(.notFound, "there is no region “\(name)” here; there are \(known)")
        }
        return region
    }

    /// The region's source that the query names, else its first one.
    func sourceByQuery() throws(Problem) -> SourceView {
        let region = try region()
        let sources = state.sources.filter { $0.source.region == region.region }
        let names = sources.map(\.source.flavour.name)
        guard let first = names.first else {
            throw Problem(.notFound, "no game flavour is configured for the region \(region.region.rawValue)")
        }
        let name = try query.choice("flavour", of: names, default: first)
        guard let source = sources.first(where: { $0.source.flavour.name == name }) else {
            throw Problem(.notFound, "there is no game flavour “\(name)” here")
        }
        return source
    }

    /// The source that the path names.
    func sourceByPath() throws(Problem) -> SourceView {
        let region = try region()
        let name = parameter("flavour")
        let sources = state.sources.filter { $0.source.region == region.region }
        guard let source = sources.first(where: { $0.source.flavour.name == name }) else {
            let known = sources.map(\.source.flavour.name).joined(separator: ", ")
            throw Problem(.notFound, "there is no game flavour “\(name)” here; there are \(known)")
        }
        return source
    }

    /// The realm of `source` that the path names, written as upstream does, without accents and apostrophes, or by its
    /// name in any locale.
    func realm(of source: SourceView) throws(Problem) -> RealmView {
        let text = parameter("slug")
        guard !source.realms.isEmpty else {
            throw Problem(.unavailable, "no realms of \(source.source) are known yet; try again in a minute")
        }
        guard case .realm(let slug) = state.names.meaning(of: text, in: source),
            let index = source.index(ofSlug: slug)
        else {
            throw Problem(.notFound, "there is no realm “\(text)” in \(source.source)")
        }
        return source.realms[index]
    }
}
