/// A database in the state folder: how it is opened, whether it is kept in backups, and what goes on without it.
///
/// Opening, backup and restore go by a list of these: a feature with a file of its own adds a line to it.
///
/// A file of its own is for what is large, or written often, or may be lost: everything that has to be true together with
/// persons, phones or announcements belongs into `state.db`, since nothing is atomic over two files. `damage` decides what
/// a damaged one comes to: `report` closes what needs it and says so until somebody restores it; the other puts it aside and
/// begins anew. Opening runs the migrations of `tables`, each once, in the order of the list; a file of a later release is
/// refused and stays untouched.
///
/// ```swift
/// StateFile(
///     "arena.db", durability: .full, damage: .report, tables: ArenaDatabase.tables, isInBackups: true, isNeeded: false,
///     fault: "E34"
/// )
/// ```
package struct StateFile: Sendable {
    /// Of the file, such as `state.db`; never changed, since backups and earlier releases know it by it.
    package let name: String
    package let durability: DatabaseFile.Durability
    /// See `DatabaseFile`.
    package let pageSize: Int
    /// See `DatabaseFile`.
    package let overwrites: Bool
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
        pageSize: Int = 4_096,
        overwrites: Bool = false,
        damage: DatabaseFile.Damage,
        tables: StateTables,
        isInBackups: Bool,
        isNeeded: Bool,
        fault: String
    ) {
        self.name = name
        self.durability = durability
        self.pageSize = pageSize
        self.overwrites = overwrites
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
        var file = DatabaseFile(
            path: "\(folder)/\(name)",
            durability: durability,
            damage: other ?? damage,
            isExpected: isExpected
        )
        file.pageSize = pageSize
        file.overwrites = overwrites
        return file
    }
}
