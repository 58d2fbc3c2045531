/// Who tells of the realms of a feed: people who read what we say must be able to see how far that can be relied on.
package struct RealmOrigin: Hashable, Sendable {
    /// Short and stable, as the API names it: `battlenet`.
    package let name: String
    /// For people, after "from": `Blizzard's status page`.
    package let words: String
    /// Whether it is made for programs: an unofficial one may change or close at any time.
    package let isOfficial: Bool

    package init(name: String, words: String, isOfficial: Bool) {
        self.name = name
        self.words = words
        self.isOfficial = isOfficial
    }
}
