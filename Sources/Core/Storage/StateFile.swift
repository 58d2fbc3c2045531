/// A database in the state folder: how it is opened, whether it is kept in backups, and what goes on without it.
///
/// Opening, backup and restore go by a list of these: a feature with a file of its own adds a line to it.
package struct StateFile: Sendable {
    /// Of the file, such as `state.db`.
    package let name: String
    package let durability: DatabaseFile.Durability
    package let damage: DatabaseFile.Damage
    /// What is in it.
    package let tables: StateTables
    package let isInBackups: Bool
    /// Whether the box cannot do without it: its start then waits for it, or is refused.
    ///
    /// Without any other file only the feature is closed whose it is.
    package let isNeeded: Bool
    /// The code of the fault that the panel shows while it cannot be used.
    package let fault: String

    package init(
        _ name: String,
        durability: DatabaseFile.Durability,
        damage: DatabaseFile.Damage,
        tables: StateTables,
        isInBackups: Bool,
        isNeeded: Bool,
        fault: String
    ) {
        self.name = name
        self.durability = durability
        self.damage = damage
        self.tables = tables
        self.isInBackups = isInBackups
        self.isNeeded = isNeeded
        self.fault = fault
    }

    /// Whether one that was there before and is missing now is a loss: only what may be put aside begins again by itself.
    package var isMissed: Bool { damage == .report }

    /// SQLite's companions of the file; they belong to it and to no other.
    package var companions: [String] { ["\(name)-wal", "\(name)-shm", "\(name)-journal"] }

    /// The file in a folder; what is nil is as it always is.
    package func file(
        in folder: String,
        damage other: DatabaseFile.Damage? = nil,
        isExpected: Bool = false
    ) -> DatabaseFile {
        DatabaseFile(
            path: "\(folder)/\(name)",
            durability: durability,
            damage: other ?? damage,
            isExpected: isExpected
        )
    }
}
