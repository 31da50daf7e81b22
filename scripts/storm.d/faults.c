// Lets the call of a number fail that writes to a file: as a full disk, as a broken one, or short; or one that takes
// memory, of SQLite or of anyone. For LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static long calls = 0, first = -1;
static int kind = 0;

// Kinds 0 to 2 are of files. Of memory: the call alone, or from it on; of SQLite, which must survive it, or of anyone.
enum { ONE_OF_SQLITE = 3, ALL_OF_SQLITE = 4, ONE_OF_ALL = 5, ALL_OF_ALL = 6 };

static char *sqlite_start = NULL, *sqlite_end = NULL;

static int find_sqlite(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  if (!strstr(info->dlpi_name, "libsqlite3")) return 0;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *part = info->dlpi_phdr + index;
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    sqlite_start = (char *)info->dlpi_addr + part->p_vaddr;
    sqlite_end = sqlite_start + part->p_memsz;
  }
  return 1;
}

__attribute__((constructor)) static void begin(void) {
  const char *number = getenv("STORM_FAULT"), *name = getenv("STORM_FAULT_KIND");
  if (number) first = atol(number);
  if (name) kind = atoi(name);
  if (kind >= ONE_OF_SQLITE) dl_iterate_phdr(find_sqlite, NULL);
}

static int lacks_memory(void *caller) {
  if (first < 0 || kind < ONE_OF_SQLITE) return 0;
  if (kind <= ALL_OF_SQLITE && ((char *)caller < sqlite_start || (char *)caller >= sqlite_end)) return 0;
  long call = ++calls;
  return call == first || (call > first && (kind == ALL_OF_SQLITE || kind == ALL_OF_ALL));
}

void *__libc_malloc(size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_calloc(size_t count, size_t size);

#define TAKE(call) (lacks_memory(__builtin_return_address(0)) ? (errno = ENOMEM, NULL) : (call))

void *malloc(size_t size) { return TAKE(__libc_malloc(size)); }

void *realloc(void *block, size_t size) { return TAKE(__libc_realloc(block, size)); }

void *calloc(size_t count, size_t size) { return TAKE(__libc_calloc(count, size)); }

// Of files only: what is printed arrives.
static int falls(int file) {
  struct stat status;
  if (first < 0 || kind >= ONE_OF_SQLITE || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
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
