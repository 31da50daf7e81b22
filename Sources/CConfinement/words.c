// What is said where the sandbox refuses: the option that would allow it.

#include "internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void confinement_explain(int code, const char *path, bool writes, char *words, size_t size) {
  if (!confinement_is_inside() || (code != EACCES && code != EPERM)) {
    snprintf(words, size, "%s", strerror(code));
  } else if (!writes) {
    snprintf(words, size, "the sandbox does not read it (--allow-read %s)", path);
  } else {
    snprintf(words, size, "the sandbox does not write it (--allow-write %s)", path);
  }
}
