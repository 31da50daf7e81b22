// Inside a sandbox SQLite's files come from the outside: its system calls are replaced by those that ask.
#include "CSQLite.h"

#include <CConfinement.h>
#include <stdarg.h>
#include <string.h>
#include <sys/types.h>

static int open_file(const char *path, int flags, int mode) { return confinement_open(path, flags, mode); }

/// The names of a directory are put on the disk outside; SQLite goes on where a directory cannot be opened.
static int open_directory(const char *path, int *descriptor) {
  *descriptor = -1;
  confinement_sync_directory(path);
  return SQLITE_CANTOPEN;
}

static ssize_t read_link(const char *path, char *target, size_t size) {
  return confinement_readlink(path, target, size);
}

bool csqlite_confine(const char *database) {
  // A sandbox has a limit, and here SQLite begins.
  csqlite_count_memory();
  sqlite3_vfs *system = sqlite3_vfs_find("unix");
  if (system == NULL || system->iVersion < 3) return false;
  const struct {
    const char *name;
    sqlite3_syscall_ptr function;
  } calls[] = {
      {"open", (sqlite3_syscall_ptr)open_file},          {"unlink", (sqlite3_syscall_ptr)confinement_unlink},
      {"stat", (sqlite3_syscall_ptr)confinement_stat},   {"lstat", (sqlite3_syscall_ptr)confinement_lstat},
      {"access", (sqlite3_syscall_ptr)confinement_access}, {"readlink", (sqlite3_syscall_ptr)read_link},
      {"openDirectory", (sqlite3_syscall_ptr)open_directory},
  };
  for (size_t index = 0; index < sizeof calls / sizeof *calls; index++) {
    if (system->xSetSystemCall(system, calls[index].name, calls[index].function) != SQLITE_OK) return false;
  }
  if (database == NULL) return true;
  // What SQLite makes of the name is what it asks for.
  char full[4096];
  if (system->xFullPathname(system, database, sizeof full, full) != SQLITE_OK) return false;
  confinement_add_name(full);
  return true;
}
