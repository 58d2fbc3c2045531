import WatchpostModel

/// Liked and avoided maps, under the version rule of the other lists.
extension DeviceStore {
    /// A device's likes, empty when they were never stored.
    package func mapLikes(of device: Int64) async throws(SQLiteError) -> MapLikes {
        try await database.read("read liked maps") { db throws(SQLiteError) in
            try MapLikeTable.likes(device, db)
        }
    }

    /// Replaces the likes whose version `likes` carries; a device that is gone has none to replace.
    ///
    /// `isTrusted`: as for watch lists.
    package func put(
        _ likes: MapLikes,
        ofDevice device: Int64,
        isTrusted: Bool = false
    ) async throws(SQLiteError) -> VersionedOutcome<MapLikes> {
        let quota = quota
        return try await database.write("store liked maps") { db throws(SQLiteError) in
            guard try DeviceTable.person(of: device, db) != nil else { return .conflict(.none) }
            let current = try MapLikeTable.likes(device, db)
            if current.version > 0 && current.hasContent(of: likes) { return .unchanged(current) }
            guard current.version == likes.version else { return .conflict(current) }
            if likes.size > current.size {
                let limit = try quota.limit(of: MapLikes.mostMaps, isTrusted: isTrusted, db)
                guard likes.size <= limit else { return .full(limit) }
            }
            var next = likes
            next.version += 1
            try MapLikeTable.put(next, of: device, db)
            return .stored(next)
        }
    }
}

/// Rows of liked and avoided maps.
package enum MapLikeTable {
    package static let tables = StateTables(migrations: migrations, bounds: bounds)

    private static let bounds: [StateBounds.Rule] = [
        .init("map_likes", "length(CAST(code AS BLOB)) NOT BETWEEN 1 AND 64", "code is no map's"),
        .init("map_likes", "liked NOT IN (0, 1)", "liked is no flag"),
        .init(
            "map_likes",
            "device IN (SELECT device FROM map_likes GROUP BY device HAVING count(*) > \(MapLikes.mostMaps))",
            "a phone likes more than \(MapLikes.mostMaps) maps"
        ),
        .init("map_like_versions", "version < 1", "version is none"),
    ]

    /// Append only.
    private static let migrations = [
        Migration(
            "likes/1",
            """
            CREATE TABLE map_like_versions (
                device INTEGER PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE, version INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE map_likes (
                device INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
                code TEXT NOT NULL, liked INTEGER NOT NULL, -- 0: avoided
                PRIMARY KEY (device, code)
            ) STRICT, WITHOUT ROWID;
            """
        )
    ]

    static func likes(_ device: Int64, _ db: borrowing Connection) throws(SQLiteError) -> MapLikes {
        let version = try db.first(
            "SELECT version FROM map_like_versions WHERE device = ?1",
            .integer(device)
        ) { row throws(SQLiteError) in try row.integer(0) }
        return MapLikes(
            stored: version ?? 0,
            liked: try codes(device, liked: true, db),
            avoided: try codes(device, liked: false, db)
        )
    }

    private static func codes(
        _ device: Int64,
        liked: Bool,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> [String] {
        let codes = try db.rows(
            "SELECT code FROM map_likes WHERE device = ?1 AND liked = ?2",
            .integer(device),
            .flag(liked)
        ) { row throws(SQLiteError) in try row.text(0) }
        return codes.sorted()
    }

    /// A device that never stored any begins with the likes of another.
    static func begin(_ device: Int64, like other: Int64, _ db: borrowing Connection) throws(SQLiteError) {
        guard try likes(device, db).version == 0 else { return }
        var likes = try likes(other, db)
        guard likes.version > 0 else { return }
        likes.version = 1
        try put(likes, of: device, db)
    }

    static func put(
        _ likes: MapLikes,
        of device: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            "INSERT OR REPLACE INTO map_like_versions (device, version) VALUES (?1, ?2)",
            .integer(device),
            .integer(likes.version)
        )
        try db.execute("DELETE FROM map_likes WHERE device = ?1", .integer(device))
        for code in likes.liked { try insert(code, of: device, liked: true, db) }
        for code in likes.avoided { try insert(code, of: device, liked: false, db) }
    }

    private static func insert(
        _ code: String,
        of device: Int64,
        liked: Bool,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try db.execute(
            "INSERT INTO map_likes (device, code, liked) VALUES (?1, ?2, ?3)",
            .integer(device),
            .text(code),
            .flag(liked)
        )
    }
}

/// Liked and avoided maps: each phone has its own, and one that joins begins with those of the other.
package struct MapLikesParticipant: PersonParticipant {
    package let name = "map likes"

    package init() {}

    package func begin(
        _ device: Int64,
        like other: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) {
        try MapLikeTable.begin(device, like: other, db)
    }

    package func export(
        _ person: Int64,
        _ db: borrowing Connection
    ) throws(SQLiteError) -> any Encodable & Sendable {
        var export: [Export] = []
        for device in try DeviceTable.records(of: person, db) {
            let likes = try MapLikeTable.likes(device.id, db)
            if likes.version > 0 { export.append(Export(phone: device.install, maps: likes.body(next: nil))) }
        }
        return export
    }

    private struct Export: Encodable {
        let phone: String
        let maps: MapLikesBody
    }
}
