/* Sends SIGHUP to a program of Python's just before it asks the kernel to wait for the end of its child, when Python has looked for
 * signals the last time: what closing its window may do, and hardly ever does.
 *
 * $HANGUP_PARENT  the number of the process whose child is meant; its descendants preload this, too.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>

static void hang_up_once(void) {
    static int is_over;
    const char *parent = getenv("HANGUP_PARENT");
    // The program's other threads wait for other children.
    if (is_over || !parent || atoi(parent) != getppid() || gettid() != getpid()) return;
    is_over = 1;
    raise(SIGHUP);
}

pid_t waitpid(pid_t child, int *status, int options) {
    static pid_t (*real)(pid_t, int *, int);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "waitpid");
    if (!(options & WNOHANG)) hang_up_once();
    return real(child, status, options);
}

int select(int count, fd_set *read, fd_set *written, fd_set *odd, struct timeval *most) {
    static int (*real)(int, fd_set *, fd_set *, fd_set *, struct timeval *);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "select");
    hang_up_once();
    return real(count, read, written, odd, most);
}
