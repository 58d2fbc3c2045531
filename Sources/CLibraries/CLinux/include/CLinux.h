// The few calls of the C library and the kernel that the Glibc module map leaves out.
#ifndef CLINUX_H
#define CLINUX_H
#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timex.h>

/// A datagram socket of the local machine. `SOCK_DGRAM` is an enumeration that the static Glibc module leaves out.
static inline int clinux_datagram_socket(void) {
    return socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
}

/// For poll(2): the other end has closed its side. `POLLRDHUP` (linux/poll.h) is hidden without _GNU_SOURCE.
static const short clinux_peer_closed = 0x2000;

/// The processor cores that this process may use, at least 1. `CPU_COUNT` is a macro that Swift cannot import.
int clinux_usable_cores(void);
#endif
