// Nothing of PCRE2 needs a shim; a target of C needs a file.
#include "CPCRE2.h"
