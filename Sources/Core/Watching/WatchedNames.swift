import WatchpostModel

/// What the settings call realms, understood by the rule of lists and paths (`RealmMeaning`).
///
/// A native name or another spelling is the realm that is called so; an entry that means none is told with what was
/// probably meant. Settings are read before any realm is known, so this is asked again whenever a source answers.
package struct WatchedNames: Sendable {
    /// The realms that are meant by entries whose slug is another.
    package private(set) var meant: [RealmKey: RealmKey] = [:]
    private var unmatched: [RealmFeed: [String]] = [:]
    private let names = RealmNameCache()

    package init() {}

    /// Looks the entries up in the sources that answer; of the others the last result stays.
    ///
    /// Costs a search for each entry, and more only for one that is no slug.
    package mutating func look(for targets: [WatchTarget], in sources: [SourceView]) {
        for source in sources where source.freshness.state == .fresh {
            var strange: [String] = []
            for case .realm(let key) in targets where key.source == source.source {
                switch names.meaning(of: key.slug, in: source) {
                case .realm(let slug):
                    meant[key] = slug == key.slug ? nil : RealmKey(source: key.source, slug: slug)
                case .unknown: strange.append(sentence(key, source))
                case .unheard: continue
                }
            }
            unmatched[source.source] = strange.isEmpty ? nil : strange
        }
    }

    /// Which entries mean no realm, in words; nil when all of them do, as far as anybody knows.
    package var problem: String? {
        let sentences = unmatched.values.flatMap { $0 }.sorted()
        return sentences.isEmpty ? nil : Set(sentences).sorted().joined(separator: "; ")
    }

    private func sentence(_ key: RealmKey, _ source: SourceView) -> String {
        let near = names.nearest(to: key.slug, in: source).map { ", did you mean \($0)?" } ?? ""
        return "no realm is called \(key)\(near)"
    }
}
