// The memory of an entry: what begins close to the limit has room, and what met it gives back what it had.

#include "inside.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

/// How much of Lua's own is gone through in a moment: about 10 ms.
#define QUICK_KILOBYTES (16 * 1024)

/// Collects all garbage: twice, as what has a finalizer is freed by the collection after that has run.
static int collect_twice(lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  lua_gc(L, LUA_GCCOLLECT);
  return 0;
}

/// In a protected call, which an interruption of the finalizers ends, and with their memory limited.
static void collect(slua_host *host, lua_State *L) {
  if (!L || !lua_checkstack(L, 4)) return;
  int enforced = host->limits.enforced;
  lua_pushcfunction(L, collect_twice);
  host->limits.enforced = 1;
  if (lua_pcall(L, 0, 0, 0) != LUA_OK) lua_pop(L, 1);
  host->limits.enforced = enforced;
  climits_recount(&host->limits);
  climits_has_collected(&host->limits, lua_gc(L, LUA_GCCOUNT) < QUICK_KILOBYTES);
}

void slua_begin_budget(slua_host *host) {
  if (climits_begin_entry(&host->limits)) collect(host, host->main);
  if (climits_is_short(&host->limits) && !host->lowered) host->limits.limit = climits_limit(&host->limits);
}

void slua_end_budget(slua_host *host) {
  if (host->limits.refused) collect(host, host->main);
}

void slua_set_memory_cap(slua_host *host, size_t cap) {
  climits_set_cap(&host->limits, cap);
  slua_choose_collector(host->main, cap < PTRDIFF_MAX);
  if (!host->lowered) host->limits.limit = cap;
}

/// Rows are freed by the finalizers of what holds them.
static void collect_for_process(climits *limits) {
  slua_host *host = (slua_host *)((char *)limits - offsetof(slua_host, limits));
  collect(host, host->current);
}

/// Large blocks go back to the system when they are freed: otherwise the allocator would keep as much as twice the
/// largest that there was, beyond all that is counted.
static void give_back_large_blocks(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 256 * 1024);
#endif
}

void slua_share_budget(slua_host *host) {
  give_back_large_blocks();
  host->limits.collect = collect_for_process;
  climits_share(&host->limits);
}

void slua_hold(intptr_t bytes) { climits_hold(bytes); }

bool slua_has_room(const slua_host *host, size_t bytes) {
  return climits_of_process != &host->limits || climits_make_room(bytes);
}

bool slua_is_out_of_memory(slua_host *host) {
  climits_glance(&host->limits);
  return climits_of_process == &host->limits && climits_is_full() && !climits_make_room(0);
}

/// A step looks at what is new only, so what has grown old and holds memory of the host needs more: all is gone through
/// where the host holds as much as Lua's objects are, and twice of what it held after the last time, which keeps the work
/// proportional to what is kept. What was taken and given back needs none.
void slua_account(lua_State *L, int kilobytes) {
  slua_host *host = slua_host_of_state(L);
  lua_gc(L, LUA_GCSTEP, kilobytes);
  if (climits_held < host->mark || climits_held / 1024 < lua_gc(L, LUA_GCCOUNT)) return;
  lua_gc(L, LUA_GCCOLLECT);
  host->mark = 2 * climits_held;
}
