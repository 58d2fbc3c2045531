import Core

/// A picture with the SHA-256 of its bytes, by which it is known.
struct HashedPicture: Hashable, Sendable {
    let hash: [UInt8]
    let picture: Picture

    init(_ picture: Picture, hash: [UInt8]) {
        (self.picture, self.hash) = (picture, hash)
    }
}

/// A picture as it is given out.
struct StoredPicture: Hashable, Sendable {
    let kind: Picture.Kind
    let bytes: [UInt8]
}

/// Rows of pictures: one for all who have the same.
enum PictureTable {
    static func find(_ hash: [UInt8], _ db: borrowing Connection) throws(SQLiteError) -> StoredPicture? {
        try db.first("SELECT type, bytes FROM pictures WHERE hash = ?1", .blob(hash)) {
            row throws(SQLiteError) in
            StoredPicture(
                kind: Picture.Kind(rawValue: try row.text(0)) ?? .png,
                bytes: try row.blob(1)
            )
        }
    }

    static func put(_ picture: HashedPicture, _ db: borrowing Connection) throws(SQLiteError) {
        try db.execute(
            "INSERT OR IGNORE INTO pictures (hash, type, bytes) VALUES (?1, ?2, ?3)",
            .blob(picture.hash),
            .text(picture.picture.kind.rawValue),
            .blob(picture.picture.bytes)
        )
    }

    /// One that nobody has any more goes.
    static func sweep(_ hash: [UInt8]?, _ db: borrowing Connection) throws(SQLiteError) {
        guard let hash else { return }
        try db.execute(
            """
            DELETE FROM pictures WHERE hash = ?1
                AND NOT EXISTS (SELECT 1 FROM players WHERE picture = ?1 AND picture IS NOT NULL)
                AND NOT EXISTS (SELECT 1 FROM games WHERE background = ?1)
                AND NOT EXISTS (SELECT 1 FROM game_fronts WHERE icon = ?1 OR picture = ?1)
            """,
            .blob(hash)
        )
    }
}
