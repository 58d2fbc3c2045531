import Glibc

/// Recorded answers of the outside world, which are not part of the project.
///
/// `WATCHPOST_RECORDINGS` names their folder.
/// Tests that read them are skipped without them, by `.enabled(if: Recordings.areThere, "WATCHPOST_RECORDINGS is not set")`, which the runner
/// counts and lists; a test that returned early would pass unseen.
package enum Recordings {
    /// Where they lie; empty without them.
    package static let folder = getenv("WATCHPOST_RECORDINGS").map { String(cString: $0) } ?? ""
    package static let areThere = !folder.isEmpty
}
