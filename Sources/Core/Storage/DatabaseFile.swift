/// Which file a database lives in and how it is treated.
package struct DatabaseFile: Hashable, Sendable {
    /// How much a power cut may take.
    package enum Durability: String, Sendable {
        /// Nothing that was committed (`synchronous = FULL`, one fsync a commit): for what must not be lost.
        case full = "FULL"
        /// The last transactions, never the file's soundness (`synchronous = NORMAL`): for history.
        case normal = "NORMAL"
    }

    /// What to do with a file that turns out to be damaged when it is opened.
    package enum Damage: Sendable {
        /// Refuse to start and say so, because it holds what nobody can give back: a person decides.
        case report
        /// Keep it under another name and begin again: losing history must not keep the lamps dark.
        case setAside
    }

    /// A path, or `:memory:`.
    package var path: String
    package var durability: Durability
    package var damage: Damage
    /// Whether something else proves that there was one: a missing or empty file is then a loss, and no first start.
    package var isExpected: Bool
    /// Of a file that is made now, in bytes: a power of two from 512 on; one that is there keeps its own.
    ///
    /// A commit writes whole pages: smaller ones spare the card where a commit changes little in several places, and make
    /// the file larger.
    package var pageSize = 4_096

    /// What is deleted is overwritten with zeros (`secure_delete`), so that nobody finds it in the file.
    package var overwrites = false

    package init(path: String, durability: Durability, damage: Damage, isExpected: Bool = false) {
        self.path = path
        self.durability = durability
        self.damage = damage
        self.isExpected = isExpected
    }

    /// Gone when it is closed; for tests.
    package static let memory = DatabaseFile(path: ":memory:", durability: .full, damage: .report)

    var isInMemory: Bool { path == ":memory:" }
}
