// The outside: opens the files of one database, and no others.

#ifdef __linux__

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

/// The path without links, though the file may not be there yet.
static bool resolve(const char *path, char *resolved) {
  if (realpath(path, resolved)) return true;
  char directory[PATH_MAX];
  const char *slash = strrchr(path, '/');
  size_t length = slash ? (size_t)(slash - path) : 0;
  if (length >= sizeof directory) return false;
  memcpy(directory, path, length);
  directory[length] = 0;
  const char *parent = slash == path ? "/" : slash ? directory : ".";
  char real[PATH_MAX];
  if (!realpath(parent, real)) return false;
  int count = snprintf(resolved, PATH_MAX, "%s/%s", strcmp(real, "/") == 0 ? "" : real, slash ? slash + 1 : path);
  return count > 0 && count < PATH_MAX;
}

void confinement_find_files(confinement_files *files, const confinement_plan *plan) {
  static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
  memset(files, 0, sizeof *files);
  files->is_read_only = plan->is_read_only;
  char path[PATH_MAX];
  if (!plan->database || !resolve(plan->database, path)) return;
  for (int slot = SLOT_DATABASE; slot <= SLOT_JOURNAL; slot++) {
    snprintf(files->path[slot], sizeof files->path[slot], "%s%s", path, ends[slot]);
  }
  char *slash = strrchr(path, '/');
  if (slash) slash[slash == path ? 1 : 0] = 0;
  snprintf(files->path[SLOT_DIRECTORY], sizeof files->path[SLOT_DIRECTORY], "%s", path);
  files->is_there = true;
}

/// What a request to open may ask for.
#define FLAGS (O_ACCMODE | O_CREAT | O_EXCL)

/// A new file belongs to whom the database belongs, as the engine itself has it.
static void settle(const confinement_files *files, int file, int mode) {
  struct stat status, owner;
  if (fstat(file, &status) != 0 || status.st_size != 0) return;
  if (mode != 0 && (status.st_mode & 0777) != (mode_t)(mode & 0777)) fchmod(file, (mode_t)(mode & 0666));
  if (geteuid() != 0 || stat(files->path[SLOT_DATABASE], &owner) != 0) return;
  if (fchown(file, owner.st_uid, owner.st_gid) != 0) return;
}

static int open_file(const confinement_files *files, const confinement_request *request) {
  if (request->slot == SLOT_DIRECTORY) return errno = EACCES, -1;
  int flags = request->flags & FLAGS;
  bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & O_CREAT) != 0;
  if (writes && files->is_read_only) return errno = EACCES, -1;
  int mode = request->mode ? request->mode & 0666 : 0644;
  int file = open(files->path[request->slot], flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode);
  struct stat status;
  if (file >= 0 && (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))) {
    close(file);
    return errno = EACCES, -1;
  }
  if (file >= 0 && (flags & O_CREAT)) settle(files, file, request->mode);
  return file;
}

static int remove_file(const confinement_files *files, uint32_t slot) {
  if (files->is_read_only || slot == SLOT_DATABASE || slot == SLOT_DIRECTORY) return errno = EACCES, -1;
  return unlink(files->path[slot]);
}

static int sync_directory(const confinement_files *files) {
  int directory = open(files->path[SLOT_DIRECTORY], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return -1;
  fsync(directory);
  return close(directory);
}

static int look_at(const confinement_files *files, const confinement_request *request) {
  struct statvfs system;
  if (files->is_read_only && (request->mode & W_OK)) return errno = EACCES, -1;
  if (request->operation == ASK_ACCESS) return access(files->path[request->slot], request->mode & (R_OK | W_OK));
  return statvfs(files->path[request->slot], &system) == 0 && (system.f_flag & ST_RDONLY) ? 1 : 0;
}

int confinement_serve(const confinement_files *files, const confinement_request *request, confinement_answer *answer) {
  int file = -1;
  memset(answer, 0, sizeof *answer);
  errno = EACCES;
  answer->result = -1;
  if (files->is_there && request->slot < SLOT_COUNT) {
    switch (request->operation) {
      case ASK_OPEN: answer->result = file = open_file(files, request); break;
      case ASK_UNLINK: answer->result = remove_file(files, request->slot); break;
      case ASK_STAT: answer->result = stat(files->path[request->slot], &answer->status); break;
      case ASK_ACCESS:
      case ASK_READ_ONLY_SYSTEM: answer->result = look_at(files, request); break;
      case ASK_SYNC: answer->result = sync_directory(files); break;
      default: errno = EINVAL;
    }
  }
  if (answer->result < 0) answer->error = errno;
  if (file >= 0) answer->result = 0;
  return file;
}

#endif
