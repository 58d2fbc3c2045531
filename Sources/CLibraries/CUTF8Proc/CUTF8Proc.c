#include "CUTF8Proc.h"
