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
#endif
