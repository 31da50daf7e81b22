// Landlock: which paths there are at all. Its numbers are written here, since the headers of older systems know few.

#ifdef __linux__

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define CREATE_RULESET 444
#define ADD_RULE 445
#define RESTRICT_SELF 446

#define EXECUTE (1ULL << 0)
#define WRITE_FILE (1ULL << 1)
#define READ_FILE (1ULL << 2)
#define READ_DIR (1ULL << 3)
#define REMOVE_DIR (1ULL << 4)
#define REMOVE_FILE (1ULL << 5)
#define MAKE_DIR (1ULL << 7)
#define MAKE_REG (1ULL << 8)
#define TRUNCATE (1ULL << 14)

typedef struct {
  uint64_t files, network, scopes;
} ruleset;

typedef struct __attribute__((packed)) {
  uint64_t allowed;
  int32_t parent;
} rule;

int confinement_landlock_version(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, 1);
  return version < 0 ? 0 : (int)version;
}

/// Everything that this version can refuse.
static ruleset all_of(int version) {
  // What each version knows of files: the first 13, REFER, TRUNCATE, and the calls of devices.
  int bits = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
  return (ruleset){(1ULL << bits) - 1, version >= 4 ? 3 : 0, version >= 6 ? 3 : 0};
}

/// Of the rights, those that a thing of that kind can have.
static uint64_t fitting(uint64_t rights, int path) {
  struct stat status;
  bool is_directory = fstat(path, &status) == 0 && S_ISDIR(status.st_mode);
  return is_directory ? rights : rights & (READ_FILE | WRITE_FILE | TRUNCATE);
}

static int grant(int set, uint64_t handled, uint64_t rights, const char *const *paths, size_t count) {
  for (size_t index = 0; index < count; index++) {
    int path = open(paths[index], O_PATH | O_CLOEXEC);
    if (path < 0) return -1;
    rule rule = {fitting(rights, path) & handled, path};
    long code = syscall(ADD_RULE, set, 1, &rule, 0);
    int reason = errno;
    close(path);
    errno = reason;
    if (code != 0) return -1;
  }
  return 0;
}

int confinement_restrict_paths(const confinement_plan *plan) {
  int version = confinement_landlock_version();
  if (version == 0) return 0;
  ruleset handled = all_of(version);
  // An older kernel does not know the later fields, and refuses a struct that has them.
  size_t size = version >= 6 ? sizeof handled : version >= 4 ? 16 : 8;
  int set = (int)syscall(CREATE_RULESET, &handled, size, 0);
  if (set < 0) return -1;
  uint64_t reading = READ_FILE | READ_DIR;
  uint64_t writing = WRITE_FILE | TRUNCATE | MAKE_REG | REMOVE_FILE | MAKE_DIR | REMOVE_DIR;
  int code = grant(set, handled.files, reading, plan->readable, plan->readable_count);
  if (code == 0) code = grant(set, handled.files, writing, plan->writable, plan->writable_count);
  if (code == 0) code = (int)syscall(RESTRICT_SELF, set, 0);
  int reason = errno;
  close(set);
  errno = reason;
  return code;
}

#endif
