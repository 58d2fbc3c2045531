/// Why a database could not be opened.
package enum DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// SQLite or the operating system refused.
    case refused(SQLiteError)
    /// It was made by a newer release, which knows these migrations; nothing was changed.
    case newerRelease(path: String, migrations: [String])
    /// The file is damaged; nothing was changed.
    case damaged(path: String, detail: String)
    /// There was a database, and now there is none, or one with nothing in it; nothing was changed.
    case lost(path: String, detail: String)
    /// The damaged file could not be put aside.
    case notSetAside(path: String, detail: String)

    /// What is wrong with the file, in a few words.
    package var words: String {
        switch self {
        case .refused(let error): error.message
        case .newerRelease: "written by a newer release of watchpost"
        case .damaged(_, let detail): "damaged (\(detail))"
        case .lost(_, let detail):
            "\(detail), though it was in use; nothing was made in its place: restore a backup with “watchpost restore FILE”, "
                + "or begin again without it with “watchpost new-state”"
        case .notSetAside(_, let detail): "damaged, and could not be moved aside (\(detail))"
        }
    }

    package var description: String {
        switch self {
        case .refused(let error):
            "cannot open the database: \(error)"
        case .newerRelease(let path, let migrations):
            "\(path) was written by a newer release of watchpost (unknown: \(migrations.joined(separator: ", "))); "
                + "nothing was changed: install that release again, or restore a backup made by this one"
        case .damaged(let path, let detail):
            "\(path) is damaged (\(detail)); nothing was changed: restore a backup with “watchpost restore FILE”, "
                + "or start again with “watchpost new-state”"
        case .lost(let path, let detail):
            "\(path) \(detail), though this box was in use: its phones and what they watch would be forgotten; "
                + "nothing was changed: restore a backup with “watchpost restore FILE”, "
                + "or start again with “watchpost new-state” (or “run --new-state”)"
        case .notSetAside(let path, let detail):
            "\(path) is damaged and could not be moved aside (\(detail)): delete it"
        }
    }
}
