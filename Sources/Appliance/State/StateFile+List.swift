import Arena
import Core

/// The files of the state folder; a feature's own is in its `files`.
extension StateFile {
    /// What must survive: what all features keep together.
    static func state(_ tables: StateTables) -> StateFile {
        StateFile(
            "state.db",
            durability: .full,
            damage: .report,
            tables: tables,
            isInBackups: true,
            isNeeded: true,
            fault: "E01"
        )
    }

    /// What may lose its last minute.
    static let history = StateFile(
        "history.db",
        durability: .normal,
        damage: .setAside,
        tables: History.tables,
        isInBackups: true,
        isNeeded: false,
        fault: "E02"
    )

    /// What players have reached; without it only the arena is closed.
    static let arena = StateFile(
        "arena.db",
        durability: .full,
        pageSize: ArenaFacts.pageSize,
        overwrites: true,
        damage: .report,
        tables: ArenaFacts.tables,
        isInBackups: true,
        isNeeded: false,
        fault: "E34"
    )
}
