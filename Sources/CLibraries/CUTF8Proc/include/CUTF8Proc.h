// utf8proc (libutf8proc-dev): normalisation and case folding.
#ifndef CUTF8PROC_H
#define CUTF8PROC_H
#include <utf8proc.h>
#endif
