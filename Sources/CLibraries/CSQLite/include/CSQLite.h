// SQLite (libsqlite3-dev). Functions added here only where the macro or variadic form cannot be imported.
#ifndef CSQLITE_H
#define CSQLITE_H
#include <sqlite3.h>

/// `SQLITE_TRANSIENT` is a cast macro, which Swift cannot import: SQLite copies the bytes before it returns.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int bytes) {
    return sqlite3_bind_text(statement, index, text, bytes, SQLITE_TRANSIENT);
}

/// As `csqlite_bind_text`, for bytes.
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *blob, int bytes) {
    return sqlite3_bind_blob(statement, index, blob, bytes, SQLITE_TRANSIENT);
}

/// `sqlite3_config` is variadic: pages of a cache are taken one by one, none before they are used.
///
/// Only before the first connection of the process; `SQLITE_MISUSE` later.
static inline int csqlite_take_pages_one_by_one(void) {
    return sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0);
}
#endif
