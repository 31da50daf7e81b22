// Protected calls: what may raise, run below `lua_pcall`.

#include "views.h"
#include "inside.h"

/// Keeps the traceback of an error in the registry; the error value passes unchanged.
///
/// An error that a host function passes on keeps the traceback of its first place.
static int handle_error(lua_State *L) {
  lua_settop(L, 1);
  slua_host *host = slua_host_of(L);
  bool keeps = host->keeps_traceback;
  host->keeps_traceback = false;
  if (keeps) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &host->error_key);
    bool same = lua_rawequal(L, 1, -1);
    lua_settop(L, 1);
    if (same) return 1;
  }
  int enforced = host->limits.enforced;
  host->limits.enforced = 0;
  luaL_traceback(L, L, NULL, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &host->traceback_key);
  lua_pushvalue(L, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &host->error_key);
  host->limits.enforced = enforced;
  return 1;
}

void slua_push_traceback(lua_State *L) {
  slua_host *host = slua_host_of(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &host->traceback_key);
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &host->traceback_key);
  lua_pushnil(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &host->error_key);
}

void slua_keep_traceback(lua_State *L) {
  slua_host *host = slua_host_of(L);
  // The traceback is on top, the error value below it.
  lua_rawsetp(L, LUA_REGISTRYINDEX, &host->traceback_key);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &host->error_key);
  host->keeps_traceback = true;
}

/// Runs `lua_pcall` as Lua code: with the memory limit, and as the coroutine to interrupt.
static int enter_lua(lua_State *L, int arguments, int results, int handler) {
  slua_host *host = slua_host_of(L);
  int enforced = host->limits.enforced;
  host->limits.enforced = 1;
  // An error that a host function passed on was caught by then.
  host->keeps_traceback = false;
  int status = lua_pcall(L, arguments, results, handler);
  host->limits.enforced = enforced;
  return status;
}

/// The status of a failure, or the reason for which the call was stopped.
static int explain(const slua_host *host, int status) {
  int32_t reason = climits_reason(&host->limits);
  if (status == LUA_OK || reason == SLUA_RUNNING) return status;
  return reason == SLUA_TIME_LIMIT ? SLUA_STATUS_TIME_LIMIT : SLUA_STATUS_INTERRUPTED;
}

/// `enter_lua`, as an entry of its own where there is none yet.
static int call_with_handler(lua_State *L, int arguments, int results, int handler) {
  slua_host *host = slua_host_of(L);
  if (host->depth > 0) return explain(host, enter_lua(L, arguments, results, handler));
  slua_enter(host, 0);
  int status = explain(host, enter_lua(L, arguments, results, handler));
  slua_leave(host);
  return status;
}

int slua_call(lua_State *L, int arguments, int results) {
  int handler = lua_gettop(L) - arguments;
  lua_pushcfunction(L, handle_error);
  lua_insert(L, handler);
  int status = call_with_handler(L, arguments, results, handler);
  lua_remove(L, handler);
  return status;
}

void slua_hand_over(lua_State *L, void *subject) { slua_host_of(L)->handed_over = subject; }

void *slua_take_over(lua_State *L) {
  slua_host *host = slua_host_of(L);
  void *subject = host->handed_over;
  host->handed_over = NULL;
  return subject;
}

int slua_load(lua_State *L, const char *text, size_t length, const char *name) {
  slua_host *host = slua_host_of(L);
  int enforced = host->limits.enforced;
  // An entry, because the collector may run finalizers meanwhile.
  slua_enter(host, 0);
  host->limits.enforced = 1;
  int status = luaL_loadbufferx(L, text, length, name, "t");
  host->limits.enforced = enforced;
  slua_leave(host);
  return status;
}

// A script with the debug library can get hold of these functions, and call them with anything.

static int do_get(lua_State *L) {
  lua_settop(L, 2);
  lua_gettable(L, 1);
  return 1;
}

int slua_get(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_pushcfunction(L, do_get);
  lua_insert(L, -2);
  lua_pushvalue(L, index);
  lua_insert(L, -2);
  return slua_call(L, 2, 1);
}

static int do_set(lua_State *L) {
  lua_settop(L, 3);
  lua_settable(L, 1);
  return 0;
}

int slua_set(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_pushcfunction(L, do_set);
  lua_insert(L, -3);
  lua_pushvalue(L, index);
  lua_insert(L, -3);
  return slua_call(L, 3, 0);
}

/// `next(table, key)`, and nothing for a key that is gone.
static int do_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  return lua_next(L, 1) ? 2 : 0;
}

/// Whether the key on top is one that `lua_next` finds for sure.
static bool has_key(lua_State *L, int index) {
  if (lua_isnil(L, -1)) return true;
  lua_pushvalue(L, -1);
  bool has = lua_rawget(L, index) != LUA_TNIL;
  lua_pop(L, 1);
  return has;
}

bool slua_next(lua_State *L, int index) {
  index = lua_absindex(L, index);
  slua_reveal(L, index);
  if (has_key(L, index)) return lua_next(L, index) != 0;
  int below = lua_gettop(L) - 1;
  lua_pushcfunction(L, do_next);
  lua_insert(L, -2);
  lua_pushvalue(L, index);
  lua_insert(L, -2);
  if (lua_pcall(L, 2, LUA_MULTRET, 0) != LUA_OK) lua_settop(L, below);
  return lua_gettop(L) > below;
}

void slua_raw_set(lua_State *L, int index) {
  bool is_nan = lua_type(L, -2) == LUA_TNUMBER && !lua_rawequal(L, -2, -2);
  if (lua_isnil(L, -2) || is_nan) {
    lua_pop(L, 2);
  } else {
    lua_rawset(L, index);
  }
}

static int do_length(lua_State *L) {
  lua_settop(L, 1);
  lua_len(L, 1);
  return 1;
}

int slua_length(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_pushcfunction(L, do_length);
  lua_pushvalue(L, index);
  return slua_call(L, 1, 1);
}

static int do_compare(lua_State *L) {
  lua_settop(L, 3);
  lua_Integer operation = lua_tointeger(L, 3);
  if (operation < LUA_OPEQ || operation > LUA_OPLE) return luaL_error(L, "no such comparison");
  lua_pushboolean(L, lua_compare(L, 1, 2, (int)operation));
  return 1;
}

int slua_compare(lua_State *L, int left, int right, int operation) {
  left = lua_absindex(L, left);
  right = lua_absindex(L, right);
  lua_pushcfunction(L, do_compare);
  lua_pushvalue(L, left);
  lua_pushvalue(L, right);
  lua_pushinteger(L, operation);
  return slua_call(L, 3, 1);
}
