// Lets the call of a number fail that writes to a file: as a full disk, as a broken one, or short. For LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static long calls = 0, first = -1;
static int kind = 0;

__attribute__((constructor)) static void begin(void) {
  const char *number = getenv("STORM_FAULT"), *name = getenv("STORM_FAULT_KIND");
  if (number) first = atol(number);
  if (name) kind = atoi(name);
}

// Of files only: what is printed arrives.
static int falls(int file) {
  struct stat status;
  if (first < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  return ++calls >= first;
}

static ssize_t refuse(void) {
  errno = kind == 0 ? ENOSPC : EIO;
  return -1;
}

#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

ssize_t write(int file, const void *bytes, size_t count) {
  if (falls(file)) {
    if (kind != 2 || count < 2) return refuse();
    count /= 2;
  }
  return REAL(ssize_t, "write", int, const void *, size_t)(file, bytes, count);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
  if (falls(file)) {
    if (kind != 2 || count < 2) return refuse();
    count /= 2;
  }
  return REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t)(file, bytes, count, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) { return pwrite64(file, bytes, count, offset); }

int fsync(int file) { return falls(file) ? (int)refuse() : REAL(int, "fsync", int)(file); }

int fdatasync(int file) { return falls(file) ? (int)refuse() : REAL(int, "fdatasync", int)(file); }

int ftruncate64(int file, off64_t size) {
  return falls(file) ? (int)refuse() : REAL(int, "ftruncate64", int, off64_t)(file, size);
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }
