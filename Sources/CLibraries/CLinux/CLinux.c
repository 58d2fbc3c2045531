#define _GNU_SOURCE
#include "CLinux.h"

#include <sched.h>

int clinux_usable_cores(void) {
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof(cores), &cores) != 0) return 1;
    const int count = CPU_COUNT(&cores);
    return count < 1 ? 1 : count;
}
