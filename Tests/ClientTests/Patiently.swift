import TestSupport
import WatchpostClient

/// Does what changes a file that several processes share, and asks again where that was refused because of its lock.
///
/// It is refused after two seconds behind one that the machine holds up, and nothing has changed then. Any other error is
/// thrown, and that of the last refusal when patience ends.
func patiently<Value>(_ change: () throws(WatchpostError) -> Value) throws(WatchpostError) -> Value {
    for _ in 1..<(Patience.seconds / 2) {
        do throws(WatchpostError) {
            return try change()
        } catch {
            guard error.description.contains("lock") else { throw error }
        }
    }
    return try change()
}
