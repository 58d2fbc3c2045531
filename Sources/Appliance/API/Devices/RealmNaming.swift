import Core
import WatchpostModel

/// Understands what phones call the realms of a region, by the rule that paths follow (`RealmMeaning`).
struct RealmNaming {
    let region: Region
    /// Whether a flavour that is not polled is refused whatever it is called; others may be polled later.
    let isStrict: Bool
    /// What is known of the region at the moment of the request; empty where it is not polled.
    let sources: [SourceView]
    /// The regions that are polled, asked for only to name them; none where nobody knows.
    let regions: () -> [Region]
    let names: RealmNameCache

    /// A realm as a phone called it.
    struct Called {
        /// `flavour/slug`, as it is kept.
        var id: String
        /// Whether it names none of the realms that are known.
        var isRefused: Bool { reason != nil }
        /// Why it is refused, with what was probably meant: looked for among all names, and so only when it is told.
        var refusal: String? { reason?() }

        fileprivate var reason: (() -> String)?
    }

    /// In bytes: of longer texts nothing is asked, `WatchedRealm` refuses them.
    private static let longestName = 256

    /// `text` is `flavour/name`; one of another form stays for `WatchedRealm` to refuse.
    func realm(called text: String) -> Called {
        guard text.utf8.count <= RealmNaming.longestName, let slash = text.utf8.firstIndex(of: 0x2F) else {
            return Called(id: text)
        }
        let (flavour, name) = (text[..<slash], String(text[text.utf8.index(after: slash)...]))
        // What is no name at all is not guessed at, whichever letters it has among its controls.
        guard WatchedRealm.isName(text) || WatchedRealm.isName("\(flavour)/\(SlugFolding.canonical(name))")
        else { return Called(id: text) }
        let source = sources.first { $0.source.flavour.name == flavour }
        let meaning = names.meaning(of: name, in: source)
        var called = Called(id: "\(flavour)/\(meaning.slug)")
        if source == nil { called.reason = unpolled(flavour).map { words in { words } } }
        if case .unknown = meaning, let source {
            called.reason = {
                let near = names.nearest(to: name, in: source).map { "; did you mean “\(flavour)/\($0)”?" }
                return "there is no realm “\(text)” in \(source.source.region.rawValue)\(near ?? "")"
            }
        }
        return called
    }

    /// Why nothing will ever be heard of a region, or of a flavour that is one of ours misspelt; others may be polled later,
    /// which is no comfort to who is strict.
    private func unpolled(_ flavour: Substring) -> String? {
        guard !sources.isEmpty else {
            let regions = regions().map(\.rawValue).joined(separator: ", ")
            return regions.isEmpty
                ? nil : "this box does not ask for \(region.rawValue); it asks for \(regions)"
        }
        let known = sources.map(\.source.flavour.name)
        let start = "this box does not ask for “\(flavour)” in \(region.rawValue); "
        if let near = NearestName.of(String(flavour), among: known) {
            return start + "did you mean “\(near)”?"
        }
        return isStrict ? start + "it asks for \(known.joined(separator: ", "))" : nil
    }
}
