package import WatchpostModel

/// What an archive looks like: an SQLite file that holds other files.
///
/// The table `sqlar` is that of SQLite's own archives (sqlite.org/sqlar.html), uncompressed, so that
/// `sqlite3 FILE -Ax` unpacks it where no watchpost is at hand. `checks` has a digest for each and for `about`, because SQLite notices
/// a damaged structure and not a damaged value.
package enum ArchiveFormat {
    /// `PRAGMA application_id`, the letters "WpBa".
    static let identity: Int64 = 0x5770_4261
    /// `PRAGMA user_version`: raised when an older release could no longer read the archive.
    ///
    /// Each database that joins those in backups raises it: 1 had `state.db` and `vapid.pem`, 2 has `history.db`, too,
    /// 3 `arena.db` and `arena-key`.
    package static let version: Int64 = 3
    static let tables = ["about", "checks", "sqlar"]

    static let structure = """
        PRAGMA application_id = \(identity);
        PRAGMA user_version = \(version);
        CREATE TABLE sqlar (name TEXT PRIMARY KEY, mode INT, mtime INT, sz INT, data BLOB);
        CREATE TABLE checks (name TEXT PRIMARY KEY, sha256 BLOB NOT NULL) STRICT;
        CREATE TABLE about (release TEXT NOT NULL, made_at INTEGER NOT NULL) STRICT;
        """

    /// What stands in `checks` for the table `about`; no file is called so.
    static let aboutCheck = "about"

    /// What the digest of the table `about` is made of: the release, a line feed, and the seconds since 1970.
    package static func about(_ release: String, _ madeAt: UnixTime) -> [UInt8] {
        Array("\(release)\n\(madeAt.seconds)".utf8)
    }

    /// How much of a file is in memory at a time, in bytes.
    static let chunk = 256 << 10
}

/// A file in an archive.
package struct ArchivedFile: Hashable, Sendable {
    package let name: String
    /// In bytes.
    package let size: Int64
    /// SHA-256, as whoever made the archive computed it.
    package let digest: [UInt8]
    let row: Int64
}

/// Why an archive cannot be written or read; nothing was changed.
package enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// SQLite refused.
    case database(SQLiteError)
    /// The operating system refused something about a file beside the archive.
    case system(SystemRefusal)
    /// It is no archive of ours.
    case foreign(path: String, detail: String)
    /// A newer release made it.
    case newer(path: String)
    case damaged(path: String, detail: String)

    package var description: String {
        switch self {
        case .database(let error) where error.code.primary == .full:
            "\(error.path): there is no space left on that disk"
        case .database(let error): "\(error.path): \(error.message)"
        case .system(let refusal): refusal.description
        case .foreign(let path, let detail): "\(path) is not a backup of watchpost: \(detail)"
        case .newer(let path): "\(path) was made by a newer release of watchpost: install that one first"
        case .damaged(let path, let detail): "\(path) is damaged (\(detail)): use another backup"
        }
    }
}
