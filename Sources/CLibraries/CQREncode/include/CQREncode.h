// libqrencode (libqrencode-dev): QR codes, ISO/IEC 18004.
#ifndef CQRENCODE_H
#define CQRENCODE_H
#include <qrencode.h>
#endif
