// What the files of the sandbox share: the request that the inside sends, and the answer.

#ifndef CCONFINEMENT_INTERNAL_H
#define CCONFINEMENT_INTERNAL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CConfinement.h"

#include <limits.h>
#include <sys/types.h>

/// The files that the inside may ask for: a request holds one of these numbers, and never a path.
enum { SLOT_DATABASE, SLOT_WAL, SLOT_SHM, SLOT_JOURNAL, SLOT_DIRECTORY, SLOT_COUNT };

enum { ASK_OPEN, ASK_UNLINK, ASK_STAT, ASK_ACCESS, ASK_READ_ONLY_SYSTEM, ASK_SYNC, TELL_PROMPT, TELL_REFUSED_CALL };

typedef struct {
  uint32_t operation, slot;
  int32_t flags, mode;
} confinement_request;

typedef struct {
  int32_t result, error;
  struct stat status;
} confinement_answer;

/// The inside's end of the socket; -1 outside.
extern int confinement_socket;

/// Closes all but the standard streams and the socket, before the inside opens anything: what it opens, stays open.
void confinement_close_others(void);

/// What the outside gives away.
typedef struct {
  char path[SLOT_COUNT][PATH_MAX + 16];
  bool is_there, is_read_only;
} confinement_files;

/// Finds the files of a database.
void confinement_find_files(confinement_files *files, const confinement_plan *plan);

/// Answers one request of the files; the descriptor that goes with the answer, or -1.
int confinement_serve(const confinement_files *files, const confinement_request *request, confinement_answer *answer);

/// Keeps the names of the database for the inside.
void confinement_begin_asking(const confinement_plan *plan);

/// Sends a request without an answer. Async-signal-safe.
void confinement_tell(uint32_t operation, int32_t value);

/// The two walls.
int confinement_restrict_paths(const confinement_plan *plan);
int confinement_filter_calls(bool has_grants, bool has_server);

/// The name of a system call that is never allowed; NULL where it is none of them.
const char *confinement_call_name(int number);

#endif
