/* Makes each fdatasync and fsync take longer (LD_PRELOAD): a card that is slow, on a machine that is not.
 *
 * $SYNC_FILE  three numbers of eight bytes, in this machine's order: the shortest and the longest delay in microseconds, and a
 *             number other than 0 from which chance goes on between them. Whoever writes them changes what follows.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static _Atomic uint64_t *delays;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("SYNC_FILE");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) abort();
    void *found = mmap(NULL, 3 * sizeof *delays, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (found == MAP_FAILED) abort();
    close(file);
    delays = found;
}

/* Marsaglia's xorshift. */
static uint64_t chance(void) {
    uint64_t last = atomic_load(&delays[2]), next;
    do {
        next = last ^ last << 13;
        next ^= next >> 7;
        next ^= next << 17;
    } while (!atomic_compare_exchange_weak(&delays[2], &last, next));
    return next;
}

static int slowly(const char *name, int file) {
    uint64_t least = atomic_load(&delays[0]), most = atomic_load(&delays[1]);
    usleep(least + (most > least ? chance() % (most - least + 1) : 0));
    return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
}

int fdatasync(int file) { return slowly("fdatasync", file); }
int fsync(int file) { return slowly("fsync", file); }
