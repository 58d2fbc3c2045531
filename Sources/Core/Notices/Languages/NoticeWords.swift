/// The texts of notices in one language; a new language is one more type and one line in `NoticeLanguages`.
protocol NoticeWords: Sendable {
    /// BCP 47.
    var language: String { get }
    /// Short names of the days, Monday first.
    var weekdays: [String] { get }

    func down(_ name: String, place: String, since: String?) -> NoticeText
    /// `outage` is how long it was away, in words.
    func up(_ name: String, place: String, since: String?, outage: String?) -> NoticeText
    func maintenanceOver(_ name: String, place: String, since: String?, outage: String?) -> NoticeText
    /// A length of time in seconds, in words.
    func length(_ seconds: Int64) -> String
    func queue(_ name: String, place: String, begins: Bool) -> NoticeText
    func lock(_ name: String, place: String, closes: Bool) -> NoticeText
    func population(_ name: String, place: String, word: String) -> NoticeText
    /// `count` of the `of` watched realms are down.
    func manyDown(place: String, count: Int, of: Int, names: String) -> NoticeText
    /// `count` of the `of` realms that were down are back; `names` are those that are not, unless all are.
    func manyUp(place: String, count: Int, of: Int, names: String) -> NoticeText
    func many(_ aspect: NoticeAspect, word: String, place: String, count: Int, names: String) -> NoticeText
    /// Of which other realms the same is to be said (`begins`), or what ended here still holds.
    func others(_ aspect: NoticeAspect, begins: Bool, names: String) -> String
    /// Several realms, before anybody knows which.
    func several(place: String) -> String
    /// A map begins in so many minutes, or is on (0).
    func map(_ name: String, mode: String, minutes: Int64, from: String, to: String) -> NoticeText
    /// Entries of a watch list that matched no realm: `unknown` by name, and `renamed` with the realms that they are now.
    func unmatched(place: String, unknown: String?, renamed: String?) -> NoticeText
    /// Names, and how many are left out.
    func list(_ names: [String], more: Int) -> String
    /// A notice that a person asked for to see whether they arrive.
    func test(box: String) -> NoticeText
}

extension NoticeWords {
    /// The notice about one realm.
    func single(
        _ aspect: NoticeAspect,
        word change: NoticeChange.Word?,
        name: String,
        place: String,
        since: String? = nil,
        outage: String? = nil,
        population word: String = "unknown"
    ) -> NoticeText {
        switch (aspect, change) {
        case (.status, .down): down(name, place: place, since: since)
        case (.maintenance, _): maintenanceOver(name, place: place, since: since, outage: outage)
        case (.queue, .queueStarted): queue(name, place: place, begins: true)
        case (.queue, _): queue(name, place: place, begins: false)
        case (.lock, .locked): lock(name, place: place, closes: true)
        case (.lock, _): lock(name, place: place, closes: false)
        case (.population, _): population(name, place: place, word: word)
        default: up(name, place: place, since: since, outage: outage)
        }
    }
}

/// Which language a phone is spoken to in.
enum NoticeLanguages {
    /// The language of a locale such as `pl-PL` or `pl_PL`; English for all that are not here.
    static func words(for locale: String) -> any NoticeWords {
        locale.lowercased().split { $0 == "-" || $0 == "_" }.first == "pl" ? PolishWords() : EnglishWords()
    }
}
