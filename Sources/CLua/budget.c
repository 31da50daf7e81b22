// How much memory an entry may take.
//
// What an entry leaves in globals may take all that there is. The next one has a reserve beyond the limit, since
// otherwise it could not even be compiled: `x = nil` must work, so that a session can be emptied and go on.

#include "internal.h"

/// What all entries together may take beyond the limit: each that begins close to it gets half of what is left.
#define RESERVE ((size_t)512 * 1024)

/// What an entry may take, however much is taken already: enough to give up what takes it.
#define LEAST ((size_t)32 * 1024)

/// Collects all garbage: twice, as what has a finalizer is freed by the collection after that has run.
static int collect_twice(lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  lua_gc(L, LUA_GCCOLLECT);
  return 0;
}

/// In a protected call, which an interruption of the finalizers ends, and with their memory limited.
static void collect(slua_host *host) {
  lua_State *L = host->main;
  if (!L || !lua_checkstack(L, 4)) return;
  int enforce = host->enforce;
  lua_pushcfunction(L, collect_twice);
  host->enforce = 1;
  if (lua_pcall(L, 0, 0, 0) != LUA_OK) lua_pop(L, 1);
  host->enforce = enforce;
  host->floor = host->used;
  host->refused = false;
}

static bool is_short(const slua_host *host) { return host->used > host->cap || host->cap - host->used < RESERVE; }

/// The room of an entry that begins close to the limit, or beyond it.
static size_t reserve(const slua_host *host) {
  size_t most = host->cap + RESERVE;
  size_t half = host->used < most ? (most - host->used) / 2 : 0;
  return half > LEAST ? half : LEAST;
}

void slua_begin_budget(slua_host *host) {
  host->refused = false;
  if (!is_short(host)) return;
  // Where most of it is in use, each entry would collect in vain: only after enough garbage it is worth it.
  if (host->used < host->floor || host->used - host->floor > LEAST) collect(host);
  size_t limit = host->used + reserve(host);
  if (!host->lowered && limit > host->cap) host->limit = limit;
}

void slua_end_budget(slua_host *host) {
  if (host->refused) collect(host);
}

void slua_set_memory_cap(slua_host *host, size_t cap) {
  host->cap = cap;
  host->floor = 0;
  if (!host->lowered) host->limit = cap;
}
