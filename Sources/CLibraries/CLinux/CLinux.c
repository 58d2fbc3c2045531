#define _GNU_SOURCE
#include "CLinux.h"

#if defined(__OPTIMIZE__) && _FORTIFY_SOURCE + 0 < 2
#error "releases are fortified: Package.swift defines _FORTIFY_SOURCE"
#endif

#include <sched.h>

int clinux_usable_cores(void) {
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof(cores), &cores) != 0) return 1;
    const int count = CPU_COUNT(&cores);
    return count < 1 ? 1 : count;
}
