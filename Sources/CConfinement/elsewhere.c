// Systems without Landlock and seccomp, which only Linux has: there is no sandbox, and the program says so before
// anything runs. Written for Darwin, and not run there yet.

#ifndef __linux__

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

int confinement_landlock_version(void) { return 0; }
bool confinement_has_filter(void) { return false; }

int confinement_split(const confinement_plan *plan) {
  (void)plan;
  errno = ENOSYS;
  return -1;
}

int confinement_lock(const confinement_plan *plan) {
  (void)plan;
  errno = ENOSYS;
  return -1;
}

int confinement_leave_aid(void (*act)(void *), void *context) {
  (void)act, (void)context;
  errno = ENOSYS;
  return -1;
}

void confinement_call_aid(void) {}
void confinement_forget_environment(void) {}
bool confinement_is_inside(void) { return false; }
void confinement_note_prompt(void) {}
void confinement_add_name(const char *name) { (void)name; }

int confinement_open(const char *path, int flags, int mode) { return open(path, flags, mode); }
int confinement_unlink(const char *path) { return unlink(path); }
int confinement_stat(const char *path, struct stat *status) { return stat(path, status); }
int confinement_lstat(const char *path, struct stat *status) { return lstat(path, status); }
int confinement_access(const char *path, int mode) { return access(path, mode); }
long confinement_readlink(const char *path, char *target, size_t size) { return readlink(path, target, size); }

bool confinement_take_refusal(char *path, size_t size) {
  (void)path, (void)size;
  return false;
}

bool confinement_is_on_read_only_system(const char *path) {
  struct statvfs system;
  return statvfs(path, &system) == 0 && (system.f_flag & ST_RDONLY) != 0;
}

bool confinement_sync_directory(const char *path) {
  (void)path;
  return false;
}

bool confinement_hides(const char *path) {
  (void)path;
  return false;
}

#endif
