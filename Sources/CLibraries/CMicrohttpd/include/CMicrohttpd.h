// GNU libmicrohttpd (libmicrohttpd-dev): the HTTP server.
#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H
#include <microhttpd.h>
#endif
