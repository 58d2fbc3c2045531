/// The tables of persons beside `persons` itself, which came with the devices; append only.
extension PersonStore {
    package static let tables = StateTables(
        migrations: migrations,
        bounds: bounds,
        renewals: [StateTables.Renewal(migration: "persons/2", sql: newEra)]
    )

    /// Begins an era of numbers: all that were given out before, here or in whatever this file is a copy of, are lower by
    /// a random distance, or were given out after another one.
    ///
    /// 40 bits: of ten million pairs of eras with ten thousand persons each fewer than one meets, and eight thousand restores
    /// fit into the bounds. Within an era numbers follow each other, so that what belongs to neighbours lies together.
    private static let newEra = """
        UPDATE person_numbers SET
            last = max(last, coalesce((SELECT max(id) FROM persons), 0)) + 1 + abs(random() % 1099511627776);
        UPDATE person_numbers SET era = last;
        """

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
        ),
        Migration(
            "persons/2",
            """
            -- the number from which on persons of this state were counted: another one after each restore
            ALTER TABLE person_numbers ADD COLUMN era INTEGER NOT NULL DEFAULT 0;
            \(newEra)
            """
        ),
    ]
    /// Leaves room for later eras below what JSON keeps.
    private static let largest: Int64 = 1 << 52
    private static let bounds: [StateBounds.Rule] = [
        .init(
            "person_log",
            "sequence < 1 OR kind NOT BETWEEN 1 AND 4 OR (kind < 3) <> (other IS NOT NULL)",
            "an entry says nothing"
        ),
        .init("persons", "id NOT BETWEEN 1 AND \(largest)", "id is no number of a person"),
        .init("person_numbers", "last NOT BETWEEN 0 AND \(largest)", "last is no number of a person"),
        .init("person_numbers", "era NOT BETWEEN 0 AND last", "era is no number", newColumn: "era"),
    ]
}
