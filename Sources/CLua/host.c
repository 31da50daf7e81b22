// The state, its memory and the way into functions of the host.

#include "timer.h"

#include <stdlib.h>

/// What a block takes of the system: a head, and whole steps. Of many small blocks that is much more than they hold.
static size_t cost(size_t size) {
  if (size == 0) return 0;
  size_t rounded = (size + 8 + 15) & ~(size_t)15;
  return rounded < 32 ? 32 : rounded;
}

/// Lua's allocator: counts, and refuses Lua code what goes over the limit.
///
/// While host code runs it refuses nothing, so no memory error can be raised over a frame of Swift;
/// memory that the system does not have ends the process there.
static void *allocate(void *context, void *block, size_t old_size, size_t new_size) {
  slua_host *host = context;
  // Without a block, Lua gives the type of the new object as its size.
  if (!block) old_size = 0;
  if (new_size == 0) {
    climits_charge(&host->limits, cost(old_size), 0);
    if (!host->keeps_blocks) free(block);
    return NULL;
  }
  // What Lua gives back must never be refused, also where both sizes cost the same.
  if (new_size > old_size && !climits_allow(&host->limits, cost(old_size), cost(new_size))) return NULL;
  void *result = realloc(block, new_size);
  if (__builtin_expect(!result, 0)) {
    if (!host->limits.enforced) abort();
    return NULL;
  }
  climits_charge(&host->limits, cost(old_size), cost(new_size));
  return result;
}

/// How much more there is of Lua's when the collector looks at what is new, in percent; 20 is Lua's own choice, with
/// which building large tables takes a third longer.
#define NEW_PERCENT 50

// Most objects are rows that a loop looks at once, beside lists and sets that stay: these are not gone through again for
// each, and the memory of those is used anew while the processor still has it at hand. Under a limit garbage goes bit by
// bit, as large texts would wait for one collection more.
void slua_choose_collector(lua_State *L, bool is_limited) {
  if (is_limited) {
    lua_gc(L, LUA_GCINC, 0, 0, 0);
  } else {
    lua_gc(L, LUA_GCGEN, NEW_PERCENT, 0);
  }
}

slua_host *slua_open(size_t cap, void *owner, slua_callback callback, slua_release release) {
  slua_host *host = calloc(1, sizeof *host);
  if (!host) return NULL;
  // The library's own constructor also sets up warnings and panics; its blocks come from `realloc`
  // as ours do, so the allocator can change hands.
  lua_State *L = luaL_newstate();
  if (!L) {
    free(host);
    return NULL;
  }
  host->main = host->current = L;
  host->limits.used = (size_t)lua_gc(L, LUA_GCCOUNT) * 1024 + (size_t)lua_gc(L, LUA_GCCOUNTB);
  host->limits.cap = host->limits.limit = cap;
  host->owner = owner;
  host->callback = callback;
  host->release = release;
  *(slua_host **)lua_getextraspace(L) = host;
  lua_setallocf(L, allocate, host);
  slua_choose_collector(L, cap < PTRDIFF_MAX);
  luaL_openlibs(L);
  slua_open_objects(L);
  slua_probe(host);
  return host;
}

void slua_close(slua_host *host, double seconds, bool ends_process) {
  slua_enter(host, seconds);
  host->keeps_blocks = ends_process;
  lua_close(host->main);
  host->main = host->current = NULL;
  slua_leave(host);
  slua_timer_close(host);
  if (climits_of_process == &host->limits) climits_share(NULL);
  free(host);
}

lua_State *slua_main(slua_host *host) { return host->main; }

lua_State *slua_current(slua_host *host) { return host->current; }

slua_host *slua_host_of_state(lua_State *L) { return slua_host_of(L); }

void *slua_owner(lua_State *L) { return slua_host_of(L)->owner; }

size_t slua_memory_used(const slua_host *host) { return host->limits.used; }

