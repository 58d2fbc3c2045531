package import Core
package import WatchpostModel

extension ValueForm<Region> {
    /// One of the five regions.
    package static let region = ValueForm.choice(Region.allCases.map { (name: $0.rawValue, value: $0) })
}

extension ValueForm<WatchTarget> {
    /// A realm, source or region; `check` may refuse one that is well formed.
    package static func watchTarget(
        _ check: @escaping @Sendable (WatchTarget) throws(InvalidValue) -> Void
    ) -> ValueForm<WatchTarget> {
        .text("`region`, `region/flavour` or `region/flavour/slug`") { text throws(InvalidValue) in
            let target: WatchTarget
            do throws(WatchTargetError) {
                target = try WatchTarget(parsing: text)
            } catch {
                throw InvalidValue(error, in: text)
            }
            try check(target)
            return target
        } show: {
            $0.description
        }
    }
}

extension InvalidValue {
    /// What is wrong with the text of a watch target.
    fileprivate init(_ error: WatchTargetError, in text: String) {
        let form = "write eu, eu/retail or eu/retail/kazzak"
        switch error {
        case .notAPath:
            self.init("names no realm, source or region", remedy: form)
        case .unknownRegion(let name):
            let regions = Region.allCases.map(\.rawValue).joined(separator: ", ")
            let shown = TOMLNode.printable(name, limit: 20)
            self.init(
                "begins with \"\(shown)\", which is no region",
                remedy: "regions are \(regions); \(form)"
            )
        case .badFlavour:
            self.init(
                "has a flavour that cannot be",
                remedy: "flavours are 1 to 24 of a-z, 0-9 and hyphens; \(form)"
            )
        case .badSlug(let slug, let suggestion):
            let path = text.dropLast(slug.count)
            let remedy = suggestion.map { "did you mean \"\(path)\($0)\"?" } ?? form
            self.init("ends with what cannot be the short name of a realm", remedy: remedy)
        }
    }
}
