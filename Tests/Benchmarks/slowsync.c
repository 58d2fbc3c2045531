/* Makes each fdatasync and fsync take $SYNC_DELAY_US longer (LD_PRELOAD): a card that is slow, on a machine that is not. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int slowly(const char *name, int file) {
    usleep(atoi(getenv("SYNC_DELAY_US")));
    return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
}

int fdatasync(int file) { return slowly("fdatasync", file); }
int fsync(int file) { return slowly("fsync", file); }
