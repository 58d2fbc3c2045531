/// The tables of persons, their devices and what they want to be told; append only.
extension DeviceStore {
    package static let tables = StateTables(migrations: migrations, bounds: bounds)

    private static let migrations = [
        Migration(
            "devices/1",
            """
            CREATE TABLE persons (
                id INTEGER PRIMARY KEY, administrator INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE devices (
                id INTEGER PRIMARY KEY, install TEXT NOT NULL UNIQUE, secret BLOB NOT NULL,
                person INTEGER NOT NULL REFERENCES persons (id),
                name TEXT NOT NULL, locale TEXT NOT NULL, zone TEXT NOT NULL,
                channel TEXT, address TEXT, -- how it is reached, and where, as its adapter wrote it
                address_key BLOB, -- SHA-256 of what makes the address unique
                address_at_ms INTEGER, -- when the phone last named it
                push_state INTEGER NOT NULL DEFAULT 0, -- 0 none, 1 active, 2 disabled
                push_reason TEXT,
                quiet_from INTEGER, quiet_to INTEGER, -- minutes of the day in `zone`
                alerts_version INTEGER NOT NULL DEFAULT 0,
                registered_at INTEGER NOT NULL, seen_at INTEGER NOT NULL
            ) STRICT;
            CREATE UNIQUE INDEX devices_address ON devices (address_key) WHERE address_key IS NOT NULL;
            CREATE INDEX devices_person ON devices (person);
            CREATE TABLE watch_lists (
                person INTEGER NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
                region TEXT NOT NULL, version INTEGER NOT NULL,
                kinds INTEGER NOT NULL, -- 1 status 2 queue 4 lock 8 maintenance 16 population
                PRIMARY KEY (person, region)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE watched_realms (
                region TEXT NOT NULL, realm TEXT NOT NULL,
                person INTEGER NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
                PRIMARY KEY (region, realm, person)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX watched_by ON watched_realms (person, region);
            CREATE TABLE map_alerts (
                device INTEGER NOT NULL REFERENCES devices (id) ON DELETE CASCADE,
                position INTEGER NOT NULL, mode TEXT NOT NULL, map TEXT,
                minutes INTEGER NOT NULL, once INTEGER NOT NULL,
                days INTEGER NOT NULL, -- bit 0 is Monday
                from_minute INTEGER, to_minute INTEGER,
                PRIMARY KEY (device, position)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE link_codes (
                hash BLOB PRIMARY KEY, -- SHA-256 of the code
                person INTEGER NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
                expires_at INTEGER NOT NULL,
                used_by INTEGER REFERENCES devices (id) ON DELETE CASCADE -- may ask again when the answer was lost
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX link_codes_person ON link_codes (person);
            CREATE INDEX link_codes_used_by ON link_codes (used_by) WHERE used_by IS NOT NULL;
            """
        ),
        Migration(
            "devices/2",
            """
            ALTER TABLE devices ADD COLUMN service TEXT; -- which of the channel's services, for example its host
            ALTER TABLE devices ADD COLUMN read_at INTEGER NOT NULL DEFAULT 0; -- when its notices were last read
            UPDATE devices SET service = substr(address, instr(address, '"endpoint":"https://') + 20)
                WHERE channel = 'webpush';
            UPDATE devices SET service = substr(service, 1, instr(service, '/') - 1) WHERE service IS NOT NULL;
            ALTER TABLE link_codes ADD COLUMN made_by INTEGER REFERENCES devices (id) ON DELETE CASCADE;
            CREATE TABLE removed_devices ( -- whose phones are told that they were removed
                install TEXT PRIMARY KEY, secret BLOB NOT NULL, at INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX removed_devices_at ON removed_devices (at);
            CREATE TABLE realm_wishes ( -- what a person wants of single realms
                region TEXT NOT NULL, realm TEXT NOT NULL,
                person INTEGER NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
                tell_once INTEGER NOT NULL DEFAULT 0, urgent INTEGER NOT NULL DEFAULT 0,
                muted_until INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (region, realm, person)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX realm_wishes_by ON realm_wishes (person, region);
            """
        ),
        Migration(
            "devices/3",
            // Who may have to make room is found without a walk over all.
            "CREATE INDEX devices_absent ON devices (seen_at) WHERE push_state <> 1;"
        ),
        Migration(
            "devices/4",
            "ALTER TABLE watched_realms ADD COLUMN told INTEGER NOT NULL DEFAULT 0; -- 1: that it matches no realm"
        ),
        Migration(
            "devices/5",
            // Who registered before and left no trace of having come back counts as one who never did.
            """
            ALTER TABLE devices ADD COLUMN used INTEGER NOT NULL DEFAULT 0; -- 1: it came back after it had registered
            ALTER TABLE devices ADD COLUMN outside INTEGER NOT NULL DEFAULT 1; -- 0: it said who it is from home once
            ALTER TABLE devices ADD COLUMN network TEXT; -- where outside it registered; null: at home, or not known
            UPDATE devices SET used = 1 WHERE seen_at > registered_at OR alerts_version > 0 OR read_at > 0
                OR person IN (SELECT id FROM persons WHERE administrator = 1)
                OR person IN (SELECT person FROM watch_lists)
                OR person IN (SELECT person FROM realm_wishes)
                OR person IN (SELECT person FROM devices GROUP BY person HAVING count(*) > 1);
            DROP INDEX devices_absent;
            CREATE INDEX devices_absent ON devices (outside, seen_at) WHERE push_state <> 1;
            CREATE INDEX devices_unused ON devices (outside, registered_at) WHERE used = 0;
            CREATE INDEX devices_network ON devices (network, used, registered_at) WHERE network IS NOT NULL;
            """
        ),
        Migration(
            "devices/6",
            // Whoever came back stays so; an address counts for those that were here on another day.
            """
            ALTER TABLE devices ADD COLUMN reached INTEGER NOT NULL DEFAULT 0; -- 1: a push service took a notice for it
            UPDATE devices SET reached = 1 WHERE push_state = 1 AND used = 1 AND seen_at > registered_at;
            DROP INDEX devices_absent;
            DROP INDEX devices_unused;
            CREATE INDEX devices_absent ON devices (outside, seen_at) WHERE reached = 0;
            CREATE INDEX devices_unused ON devices (outside, registered_at) WHERE used = 0 AND reached = 0;
            """
        ),
        Migration(
            "devices/7",
            // `reached` is 2 where a push service took a notice on the occasion of the registration.
            """
            DROP INDEX devices_absent;
            CREATE INDEX devices_absent ON devices (outside, seen_at) WHERE reached <> 1;
            """
        ),
    ]
}
