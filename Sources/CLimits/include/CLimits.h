// Must we stop, and how much is left: one flag, one budget.
//
// Every long loop looks at the flag; every allocation on behalf of a script is charged to the budget. Both are one
// struct, which its owner hands to whatever works for it: an interpreter, a matcher, an engine.

#ifndef CLIMITS_H
#define CLIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Why what runs is being stopped; `CLIMITS_RUNNING` while it is not.
enum { CLIMITS_RUNNING = 0, CLIMITS_INTERRUPTED = 1, CLIMITS_TIME_LIMIT = 2 };

/// How many calls may pass before the peak of memory is asked for, and how many bytes may come or go.
enum { CLIMITS_GLANCES = 4, CLIMITS_STEP = 256 * 1024 };

typedef struct climits {
  /// The reason to stop. Read and written atomically; signal handlers write it.
  int32_t stop;
  /// Whether allocations are refused beyond the limit: only while a script runs, never while its host does.
  int enforced;
  /// Bytes in use, and the number above which a script gets no more.
  size_t used;
  volatile size_t limit;
  /// The limit that was asked for. What begins close to it has a reserve beyond it.
  size_t cap;
  /// What was in use after the last collection that was to make room, and whether an allocation was refused since.
  size_t floor;
  bool refused;
  /// Whether that collection was quick, and whether the limit was met since there was room.
  bool is_quick, was_met;
  /// What the heap held beyond what was counted when it was last looked at (a part of `used`, as far as that leaves some
  /// room for the script to end), and what it held beyond that before scripts took anything.
  size_t uncounted, base;
  /// Whether the heap held more than the limit then: the host makes nothing more for the script.
  bool is_over;
  /// The resident memory at which the heap is looked at again and was to be first, what was in use when it was last
  /// asked for, and how often it was not since.
  size_t mark, first_mark, glanced;
  int glances;
  /// Collects garbage, if that can give back what is held outside of the interpreter; NULL otherwise.
  void (*collect)(struct climits *limits);
} climits;

/// The budget of all that this process holds for scripts, where the limit of one interpreter is meant so; otherwise NULL.
/// Of one thread, as its interpreter is.
extern climits *climits_of_process;

/// The reason to stop.
static inline int32_t climits_reason(const climits *limits) { return __atomic_load_n(&limits->stop, __ATOMIC_RELAXED); }

/// Whether what runs must stop; most likely not.
static inline bool climits_must_stop(const climits *limits) {
  return __builtin_expect(climits_reason(limits) != CLIMITS_RUNNING, 0);
}

/// Sets the reason to stop if there is none yet. Async-signal-safe.
static inline void climits_stop(climits *limits, int32_t reason) {
  int32_t none = CLIMITS_RUNNING;
  __atomic_compare_exchange_n(&limits->stop, &none, reason, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/// Takes the reason to stop away.
static inline void climits_go_on(climits *limits) {
  __atomic_store_n(&limits->stop, CLIMITS_RUNNING, __ATOMIC_SEQ_CST);
}

/// Whether a block may grow or shrink from one size to another; a refusal is noted.
static inline bool climits_allow(climits *limits, size_t old_size, size_t new_size) {
  bool is_beyond = limits->used - old_size + new_size > limits->limit;
  if (__builtin_expect(!is_beyond, 1) || !limits->enforced || new_size <= old_size) return true;
  limits->refused = true;
  return false;
}

/// Charges a block that grew or shrank.
static inline void climits_charge(climits *limits, size_t old_size, size_t new_size) {
  limits->used += new_size - old_size;
}

/// Whether so little is left that what begins now needs a reserve.
bool climits_is_short(const climits *limits);

/// Whether another collection is worth it: the last one was quick, or enough was taken since.
bool climits_is_worth_collecting(const climits *limits);

/// Notes that garbage was collected, and whether that was quick.
void climits_has_collected(climits *limits, bool is_quick);

/// Notes that an entry begins; whether garbage is to be collected before it.
bool climits_begin_entry(climits *limits);

/// The limit of what begins now.
size_t climits_limit(const climits *limits);

/// Sets the limit that is asked for.
void climits_set_cap(climits *limits, size_t cap);

/// Lets a budget be that of the process; with NULL there is none any more.
void climits_share(climits *limits);

/// The bytes that this thread holds for scripts outside of the interpreter.
extern _Thread_local intptr_t climits_held;

/// Notes bytes that are held for scripts outside of the interpreter, or given back.
static inline void climits_hold(intptr_t bytes) {
  climits_held += bytes;
  climits *limits = climits_of_process;
  if (__builtin_expect(limits != NULL, 0)) limits->used += (size_t)bytes;
}

/// Whether so many bytes more may be held outside of the interpreter: asked before they are taken.
bool climits_has_room(size_t bytes);

/// The same, where garbage may be collected first to make room.
bool climits_make_room(size_t bytes);

/// Whether more is held than the limit allows; asked for each row.
static inline bool climits_is_full(void) {
  const climits *limits = climits_of_process;
  return __builtin_expect(limits != NULL, 0) && (limits->used > limits->cap || limits->is_over);
}

/// Counts what the heap holds beyond what is counted: what the host made for scripts without a word.
///
/// Looks only where the process takes more memory than ever: what a script gave up in the meantime is seen when
/// garbage was collected (`climits_recount`).
void climits_look(climits *limits);

/// Counts it anew, after something was given back.
void climits_recount(climits *limits);

/// Looks every few calls of the host, and where much was taken since; without a limit it costs a comparison.
static inline void climits_glance(climits *limits) {
  if (__builtin_expect(climits_of_process != limits, 1)) return;
  size_t taken = limits->used - limits->glanced;
  if (++limits->glances < CLIMITS_GLANCES && taken + CLIMITS_STEP < 2 * CLIMITS_STEP) return;
  climits_look(limits);
}

/// The limit of the process in bytes; 0 for none.
size_t climits_process_cap(void);

#endif
