/// The tables of persons beside `persons` itself, which came with the devices; append only.
extension PersonStore {
    package static let tables = StateTables(migrations: migrations, bounds: bounds)

    private static let migrations = [
        Migration(
            "persons/1",
            """
            CREATE TABLE person_log ( -- what became of persons, for features that keep their own files
                sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                kind INTEGER NOT NULL, -- 1 joined, 2 parted, 3 a phone was removed, 4 ended
                person INTEGER NOT NULL,
                other INTEGER -- who remains of two, or the new one
            ) STRICT;
            CREATE TABLE person_numbers (last INTEGER NOT NULL) STRICT; -- one row: no person gets this number or a lower one
            INSERT INTO person_numbers VALUES (0);
            """
        )
    ]
    private static let bounds: [StateBounds.Rule] = [
        .init(
            "person_log",
            "sequence < 1 OR kind NOT BETWEEN 1 AND 4 OR (kind < 3) <> (other IS NOT NULL)",
            "an entry says nothing"
        ),
        .init("person_numbers", "last < 0", "last is no number"),
    ]
}
