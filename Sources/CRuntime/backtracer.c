// The program that would show what a crash was doing, as the runtime of Swift asks for it: there is none.
//
// A program that contains its runtime looks for it below the folder that it is started in. That takes eight questions to
// the file system at every start, and would run what someone has left in a folder of data. The function is weak: where a
// runtime's own comes into the program as well, that counts.

#include "CRuntime.h"

#include <stddef.h>

#ifdef __linux__

__attribute__((weak)) const char *swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return NULL;
}

#endif
