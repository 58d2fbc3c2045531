/* Shows the process that preloads it (LD_PRELOAD) another time of day, while its other clocks go on as they are.
 *
 * $CLOCK_FILE  eight bytes, in this machine's order: by how many milliseconds the clock is off. Whoever writes them moves it.
 *
 * (libfaketime would do the same, but a program with Swift's runtime in it gets no arguments under it.)
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static _Atomic int64_t *offset;
static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("CLOCK_FILE");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) abort();
    void *found = mmap(NULL, sizeof *offset, PROT_READ, MAP_SHARED, file, 0);
    if (found == MAP_FAILED) abort();
    close(file);
    offset = found;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!real_clock_gettime) *(void **)&real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real_clock_gettime(clock, time);
    if (result != 0 || !offset || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
    int64_t moved = atomic_load(offset) * 1000000 + time->tv_nsec;
    time->tv_sec += moved / 1000000000;
    time->tv_nsec = moved % 1000000000;
    if (time->tv_nsec < 0) {
        time->tv_sec -= 1;
        time->tv_nsec += 1000000000;
    }
    return 0;
}
