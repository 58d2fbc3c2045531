extension GameFlavour {
    /// In bytes.
    package static let longestName = 24

    /// The flavour called `name`; nil when that is no name for one: 1 to 24 of `a-z`, `0-9` and hyphens.
    package init?(named name: String) {
        guard (1...GameFlavour.longestName).contains(name.utf8.count), name.isMade(of: .slug) else {
            return nil
        }
        self.init(name)
    }
}
