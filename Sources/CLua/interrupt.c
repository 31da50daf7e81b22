// Stopping what runs: a flag, and a hook that is armed only then.
//
// The hook stays armed until the outermost entry has unwound, so that no `pcall` swallows the
// interruption. A timer of the entry's own thread repeats the arming: that closes every race with
// the interpreter's own bookkeeping, and lets other threads interrupt without touching the state.

#include "inside.h"

#include <stdio.h>

/// What an interrupted script may still allocate, for messages and tracebacks.
#define ROOM_TO_UNWIND ((size_t)256 * 1024)

/// How many C functions an interrupted script may still call before they are stopped as well.
#define CALLS_TO_UNWIND 1000

/// How many of them are left for the handlers of each raise.
#define CALLS_TO_HANDLE 8

/// How many kilobytes may be made before finalizers that were stopped are met again, at least.
#define LEAST_KILOBYTES 1024

/// Where every Lua 5.4 keeps `allowhook`, which `slua_probe` verifies.
#define ALLOWHOOK 11

/// Ends the programs that a script reads from or writes to, which would keep it waiting; NULL where there are none.
/// Async-signal-safe.
void (*volatile slua_stop_programs)(void) = NULL;

static unsigned char *allowhook(lua_State *L) { return (unsigned char *)L + ALLOWHOOK; }

/// The hook while something is being stopped: raises, unless it is a leftover of an earlier entry.
static void stop_hook(lua_State *L, lua_Debug *event) {
  slua_host *host = slua_host_of(L);
  if (climits_reason(&host->limits) == SLUA_RUNNING) {
    lua_sethook(L, NULL, 0, 0);
    return;
  }
  // Calls may go on for a while: they are how `__close` releases a file.
  if (event->event != LUA_HOOKCOUNT && host->grace > 0) {
    host->grace--;
    return;
  }
  slua_raise_interruption(L, 0);
}

/// Arms the hook of the running coroutine. Async-signal-safe, on the thread of the entry only.
static void arm(slua_host *host) {
  lua_State *L = host->current;
  if (slua_stop_programs) slua_stop_programs();
  if (!L) return;
  if (!host->lowered) {
    host->lowered = 1;
    // A C function that only allocates meets the limit instead of the hook.
    if (host->limits.used + ROOM_TO_UNWIND < host->limits.limit) host->limits.limit = host->limits.used + ROOM_TO_UNWIND;
  }
  // Finalizers, and handlers of errors raised by hooks, run with hooks disallowed.
  if (host->reaches_handlers) *allowhook(L) = 1;
  lua_sethook(L, stop_hook, LUA_MASKCALL | LUA_MASKCOUNT, 1);
}

void slua_switch(slua_host *host, lua_State *L) {
  host->current = L;
  // The handler must see either the new coroutine or, before it, a flag that is read after.
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  if (climits_must_stop(&host->limits)) arm(host);
}

/// Writes down where the script was, once.
static void note_place(slua_host *host, lua_State *L, int level) {
  lua_Debug frame;
  if (host->place[0] || !lua_getstack(L, level, &frame)) return;
  lua_getinfo(L, "Sl", &frame);
  if (frame.currentline <= 0) return;
  snprintf(host->place, sizeof host->place, "%s:%d: ", frame.short_src, frame.currentline);
}

_Noreturn void slua_raise_interruption(lua_State *L, int level) {
  slua_host *host = slua_host_of(L);
  note_place(host, L, level);
  // Error handlers are called, too.
  if (host->grace < CALLS_TO_HANDLE) host->grace = CALLS_TO_HANDLE;
  if (host->reaches_handlers) *allowhook(L) = 1;
  luaL_where(L, level);
  bool limit = climits_reason(&host->limits) == SLUA_TIME_LIMIT;
  lua_pushstring(L, limit ? "time limit reached" : "interrupted");
  lua_concat(L, 2);
  lua_error(L);
  __builtin_unreachable();
}

const int32_t *slua_interruption(const slua_host *host) { return &host->limits.stop; }

const char *slua_interruption_place(const slua_host *host) { return host->place; }

bool slua_reaches_handlers(const slua_host *host) { return host->reaches_handlers; }

void slua_interrupt(slua_host *host, int reason) {
  if (!host->depth) return;
  climits_stop(&host->limits, reason);
  bool own_thread = pthread_equal(pthread_self(), host->thread);
  if (own_thread) arm(host);
  slua_repeat_timer(host, !own_thread);
}

void slua_tick(slua_host *host) {
  if (!host->depth) return;
  if (slua_deadline_passed(host)) climits_stop(&host->limits, SLUA_TIME_LIMIT);
  if (climits_reason(&host->limits) == SLUA_RUNNING) return;
  arm(host);
}

void slua_begin_interruptions(slua_host *host) {
  climits_go_on(&host->limits);
  host->grace = CALLS_TO_UNWIND;
  host->place[0] = 0;
}

/// Lets as much be made again as there is before the collector goes on: otherwise the first object that the next entry
/// makes would meet the finalizers that the last one was stopped for.
static void put_off_finalizers(slua_host *host) {
  if (!host->leaves_finalizers || !host->main) return;
  host->leaves_finalizers = false;
  lua_gc(host->main, LUA_GCSTEP, -lua_gc(host->main, LUA_GCCOUNT) - LEAST_KILOBYTES);
}

void slua_end_interruptions(slua_host *host) {
  put_off_finalizers(host);
  climits_go_on(&host->limits);
  host->lowered = 0;
  host->limits.limit = host->limits.cap;
  host->current = host->main;
  if (host->main && lua_gethook(host->main) == stop_hook) lua_sethook(host->main, NULL, 0, 0);
}

/// Set by `probe_hook`: how often it ran, and what it read.
typedef struct probe {
  int calls;
  bool disallowed;
} probe;

static void probe_hook(lua_State *L, lua_Debug *event) {
  (void)event;
  probe *result = slua_host_of(L)->owner;
  result->calls++;
  result->disallowed = *allowhook(L) == 0;
}

/// Runs one line of Lua under `probe_hook`.
static probe run_probe(lua_State *L) {
  probe result = {0, false};
  slua_host *host = slua_host_of(L);
  void *owner = host->owner;
  host->owner = &result;
  lua_sethook(L, probe_hook, LUA_MASKCOUNT, 1);
  if (luaL_dostring(L, "local x = 1; return x + x") != LUA_OK) result.calls = 0;
  lua_sethook(L, NULL, 0, 0);
  lua_settop(L, 0);
  host->owner = owner;
  return result;
}

/// Reads the byte outside and inside of a hook, and then shows that it allows and disallows hooks.
void slua_probe(slua_host *host) {
  lua_State *L = host->main;
  host->reaches_handlers = false;
  if (*allowhook(L) != 1) return;
  probe first = run_probe(L);
  if (first.calls == 0 || !first.disallowed || *allowhook(L) != 1) return;
  *allowhook(L) = 0;
  probe second = run_probe(L);
  *allowhook(L) = 1;
  host->reaches_handlers = second.calls == 0 && run_probe(L).calls == first.calls;
}
