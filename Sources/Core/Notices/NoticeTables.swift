/// The tables of notices in `state.db`; they refer to those of devices.
package enum NoticeTables {
    package static let tables = StateTables(migrations: migrations, bounds: bounds)

    private static let migrations = [
        Migration(
            "notices/1",
            """
            CREATE TABLE notice_changes (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                region TEXT NOT NULL,
                realm TEXT NOT NULL,
                word TEXT NOT NULL,
                at INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE notice_maintenance (
                region TEXT NOT NULL,
                realm TEXT NOT NULL,
                PRIMARY KEY (region, realm)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE told (
                device INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
                region TEXT NOT NULL,
                realm TEXT NOT NULL,
                at INTEGER NOT NULL,
                PRIMARY KEY (device, region, realm)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE outbox (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                device INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
                subject TEXT NOT NULL,
                aspect TEXT NOT NULL,
                word TEXT NOT NULL,
                version INTEGER NOT NULL,
                at INTEGER NOT NULL,
                detail TEXT,
                quiet INTEGER NOT NULL DEFAULT 0,
                uncertain INTEGER NOT NULL DEFAULT 0,
                not_before INTEGER NOT NULL,
                expires_at INTEGER NOT NULL,
                state INTEGER NOT NULL DEFAULT 0,
                attempts INTEGER NOT NULL DEFAULT 0,
                lease_until INTEGER,
                reason TEXT,
                title TEXT,
                body TEXT,
                link TEXT,
                named TEXT,
                settled_at INTEGER,
                UNIQUE (device, subject, aspect, version)
            ) STRICT;
            CREATE INDEX outbox_due ON outbox (not_before) WHERE state = 0;
            CREATE INDEX outbox_open ON outbox (device, subject) WHERE state < 2;
            CREATE INDEX outbox_leased ON outbox (lease_until) WHERE state = 1;
            CREATE INDEX outbox_device ON outbox (device, id);
            CREATE INDEX outbox_dead ON outbox (settled_at) WHERE state = 4;
            CREATE TABLE notice_buckets (
                device INTEGER PRIMARY KEY REFERENCES devices (id) ON DELETE CASCADE,
                full_at INTEGER NOT NULL,
                day_began INTEGER NOT NULL,
                day_count INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE notice_cursors (name TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
            """
        ),
        Migration(
            "notices/2",
            """
            ALTER TABLE told ADD COLUMN sure INTEGER NOT NULL DEFAULT 1; -- 0: the last notice may have arrived, or not
            CREATE INDEX outbox_under_way ON outbox (device) WHERE state = 1;
            DROP INDEX outbox_open;
            CREATE INDEX map_alerts_wanted ON map_alerts (mode, map, minutes);
            """
        ),
        Migration(
            "notices/3",
            """
            ALTER TABLE map_alerts ADD COLUMN told INTEGER NOT NULL DEFAULT 0; -- 1: its phone can be reached
            UPDATE map_alerts SET told = 1 WHERE device IN (SELECT id FROM devices WHERE push_state = 1);
            DROP INDEX map_alerts_wanted;
            CREATE INDEX map_alerts_told ON map_alerts (mode, map, minutes) WHERE told = 1;
            """
        ),
        Migration(
            "notices/4",
            """
            CREATE TABLE realm_downs ( -- the last time that a realm was away; null: nobody saw it begin, or end
                region TEXT NOT NULL,
                realm TEXT NOT NULL,
                began INTEGER,
                ended INTEGER,
                PRIMARY KEY (region, realm)
            ) STRICT, WITHOUT ROWID;
            """
        ),
        Migration(
            "notices/5",
            """
            ALTER TABLE outbox RENAME COLUMN detail TO payload; -- JSON of the row's topic; was one value in a line
            UPDATE outbox SET payload = replace(replace(payload, '\\', '\\\\'), '"', '\\"') WHERE payload IS NOT NULL;
            UPDATE outbox SET payload = CASE aspect
                WHEN 'list' THEN '[{"text":"' || replace(replace(payload, char(9), '","realm":"'),
                    char(10), '"},{"text":"') || '"}]'
                ELSE '["' || replace(payload, char(10), '","') || '"]' END
                WHERE payload IS NOT NULL;
            UPDATE outbox SET payload = NULL WHERE NOT json_valid(payload);
            UPDATE outbox SET payload = json_object('end', CAST(payload ->> 3 AS INTEGER), 'map', payload ->> 0,
                'mode', payload ->> 1, 'start', CAST(payload ->> 2 AS INTEGER))
                WHERE aspect = 'map' AND payload IS NOT NULL;
            ALTER TABLE outbox ADD COLUMN place TEXT; -- one row of a place is under way to a phone at a time
            UPDATE outbox SET place = 'g:' || substr(subject, 3, instr(subject || '/', '/') - 3)
                WHERE aspect IN ('status', 'maintenance');
            """
        ),
        Migration(
            "notices/6",
            """
            -- What leased rows say of realms: a JSON array; was one realm in a line.
            UPDATE outbox SET named = '["' || replace(replace(replace(named, '\\', '\\\\'), '"', '\\"'),
                char(10), '","') || '"]' WHERE named IS NOT NULL;
            UPDATE outbox SET named = NULL WHERE NOT json_valid(named);
            """
        ),
    ]

    private static let bounds: [StateBounds.Rule] = [
        .init(
            "outbox",
            "state NOT BETWEEN 0 AND \(OutboxState.allCases.count - 1)",
            "state is not in 0...\(OutboxState.allCases.count - 1)"
        ),
        .init("outbox", "attempts NOT BETWEEN 0 AND 1000000", "attempts are not in 0...1000000"),
        .init(
            "notice_cursors",
            "name <> 'box' AND at NOT BETWEEN -9007199254740992 AND 9007199254740992",
            "at is no time"
        ),
        .init(
            "notice_buckets",
            "day_count NOT BETWEEN 0 AND 1000000",
            "day_count is not in 0...1000000"
        ),
    ]
}
