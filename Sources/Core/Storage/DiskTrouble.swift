/// Whether the disk takes what a part of the box stores, as errors and commits of its database tell.
///
/// It is over when a commit has changed something: reads, and writes that change nothing, go well on a full disk, too.
package struct DiskTrouble: Hashable, Sendable {
    /// What is to be told, once each.
    package enum Effect: Hashable, Sendable {
        /// Something was refused that was not before: a line for the log.
        case began(SQLiteError)
        /// The panel shows why the disk refuses.
        case show(String)
        case over
        /// The panel shows nothing of it any more.
        case hide
    }

    /// How many commits had changed something when it refused last; nil: it works.
    private var since: Int?
    private var isShown = false

    package init() {}

    /// `provedCommits`: see `Database.provedCommits`.
    package mutating func failed(_ error: SQLiteError, provedCommits: Int) -> [Effect] {
        var effects: [Effect] = since == nil ? [.began(error)] : []
        since = provedCommits
        if !isShown, error.code.isOfDisk {
            isShown = true
            effects.append(.show("the disk refuses: \(error.message)"))
        }
        return effects
    }

    /// Something went well, or somebody else may have stored something.
    package mutating func look(provedCommits: Int) -> [Effect] {
        guard let since, provedCommits > since else { return [] }
        let effects: [Effect] = isShown ? [.hide, .over] : [.over]
        self = DiskTrouble()
        return effects
    }
}
