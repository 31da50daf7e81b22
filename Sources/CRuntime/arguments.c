// The arguments of the process, as the runtime of Swift asks for them.
//
// The runtime looks for them in /proc/self/maps before `main` begins, which takes a thirtieth of the time that the
// shortest script takes; the C library hands them to whoever asks. The functions are weak: where a runtime's own come
// into the program as well, those count.

#include "CRuntime.h"

#ifdef __linux__

static int count;
static char **arguments;

/// The C library of Linux calls constructors with what it calls `main` with.
__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
  count = argc;
  arguments = argv;
}

__attribute__((weak)) char **_swift_stdlib_getUnsafeArgvArgc(int *result) {
  *result = count;
  return arguments;
}

__attribute__((weak)) void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc) {
  count = argc;
  arguments = argv;
}

#endif
