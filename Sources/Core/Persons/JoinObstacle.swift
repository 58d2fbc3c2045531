/// Why two persons cannot be joined, as whoever asked for it is told.
package struct JoinObstacle: Hashable, Sendable {
    /// For apps that say it in the person's language, such as `too-many-realms`.
    package let code: String
    /// What stands in the way, and what to do.
    package let words: String

    package init(code: String, words: String) {
        self.code = code
        self.words = words
    }
}
