// The inside: asks for the files of its database, and knows them by their names.

#ifdef __linux__

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <unistd.h>

/// What the database may be called: as it was named, and as the engine calls it.
#define NAMES 4

int confinement_socket = -1;

static char *names[NAMES];
static bool has_grants = false;

void confinement_add_name(const char *name) {
  for (int index = 0; index < NAMES; index++) {
    if (names[index] && strcmp(names[index], name) == 0) return;
    if (names[index]) continue;
    names[index] = strdup(name);
    return;
  }
}

void confinement_begin_asking(const confinement_plan *plan) {
  has_grants = plan->readable_count + plan->writable_count > 0;
  if (plan->database) confinement_add_name(plan->database);
}

static int slot_of_end(const char *end) {
  static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
  for (int slot = SLOT_DATABASE; slot <= SLOT_JOURNAL; slot++) {
    if (strcmp(end, ends[slot]) == 0) return slot;
  }
  return -1;
}

static bool is_directory_of(const char *path, const char *name) {
  const char *slash = strrchr(name, '/');
  if (!slash) return strcmp(path, ".") == 0;
  size_t length = slash == name ? 1 : (size_t)(slash - name);
  return strlen(path) == length && strncmp(path, name, length) == 0;
}

/// Which of the database's files a path is; -1 for none.
static int slot_of(const char *path) {
  if (!confinement_is_inside()) return -1;
  for (int index = 0; index < NAMES && names[index]; index++) {
    size_t length = strlen(names[index]);
    int slot = strncmp(path, names[index], length) == 0 ? slot_of_end(path + length) : -1;
    if (slot >= 0) return slot;
  }
  for (int index = 0; index < NAMES && names[index]; index++) {
    if (is_directory_of(path, names[index])) return SLOT_DIRECTORY;
  }
  return -1;
}

// MARK: Over the socket

static bool send_request(const confinement_request *request) {
  ssize_t count;
  do count = write(confinement_socket, request, sizeof *request);
  while (count < 0 && errno == EINTR);
  return count == (ssize_t)sizeof *request;
}

/// Receives an answer, and the descriptor that came with it.
static bool receive(confinement_answer *answer, int *descriptor) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec part = {answer, sizeof *answer};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t count;
  do count = recvmsg(confinement_socket, &message, MSG_CMSG_CLOEXEC);
  while (count < 0 && errno == EINTR);
  if (count != (ssize_t)sizeof *answer) return false;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_type == SCM_RIGHTS) memcpy(descriptor, CMSG_DATA(header), sizeof(int));
  return true;
}

/// What the outside says; a descriptor takes the place of its result.
static int ask(uint32_t operation, int slot, int flags, int mode, confinement_answer *answer) {
  confinement_request request = {operation, (uint32_t)slot, flags, mode};
  int descriptor = -1;
  if (!send_request(&request) || !receive(answer, &descriptor)) {
    errno = EIO;
    return -1;
  }
  if (answer->result < 0) errno = answer->error;
  return descriptor >= 0 ? descriptor : answer->result;
}

void confinement_tell(uint32_t operation, int32_t value) {
  confinement_request request = {operation, 0, value, 0};
  int saved = errno;
  send_request(&request);
  errno = saved;
}

void confinement_note_prompt(void) {
  if (confinement_is_inside()) confinement_tell(TELL_PROMPT, 0);
}

// MARK: Files

/// The path that was refused last; empty where none was since another was opened.
static char refused[PATH_MAX];

/// Keeps the path for the words of an error, and takes away what was made before its opening was refused: a right to make
/// files is none to read them.
static void note_refusal(const char *path, bool is_new) {
  int reason = errno;
  snprintf(refused, sizeof refused, "%s", path);
  struct stat status;
  if (is_new && lstat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0) unlink(path);
  errno = reason;
}

static int open_granted(const char *path, int flags, int mode) {
  struct stat status;
  bool is_new = confinement_is_inside() && (flags & O_CREAT) && lstat(path, &status) != 0;
  int file = open(path, flags, mode);
  if (file >= 0) refused[0] = 0;
  else if (confinement_is_inside() && (errno == EACCES || errno == EPERM)) note_refusal(path, is_new);
  return file;
}

int confinement_open(const char *path, int flags, int mode) {
  int slot = slot_of(path);
  confinement_answer answer;
  return slot < 0 ? open_granted(path, flags, mode) : ask(ASK_OPEN, slot, flags, mode, &answer);
}

bool confinement_take_refusal(char *path, size_t size) {
  if (!refused[0]) return false;
  snprintf(path, size, "%s", refused);
  refused[0] = 0;
  return true;
}

int confinement_unlink(const char *path) {
  int slot = slot_of(path);
  confinement_answer answer;
  return slot < 0 ? unlink(path) : ask(ASK_UNLINK, slot, 0, 0, &answer);
}

int confinement_stat(const char *path, struct stat *status) {
  int slot = slot_of(path);
  if (slot < 0) return stat(path, status);
  confinement_answer answer;
  int result = ask(ASK_STAT, slot, 0, 0, &answer);
  if (result == 0) *status = answer.status;
  return result;
}

/// Whether a path is to be taken as it is written: no links are looked for on the way to what cannot be seen.
static bool is_plain(const char *path) { return confinement_is_inside() && (!has_grants || slot_of(path) >= 0); }

int confinement_lstat(const char *path, struct stat *status) {
  if (!is_plain(path)) return lstat(path, status);
  errno = ENOENT;
  return -1;
}

long confinement_readlink(const char *path, char *target, size_t size) {
  if (!is_plain(path)) return readlink(path, target, size);
  errno = EINVAL;
  return -1;
}

int confinement_access(const char *path, int mode) {
  int slot = slot_of(path);
  confinement_answer answer;
  return slot < 0 ? access(path, mode) : ask(ASK_ACCESS, slot, 0, mode, &answer);
}

bool confinement_is_on_read_only_system(const char *path) {
  int slot = slot_of(path);
  confinement_answer answer;
  if (slot >= 0) return ask(ASK_READ_ONLY_SYSTEM, slot, 0, 0, &answer) == 1;
  struct statvfs system;
  return statvfs(path, &system) == 0 && (system.f_flag & ST_RDONLY) != 0;
}

bool confinement_sync_directory(const char *path) {
  confinement_answer answer;
  return slot_of(path) >= 0 && ask(ASK_SYNC, SLOT_DIRECTORY, 0, 0, &answer) == 0;
}

bool confinement_hides(const char *path) {
  int slot = slot_of(path);
  if (!confinement_is_inside() || slot == SLOT_DATABASE) return false;
  // What lies beside the database is no database of its own.
  if (slot >= 0) return true;
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  int reason = errno;
  if (file >= 0) close(file);
  return file < 0 && reason == EACCES;
}

#endif
