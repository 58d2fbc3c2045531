/* Pulls the plug in a test: kills the process that preloads it (LD_PRELOAD) at a system call, or at an answer.
 *
 * $PLUG_STATEMENT  part of a statement that only the transaction runs which is meant
 * $PLUG_LOG        the name of the database's log; absent: state.db-wal
 * $PLUG_CALL       write   in place of the first write of its COMMIT to that log: nothing of it is stored
 *                  frame   in place of any write of its COMMIT to that log: part of it may be stored
 *                  sync    right after the fdatasync that makes it durable: nobody has been told yet
 *                  answer  no transaction: libcurl has an answer of an address with $PLUG_STATEMENT in it, and hands it over
 * $PLUG_COUNT      kills the n-th time
 * $PLUG_RECORD     gets a line about where it killed
 */
#define _GNU_SOURCE
#include <curl/curl.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The log's header is synchronised on its own (https://www.sqlite.org/fileformat2.html#the_write_ahead_log). */
#define LOG_HEADER 32

static const char *statement, *call, *record, *database_log;
static atomic_int left;
static ssize_t (*real_pwrite64)(int, const void *, size_t, off64_t);
static int (*real_fdatasync)(int);
static int (*real_step)(sqlite3_stmt *);
static const char *(*real_sql)(sqlite3_stmt *);
static CURLMsg *(*real_info_read)(CURLM *, int *);
static CURLcode (*real_getinfo)(CURL *, CURLINFO, ...);

/* Of the transaction that this thread runs. */
static _Thread_local enum { NOTHING, RUNNING, COMMITTING, WRITING } stage;
static _Thread_local int is_meant;

static void *next(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

__attribute__((constructor)) static void begin(void) {
    statement = getenv("PLUG_STATEMENT");
    call = getenv("PLUG_CALL");
    record = getenv("PLUG_RECORD");
    const char *count = getenv("PLUG_COUNT");
    if (!statement || !call || !record || !count) abort();
    database_log = getenv("PLUG_LOG");
    if (!database_log) database_log = "state.db-wal";
    left = atoi(count);
    real_pwrite64 = next("pwrite64");
    real_fdatasync = next("fdatasync");
    /* A shell on the way to the appliance (.ci/packaged) has no database: nothing in it is meant. */
    real_step = dlsym(RTLD_NEXT, "sqlite3_step");
    if (!real_step) return;
    real_sql = next("sqlite3_sql");
    real_info_read = next("curl_multi_info_read");
    real_getinfo = next("curl_easy_getinfo");
}

static int is(const char *name) { return strcmp(call, name) == 0; }

/* Returns all times but the one that is asked for. */
static void pass(const char *where) {
    const char *place = is("answer") ? "" : database_log;
    if (atomic_fetch_sub(&left, 1) != 1) return;
    char line[256];
    int length = snprintf(line, sizeof line, "%s%s, %s", where, place, statement);
    int file = open(record, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (length >= (int)sizeof line || write(file, line, length) != length) abort();
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

static int is_meant_log(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    size_t length = strlen(database_log);
    ssize_t before = readlink(link, path, sizeof path) - (ssize_t)length;
    return before > 0 && path[before - 1] == '/' && memcmp(path + before, database_log, length) == 0;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    if (is_meant && stage >= COMMITTING && is_meant_log(file)) {
        if ((stage == COMMITTING && is("write")) || is("frame")) pass("pwrite64 ");
        if (offset >= LOG_HEADER) stage = WRITING;
    }
    return real_pwrite64(file, bytes, count, offset);
}

int fdatasync(int file) {
    int result = real_fdatasync(file);
    if (result == 0 && stage == WRITING && is_meant_log(file)) {
        stage = NOTHING;
        if (is("sync")) pass("fdatasync ");
    }
    return result;
}

int sqlite3_step(sqlite3_stmt *prepared) {
    const char *sql = real_sql(prepared);
    if (sql && strncmp(sql, "BEGIN", 5) == 0) is_meant = 0;
    if (sql && strstr(sql, statement)) is_meant = 1;
    stage = sql && strcmp(sql, "COMMIT") == 0 ? COMMITTING : RUNNING;
    int result = real_step(prepared);
    stage = NOTHING;
    return result;
}

CURLMsg *curl_multi_info_read(CURLM *multi, int *remaining) {
    CURLMsg *message = real_info_read(multi, remaining);
    char *address = NULL;
    if (message && message->msg == CURLMSG_DONE && is("answer")
        && real_getinfo(message->easy_handle, CURLINFO_EFFECTIVE_URL, &address) == CURLE_OK
        && address && strstr(address, statement))
        pass("curl_multi_info_read");
    return message;
}
