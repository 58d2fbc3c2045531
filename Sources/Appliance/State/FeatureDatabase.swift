import Core
import Display
import SystemSupport
import WatchpostModel

/// The database of one feature, without which the box goes on: a file that cannot be used closes that feature alone, the
/// panel says so, and it is tried again.
final class FeatureDatabase: Sendable {
    private let file: StateFile
    private let directory: String
    private let observer: Database.Observer?
    private let log: Log
    private let opened = Locked<Database?>(nil)

    init(_ file: StateFile, in directory: String, observer: Database.Observer? = nil, log: Log) {
        self.file = file
        self.directory = directory
        self.observer = observer
        self.log = log
    }

    /// Nil while the feature is closed.
    var database: Database? { opened.withLock { $0 } }

    /// Opens the file, unless it is open, and hands the database to `use`, which may find it useless; the fault while the
    /// feature is closed.
    ///
    /// To be called again and again, by one task at a time. `now` is for the name of a damaged file that is put aside.
    func open(
        at now: UnixTime?,
        _ use: (Database) async throws(SQLiteError) -> Void
    ) async -> PanelFault? {
        guard database == nil else { return nil }
        do throws(DatabaseError) {
            let (database, report) = try await Database.open(
                file.file(in: directory),
                migrations: file.tables.migrations,
                now: now,
                observer: observer
            )
            if let aside = report.setAside {
                log.error("\(file.name) was damaged: it is kept as \(aside), a new one begins")
            }
            do throws(SQLiteError) {
                try await use(database)
            } catch {
                await database.close()
                return fault(error.message)
            }
            opened.withLock { $0 = database }
            return nil
        } catch {
            return fault(error.words)
        }
    }

    /// What the panel shows while the file refuses; lamps promise nothing of it.
    func fault(_ words: String) -> PanelFault {
        PanelFault(code: file.fault, words: "\(file.name): \(words)", isOfTheBox: false, isForLamps: false)
    }

    /// Closes it, if it is open.
    func close() async {
        await database?.close()
    }
}
