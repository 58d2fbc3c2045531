// The few calls of the C library and the kernel that the Glibc module map leaves out.
#ifndef CLINUX_H
#define CLINUX_H
#include <malloc.h>
#include <sys/eventfd.h>
#include <sys/timex.h>
#endif
