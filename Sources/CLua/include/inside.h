// What the rooms of C above know of a state, and Swift does not see.

#ifndef CLUA_INSIDE_H
#define CLUA_INSIDE_H

#include <CLimits.h>

#include "CLua.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

/// What keeps the time of an entry.
#ifdef __APPLE__
typedef struct {
  /// The host whose entry this one began in.
  struct slua_host *outer;
} slua_timer;
#else
typedef struct {
  timer_t timer;
  /// Whether it is there, and for which thread: it stays from entry to entry.
  bool exists;
  pid_t thread;
  /// Whether it was told to go off.
  volatile sig_atomic_t is_set;
} slua_timer;
#endif

struct slua_host {
  lua_State *main;
  /// The coroutine that runs. A signal handler arms the hook of this one.
  lua_State *volatile current;

  /// The flag that stops scripts, and their memory.
  climits limits;
  /// Whether an interruption ended a collection whose finalizers had not all run.
  bool leaves_finalizers;
  /// The bytes held by the host at which the collector goes through all again.
  intptr_t mark;
  /// Whether the process is about to end, and gives back all blocks at once.
  bool keeps_blocks;

  void *owner;
  slua_callback callback;
  slua_release release;

  /// The entries under way; signal handlers do nothing when there are none.
  volatile sig_atomic_t depth;
  /// Whether the limit of memory was lowered for the interruption.
  volatile sig_atomic_t lowered;
  /// The calls of C functions that an interrupted script may still make, so that files get closed.
  int grace;
  /// Whether the byte at `ALLOWHOOK` is what we take it for.
  bool reaches_handlers;
  /// Where the script was when it was stopped.
  char place[LUA_IDSIZE + 24];

  /// The thread of the entry, its lowest usable stack address, and its signal mask outside.
  pthread_t thread, measured_thread;
  bool has_measured_thread;
  char *stack_floor;
  sigset_t outer_mask;
  slua_timer timer;
  /// Whether the entry under way has one.
  volatile sig_atomic_t has_timer;
  bool has_deadline;
  struct timespec deadline;

  /// Set while a host function raises an error that has its traceback already.
  bool keeps_traceback;
  /// The registry's keys for the last error and its traceback, the metatable of closures.
  char error_key, traceback_key, closure_key;

  /// What the function of C that is called next works on: see `slua_hand_over`.
  void *handed_over;

  /// What the replaced library knows of the state.
  struct slua_library *library;
};

/// The host of a running coroutine.
static inline slua_host *slua_host_of(lua_State *L) {
  return *(slua_host **)lua_getextraspace(L);
}

/// Raises the interruption out of a C function, or out of the hook (`level` 0).
_Noreturn void slua_raise_interruption(lua_State *L, int level);

/// Raises the interruption if there is one: for loops of C functions.
static inline void slua_poll(lua_State *L, const slua_host *host) {
  if (climits_must_stop(&host->limits)) slua_raise_interruption(L, 1);
}

/// Tells the signal handlers which coroutine runs, and arms its hook if they have been.
void slua_switch(slua_host *host, lua_State *L);

/// Raises "C stack overflow" when the thread's stack is nearly used up.
static inline void slua_check_stack(lua_State *L, const slua_host *host) {
  if (__builtin_expect((char *)__builtin_frame_address(0) < host->stack_floor, 0)) {
    luaL_error(L, "C stack overflow");
  }
}

/// What the timer's signal does: looks at the deadline, and arms the hook if there is a reason.
void slua_tick(slua_host *host);

/// Lets the timer go off at intervals; `now` for at once.
void slua_repeat_timer(slua_host *host, bool now);
bool slua_deadline_passed(const slua_host *host);

/// What an outermost entry begins and ends with.
void slua_begin_interruptions(slua_host *host);
void slua_end_interruptions(slua_host *host);

/// Sets the limit of an entry that begins.
void slua_begin_budget(slua_host *host);

/// Gives back what an entry had that met the limit.
void slua_end_budget(slua_host *host);

/// Chooses how garbage is collected, by whether there is a limit of memory.
void slua_choose_collector(lua_State *L, bool is_limited);

/// Finds out whether interruptions reach handlers and finalizers.
void slua_probe(slua_host *host);

/// Whether a C function is one of the host's, whose upvalues are not for scripts.
bool slua_is_host_function(lua_CFunction function);

/// Pushes a userdata that owns `object`, without a metatable yet.
void slua_push_box(lua_State *L, void *object);

/// Creates the metatable of closures that own their context.
void slua_open_objects(lua_State *L);

#endif
