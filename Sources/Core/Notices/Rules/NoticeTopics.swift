package import WatchpostModel

/// What a topic is told beside the row.
package struct NoticeContext: Sendable {
    /// Whose phone it is.
    package let person: Int64
    /// Sources of which nobody knows how their realms are now.
    package var doubted: Set<RealmFeed> = []
    /// What a realm is called in a phone's language.
    package var names: NoticeNames?
    /// The phone's, BCP 47.
    package let locale: String
}

/// What a realm (`flavour/slug` of a region) is called for a phone of a locale (BCP 47); nil: as everywhere.
package typealias NoticeNames = @Sendable (Region, String, String) -> String?

/// What becomes of a row that is due.
package enum NoticeVerdict: Hashable, Sendable {
    /// It leaves; `told`: the realms of which the phone knows from then on.
    case send(Notice, told: [String] = [])
    /// It says nothing that is true and new.
    case drop(String)
    /// Not now.
    case later(UnixTime)
    /// Not now, because its realms are muted; that may end before, or others join them.
    case muted(UnixTime)
    /// Not now either, unless what it says becomes certain before.
    case doubt(UnixTime)

    /// A row that this release cannot read.
    package static let unknown = NoticeVerdict.drop("not known to this release")
}

/// The topics of an appliance by the kinds of their rows, and the languages in which they are told.
package struct NoticeTopics: Sendable {
    private let byAspect: [String: any NoticeTopic]
    let languages: NoticeLanguages

    /// Where two name the same kind, the first has it.
    package init(_ topics: [any NoticeTopic], in languages: NoticeLanguages) {
        self.languages = languages
        let pairs = topics.flatMap { topic in topic.aspects.map { ($0, topic) } }
        byAspect = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// Nil for what a later release, or a feature that is gone, wrote.
    subscript(aspect: String) -> (any NoticeTopic)? { byAspect[aspect] }
}
