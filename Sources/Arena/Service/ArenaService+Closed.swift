import Core
import Serving

/// What is said while its file is not open.
extension ArenaService {
    static let closedError = SQLiteError(code: .cannotOpen, message: "the arena is closed", path: "arena.db")

    static let closed = Problem(
        .unavailable,
        "the arena is closed, because its file cannot be used; try again later",
        code: "arena-closed"
    )
}
