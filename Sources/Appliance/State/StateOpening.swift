import Core
import Glibc
import Serving
import WatchpostModel

/// Opens `state.db`, and tells a first start from a loss: a folder with an owner key has had a state.
///
/// Only the holder of the state lock may call it.
struct StateOpening: Sendable {
    let directory: String
    /// `state.db`, with the tables of all features.
    let file: StateFile
    /// A lost or damaged state is replaced by an empty one; a sound one stays.
    let beginsAnew: Bool
    /// For the name of a damaged file that is put aside; nil while the clock is not trusted.
    let now: UnixTime?

    /// The database; `say` gets what its owner should know, in sentences.
    func run(say: (String) -> Void) async throws -> Database {
        let hasKey = access(OwnerKey.path(in: directory), F_OK) == 0
        let database = file.file(
            in: directory,
            damage: beginsAnew ? .setAside : .report,
            isExpected: hasKey && !beginsAnew
        )
        let (state, report) = try await Database.open(
            database,
            migrations: file.tables.migrations,
            now: now
        )
        if let aside = report.setAside { say("state.db was damaged: it is kept as \(aside)") }
        let isNew = report.applied.count == file.tables.migrations.count
        // Names of new files, too, before anything is made that proves that they were there.
        if isNew { try DurableFile.sync(directory) }
        if isNew, hasKey {
            say("a new state began: phones have to register again, which apps do by themselves")
        }
        if beginsAnew { try await forget(state, isNew, say) }
        return state
    }

    /// Whatever a feature's file became, it may begin again.
    private func forget(_ state: Database, _ isNew: Bool, _ say: (String) -> Void) async throws {
        let files = KnownFiles(database: state)
        let lost = try await files.names().filter { !holdsSomething($0) }.sorted()
        try await files.forget()
        for name in lost { say("\(name) is lost: a new one begins when it is needed") }
        if !isNew, lost.isEmpty { say("the state is sound: it stays, and --new-state changed nothing") }
    }

    /// The log beside an empty file may hold all of it.
    private func holdsSomething(_ name: String) -> Bool {
        ["", "-wal"].contains { suffix in
            var status = stat()
            return stat("\(directory)/\(name)\(suffix)", &status) == 0 && status.st_size > 0
        }
    }
}
