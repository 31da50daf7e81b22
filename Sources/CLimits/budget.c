// How much memory an entry may take.
//
// What an entry leaves in globals may take all that there is. The next one has a reserve beyond the limit, since
// otherwise it could not even be compiled: `x = nil` must work, so that a session can be emptied and go on.

#include "CLimits.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/// What all entries together may take beyond the limit: each that begins close to it gets half of what is left.
#define RESERVE ((size_t)512 * 1024)

/// What an entry may take, however much is taken already: enough to give up what takes it.
#define LEAST ((size_t)64 * 1024)

bool climits_is_short(const climits *limits) {
  return limits->used > limits->cap || limits->cap - limits->used < RESERVE;
}

// Where most of it is in use, and slow to go through, each entry would collect in vain.
bool climits_is_worth_collecting(const climits *limits) {
  return limits->is_quick || limits->used < limits->floor || limits->used - limits->floor > LEAST;
}

void climits_has_collected(climits *limits, bool is_quick) {
  limits->floor = limits->used;
  limits->is_quick = is_quick;
  if (limits->refused) limits->was_met = true;
  limits->refused = false;
}

/// What scripts may make the heap hold where what they left there is more than the limit already, and what it held when
/// it was last looked at: of the budget of the process.
static size_t ceiling = 0, held_for_scripts = 0;

// What met the limit is followed by entries that give things up, and take nothing by that.
bool climits_begin_entry(climits *limits) {
  if (limits->uncounted > 0 || limits->is_over) {
    // What is held already is not what this entry makes.
    ceiling = 0;
    climits_recount(limits);
    if (limits->is_over) ceiling = held_for_scripts + RESERVE;
    limits->is_over = false;
  }
  limits->refused = false;
  bool is_short = climits_is_short(limits);
  bool is_worth = is_short && (limits->was_met || climits_is_worth_collecting(limits));
  limits->was_met = limits->was_met && is_short;
  return is_worth;
}

size_t climits_limit(const climits *limits) {
  if (!climits_is_short(limits)) return limits->cap;
  size_t most = limits->cap + RESERVE;
  size_t half = limits->used < most ? (most - limits->used) / 2 : 0;
  size_t limit = limits->used + (half > LEAST ? half : LEAST);
  return limit > limits->cap ? limit : limits->cap;
}

void climits_set_cap(climits *limits, size_t cap) {
  limits->cap = cap;
  limits->floor = 0;
  limits->was_met = false;
}

// What is held outside of the interpreter has half of the reserve: the rest is for compiling the next entry. An entry
// that begins beyond that has what the interpreter has: its transaction must begin, and what it asks for be refused.

climits *climits_of_process = NULL;

_Thread_local intptr_t climits_held = 0;

/// How far beyond the limit a script that goes on after it was refused may come.
#define PATIENCE ((size_t)8 * 1024 * 1024)

/// What the host has of its own besides: what it makes once, when a word is first used.
#define OWN ((size_t)4 * 1024 * 1024)

/// Bytes that the allocator has given out; 0 where it does not say.
static size_t heap(void) {
#ifdef __GLIBC__
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

/// Where Linux says what is resident, or below 0. It is opened before a sandbox closes, and read from then on.
static int resident_pages = -1;

static void open_resident(void) {
#ifdef __linux__
  if (resident_pages < 0) resident_pages = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
#endif
}

/// The memory that the process has, or the most that it ever had; 0 where the system does not say.
///
/// The latter may be that of the program which started this one.
static size_t resident(void) {
  char text[64];
  ssize_t length = resident_pages < 0 ? -1 : pread(resident_pages, text, sizeof text - 1, 0);
  if (length > 0) {
    unsigned long pages = 0;
    text[length] = 0;
    if (sscanf(text, "%*u %lu", &pages) == 1) return pages * (size_t)sysconf(_SC_PAGESIZE);
  }
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (size_t)usage.ru_maxrss * 1024 : 0;
}

void climits_share(climits *limits) {
  climits_of_process = limits;
  if (limits == NULL) return;
  open_resident();
  size_t held = heap();
  limits->base = (held > limits->used ? held - limits->used : 0) + OWN;
  limits->first_mark = limits->mark = resident() + limits->cap / 2;
  limits->glanced = limits->used;
}

void climits_recount(climits *limits) {
  size_t held = climits_of_process == limits ? heap() : 0;
  if (held == 0) return;
  size_t counted = limits->used - limits->uncounted;
  size_t known = counted + limits->base;
  size_t beyond = held > known ? held - known : 0;
  held_for_scripts = counted + beyond;
  limits->is_over = held_for_scripts > (ceiling > limits->cap ? ceiling : limits->cap);
  size_t most = limits->cap > counted + LEAST ? limits->cap - counted - LEAST : 0;
  limits->uncounted = beyond < most ? beyond : most;
  limits->used = counted + limits->uncounted;
}

// Where a collection gave back what met the limit, or much is free in pieces, its pages go back to the system, too, and
// what comes to be resident from here on is looked at: by the peak of before, as much garbage again would pass without
// a look, and more each time.
static void look_sooner(climits *limits) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  size_t least = limits->first_mark, mark = resident() + limits->cap / 64;
  limits->mark = mark > least ? mark : least;
}

/// Whether much of what is resident is free, in pieces between what is in use.
static bool is_scattered(const climits *limits, size_t resident) {
  size_t at_first = limits->first_mark - limits->cap / 2;
  return resident > at_first + limits->used + limits->cap / 8;
}

// To ask the allocator takes long where much is free in small pieces. What is resident is known at once, and is what
// the limit is about: what was free before may be taken again without a look.
//
// What was refused once has a little more room, to say so; but not again and again.
void climits_look(climits *limits) {
  limits->glances = 0;
  limits->glanced = limits->used;
  if (limits->is_over && held_for_scripts < limits->cap + PATIENCE) {
    ceiling = held_for_scripts + RESERVE;
    limits->is_over = false;
  }
  size_t highest = resident();
  if (highest <= limits->mark) return;
  limits->mark = highest + limits->cap / 64;
  climits_recount(limits);
  if (!limits->is_over) {
    if (is_scattered(limits, highest)) look_sooner(limits);
    return;
  }
  if (limits->collect) limits->collect(limits);
  if (!limits->is_over) return look_sooner(limits);
  limits->refused = true;
  limits->glances = CLIMITS_GLANCES;
}

bool climits_has_room(size_t bytes) {
  climits *limits = climits_of_process;
  if (limits == NULL) return true;
  size_t most = limits->cap + RESERVE / 2;
  if (limits->limit > most) most = limits->limit;
  if (!limits->is_over && limits->used <= most && bytes <= most - limits->used) return true;
  limits->refused = true;
  return false;
}

bool climits_make_room(size_t bytes) {
  if (climits_has_room(bytes)) return true;
  climits *limits = climits_of_process;
  if (!limits->collect || !climits_is_worth_collecting(limits)) return false;
  limits->collect(limits);
  return climits_has_room(bytes);
}

size_t climits_process_cap(void) { return climits_of_process ? climits_of_process->cap : 0; }
