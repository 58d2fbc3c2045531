import Core
import Serving
import WatchpostModel

/// Tells the lamps what administrators watch: at the start, and after each commit that may have changed it.
///
/// One reading at a time, and another one after it when somebody asked meanwhile: so what is told last was read after
/// the last commit.
actor WatchedRealmsNotifier {
    private let store: DeviceStore
    private let disk: DiskErrorLog
    private let outlet: @Sendable ([Region: [String]]) -> Void
    private var isTelling = false
    private var isAskedAgain = false

    init(
        store: DeviceStore,
        disk: DiskErrorLog,
        outlet: @escaping @Sendable ([Region: [String]]) -> Void
    ) {
        self.store = store
        self.disk = disk
        self.outlet = outlet
    }

    /// Trouble of the disk is in the log; the lamps keep what they knew.
    func tell() async {
        isAskedAgain = true
        guard !isTelling else { return }
        isTelling = true
        defer { isTelling = false }
        while isAskedAgain {
            isAskedAgain = false
            let store = store
            do throws(Problem) {
                outlet(
                    try await disk.watch { () throws(SQLiteError) in try await store.administratorsRealms() }
                )
            } catch {
                continue
            }
        }
    }
}
