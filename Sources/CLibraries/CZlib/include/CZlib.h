// zlib (zlib1g-dev): one gzip variant of each snapshot.
#ifndef CZLIB_H
#define CZLIB_H
#include <zlib.h>

/// `deflateInit2` is a macro; 15 + 16 window bits ask for a gzip wrapper (zlib manual).
static inline int czlib_deflate_init_gzip(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
#endif
