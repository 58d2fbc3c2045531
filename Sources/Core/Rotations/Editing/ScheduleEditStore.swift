import FoundationEssentials
import WatchpostModel

/// The edits of the schedule, in `state.db`: one row for each, undos among them.
///
/// What a call returned is durable.
package struct ScheduleEditStore: Sendable {
    /// What became of a commit.
    package enum Outcome: Sendable {
        case stored(ScheduleEdits)
        /// Another edit was committed meanwhile.
        case conflict
        /// As many edits are in force as are kept.
        case full
    }

    /// Rows that are kept: more than one a week for three years.
    package static let most = 200

    private let database: Database

    /// The database must have been opened with these `tables`.
    package init(database: Database) {
        self.database = database
    }

    package static let tables = StateTables(
        migrations: [
            Migration(
                "rotations/1",
                """
                CREATE TABLE schedule_edits (
                    version INTEGER PRIMARY KEY AUTOINCREMENT, -- never given out twice
                    at INTEGER NOT NULL,
                    install TEXT, -- of the phone that asked; null: the owner
                    words TEXT NOT NULL, -- as it can be typed again
                    undoes INTEGER, -- the version that it takes back; null: an edit
                    base TEXT, -- of an edit: what the file said of its mode, as a digest
                    layer TEXT -- of an edit: what it comes to, JSON
                ) STRICT
                """
            )
        ],
        bounds: [
            .init("schedule_edits", "length(CAST(install AS BLOB)) > 64", "install is no phone"),
            .init("schedule_edits", "length(CAST(words AS BLOB)) > 4096", "words are longer than 4 kB"),
            .init("schedule_edits", "(layer IS NULL) = (undoes IS NULL)", "neither an edit nor an undo"),
        ]
    )

    /// Everything that is kept.
    package func load() async throws(SQLiteError) -> ScheduleEdits {
        try await database.read("read schedule edits") { db throws(SQLiteError) in
            try ScheduleEditStore.edits(db)
        }
    }

    /// Stores an edit whose version follows the newest one.
    ///
    /// `expendable`: versions that may be forgotten, the first first; they make room where there is none.
    package func append(_ edit: ScheduleEdit, expendable idle: [Int64]) async throws(SQLiteError) -> Outcome {
        let layer = edit.layers.isEmpty ? nil : StoredLayer.json(edit.layers.map { StoredLayer($0) })
        var base: String?
        if case .laid(_, let text) = edit.kind { base = text }
        let digest = base
        return try await database.write("store schedule edit") { db throws(SQLiteError) in
            let newest = try db.first("SELECT max(version), count(*) FROM schedule_edits") {
                row throws(SQLiteError) in
                (version: try row.optionalNumber(0) ?? 0, count: try row.integer(1))
            }
            guard newest?.version ?? 0 == edit.version - 1 else { return .conflict }
            let surplus = Int(newest?.count ?? 0) + 1 - ScheduleEditStore.most
            guard surplus <= idle.count else { return .full }
            for version in idle.prefix(max(0, surplus)) {
                try db.execute("DELETE FROM schedule_edits WHERE version = ?1", .integer(version))
            }
            try db.execute(
                """
                INSERT INTO schedule_edits (version, at, install, words, undoes, base, layer)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                """,
                .integer(edit.version),
                .integer(edit.at.seconds),
                .text(edit.install),
                .text(edit.words),
                .integer(edit.undoes),
                .text(digest),
                .text(layer)
            )
            return .stored(try ScheduleEditStore.edits(db))
        }
    }

    /// A row that cannot be read, which only a damaged or foreign file has, lies over nothing and stays where it is.
    private static func edits(_ db: borrowing Connection) throws(SQLiteError) -> ScheduleEdits {
        let rows = try db.rows(
            "SELECT version, at, install, words, undoes, base, layer FROM schedule_edits ORDER BY version"
        ) { row throws(SQLiteError) in
            Stored(
                version: try row.number(0),
                at: try row.instant(1),
                install: try row.optionalText(2),
                words: try row.text(3),
                undoes: try row.optionalInteger(4),
                base: try row.optionalText(5),
                layer: try row.optionalText(6)
            )
        }
        return ScheduleEdits(rows.map(\.edit))
    }

    private struct Stored {
        var version: Int64
        var at: UnixTime
        var install: String?
        var words: String
        var undoes: Int64?
        var base: String?
        var layer: String?

        var edit: ScheduleEdit {
            let kind: ScheduleEdit.Kind
            if let undoes {
                kind = .undone(undoes)
            } else if let base, let layers = layer.flatMap({ StoredLayer.layers(json: $0) }) {
                kind = .laid(layers, base: base)
            } else {
                // As if it took back what was never there.
                kind = .undone(0)
            }
            return ScheduleEdit(version: version, at: at, install: install, words: words, kind: kind)
        }
    }
}

/// A layer as it is stored.
private struct StoredLayer: Codable {
    var mode: String
    var name: String
    var plane: ModePlanes.Plane
    var from: UnixTime
    var to: UnixTime?
    var schedule: ScheduleBody?

    init(_ layer: ScheduleLayer) {
        mode = layer.mode
        name = layer.name
        plane = layer.plane
        from = layer.from
        to = layer.to
        schedule = layer.schedule?.body
    }

    /// Nil where one of them is none that could have been made.
    static func layers(json: String) -> [ScheduleLayer]? {
        guard let read = try? JSONDecoder().decode([StoredLayer].self, from: Data(json.utf8)) else {
            return nil
        }
        let layers = read.compactMap(\.layer)
        let isOneMode = Set(layers.map(\.mode)).count == 1
        return isOneMode && layers.count == read.count ? layers : nil
    }

    static func json(_ layers: [StoredLayer]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings and integers only: they always encode.
        return (try? encoder.encode(layers)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }

    private var layer: ScheduleLayer? {
        if let to, to <= from { return nil }
        var made: RotationSchedule?
        if let schedule {
            guard let known = try? RotationSchedule(schedule) else { return nil }
            made = known
        }
        guard made == nil || (made?.takeover != nil) == (plane == .takeovers) else { return nil }
        return ScheduleLayer(mode: mode, name: name, plane: plane, from: from, to: to, schedule: made)
    }
}
