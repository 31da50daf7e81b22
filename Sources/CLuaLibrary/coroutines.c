// `coroutine.resume`, `wrap` and `close`, which keep track of the coroutine that runs.
//
// An interruption arms the hook of one coroutine, so it must be known which one runs. The rest of
// the library stays Lua's own.

#include "internal.h"

/// Resumes `co` with the top `arguments` values of `L`.
///
/// Answers the number of results, moved to `L`, or -1 with the error value there.
static int resume(lua_State *L, lua_State *co, int arguments) {
  slua_host *host = slua_host_of(L);
  if (!lua_checkstack(co, arguments)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, co, arguments);
  int results = 0;
  slua_switch(host, co);
  int status = lua_resume(co, L, arguments, &results);
  slua_switch(host, L);
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_xmove(co, L, 1);
    return -1;
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(co, results);
    lua_pushliteral(L, "too many results to resume");
    return -1;
  }
  lua_xmove(co, L, results);
  return results;
}

/// Unwinds `co`, which runs its pending `__close`.
static int reset(lua_State *L, lua_State *co) {
  slua_host *host = slua_host_of(L);
  slua_switch(host, co);
  int status = lua_resetthread(co);
  slua_switch(host, L);
  return status;
}

static lua_State *check_coroutine(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  // What releases of Lua call it differs: Lua's own function says it, and it does not return then.
  if (!co) slua_library_of(L)->stock.status(L);
  return co;
}

static int coroutine_resume(lua_State *L) {
  lua_State *co = check_coroutine(L);
  slua_check_stack(L, slua_host_of(L));
  int results = resume(L, co, lua_gettop(L) - 1);
  lua_pushboolean(L, results >= 0);
  if (results < 0) {
    lua_insert(L, -2);
    return 2;
  }
  lua_insert(L, -(results + 1));
  return results + 1;
}

/// Puts the place of the caller in front of an error that is a string.
static void add_place(lua_State *L) {
  luaL_where(L, 1);
  lua_insert(L, -2);
  lua_concat(L, 2);
}

/// The function that `coroutine.wrap` gives.
static int call_wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  slua_check_stack(L, slua_host_of(L));
  int results = resume(L, co, lua_gettop(L));
  if (results >= 0) return results;
  int status = lua_status(co);
  if (status != LUA_OK && status != LUA_YIELD) {
    status = reset(L, co);
    lua_xmove(co, L, 1);
  }
  if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) add_place(L);
  return lua_error(L);
}

static int coroutine_wrap(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lua_pushcclosure(L, call_wrapped, 1);
  return 1;
}

/// Why `co` cannot be closed, or NULL if it can: it is suspended, or it is dead.
static const char *busy(lua_State *L, lua_State *co) {
  if (L == co) return "running";
  lua_Debug frame;
  return lua_status(co) == LUA_OK && lua_getstack(co, 0, &frame) ? "normal" : NULL;
}

static int coroutine_close(lua_State *L) {
  lua_State *co = check_coroutine(L);
  const char *state = busy(L, co);
  if (state) return luaL_error(L, "cannot close a %s coroutine", state);
  // Lua 5.4.4 does not count the C stack through a chain of these.
  slua_check_stack(L, slua_host_of(L));
  if (reset(L, co) == LUA_OK) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_pushboolean(L, 0);
  lua_xmove(co, L, 1);
  return 2;
}

void slua_open_coroutines(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"resume", coroutine_resume}, {"wrap", coroutine_wrap}, {"close", coroutine_close}, {NULL, NULL}};
  lua_getglobal(L, LUA_COLIBNAME);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
