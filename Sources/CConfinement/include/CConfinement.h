// A sandbox: the program locks itself in, and another process that stays outside opens its database for it.
//
// Inside there is no right to any path, but those that were granted: the system call filter (seccomp) refuses to open a
// file, to make a process, to reach a network. Landlock judges what a grant lets through, and stands as a second wall
// behind the first. The database and the files beside it come over a socket, as descriptors: what asks for one says
// which, and never a path.

#ifndef CCONFINEMENT_H
#define CCONFINEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/// What the inside may do.
typedef struct confinement_plan {
  /// The database as it was named; NULL for one in memory.
  const char *database;
  bool is_read_only;
  /// Whether the database is on a server: the connection is open when the door is locked, and may be used.
  bool has_server;
  /// Paths, `readable_count` and `writable_count` of them.
  const char *const *readable, *const *writable;
  size_t readable_count, writable_count;
  /// Bytes that scripts may use.
  size_t memory;
  /// Seconds until what runs has ended by itself; 0 for no limit.
  double seconds;
  /// Whether a new inside begins when one dies.
  bool is_prompt;
} confinement_plan;

// MARK: What the system offers

/// The version of Landlock that this kernel has; 0 for none.
int confinement_landlock_version(void);

/// Whether this kernel filters system calls.
bool confinement_has_filter(void);

// MARK: Going in

/// Splits the process: returns inside, not yet locked in, with how often that has happened before.
///
/// The outside never returns: it serves the inside, says why it died, and ends as it ended. Below 0: `errno` says why
/// there is no inside. In C because `fork` is, and because little must be in memory outside.
int confinement_split(const confinement_plan *plan);

/// Forgets the environment, but for what output needs. Between splitting and locking.
void confinement_forget_environment(void);

/// Locks the door; what it is, is the plan's. Below 0: `errno` says why that does not work, and nothing must run.
///
/// In C because a filter of system calls is a program of numbers.
int confinement_lock(const confinement_plan *plan);

/// Leaves a process outside that does one thing whenever it is asked. Before the door is locked; below 0: `errno` says why
/// there is none.
///
/// It hears that it is asked, and no more; it ends with the inside. In C because `fork` is.
int confinement_leave_aid(void (*act)(void *context), void *context);

/// Asks the process that was left outside, and waits for it, but not for long.
void confinement_call_aid(void);

/// Whether the door is locked.
bool confinement_is_inside(void);

/// Tells the outside that a person may type now: when the inside dies, there is to be another one.
void confinement_note_prompt(void);

// MARK: Files, inside and outside

/// Says that this is another name of the database.
void confinement_add_name(const char *name);

/// `open`, `unlink`, `stat`, `lstat`, `access` and `readlink`, which inside ask for the database's own files.
int confinement_open(const char *path, int flags, int mode);
int confinement_unlink(const char *path);
int confinement_stat(const char *path, struct stat *status);
int confinement_lstat(const char *path, struct stat *status);
int confinement_access(const char *path, int mode);
long confinement_readlink(const char *path, char *target, size_t size);

/// The path that the sandbox refused last, which is then forgotten; false where there is none.
bool confinement_take_refusal(char *path, size_t size);

/// Whether a path is on a file system that is mounted for reading only.
bool confinement_is_on_read_only_system(const char *path);

/// Puts the names in the directory of a database file on the disk; false where the caller is to do that.
bool confinement_sync_directory(const char *path);

/// Whether the sandbox, and not the file system, keeps a file from being opened as a database.
bool confinement_hides(const char *path);

// MARK: Words

/// What the system says of an error, or the sandbox of its own: which option would allow it.
void confinement_explain(int code, const char *path, bool writes, char *words, size_t size);

#endif
