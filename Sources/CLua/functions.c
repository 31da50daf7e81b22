// The way from Lua into functions of the host, and errors out of them.

#include "inside.h"

/// Raises Lua's own error of memory: asks for more than there can be.
static void refuse_memory(lua_State *L, const slua_host *host) { lua_newuserdatauv(L, host->limits.cap, 0); }

/// Calls Swift, and raises what it asks for when it has returned and has no frame left to jump over.
static inline int run(lua_State *L, slua_host *host, void *context) {
  slua_check_stack(L, host);
  int enforced = host->limits.enforced;
  host->limits.enforced = 0;
  int results = host->callback(L, context);
  if (results >= 0) climits_glance(&host->limits);
  host->limits.enforced = enforced;
  if (results < 0) return lua_error(L);
  if (__builtin_expect(host->limits.is_over && enforced, 0)) refuse_memory(L, host);
  return results;
}

/// A host function whose context lives as long as the state.
static int call_function(lua_State *L) {
  return run(L, slua_host_of(L), lua_touserdata(L, lua_upvalueindex(1)));
}

/// A host function that owns its context.
static int call_closure(lua_State *L) {
  void *context = slua_object(L, lua_upvalueindex(1));
  // The finalizer of the context has run: the state is being closed.
  if (!context) return luaL_error(L, "the function is gone");
  return run(L, slua_host_of(L), context);
}

/// `__index` of a host type: a method, or whatever the host answers.
static int call_index(lua_State *L) {
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) != LUA_TNIL) return 1;
  lua_settop(L, 2);
  return run(L, slua_host_of(L), lua_touserdata(L, lua_upvalueindex(1)));
}

bool slua_is_host_function(lua_CFunction function) {
  return function == call_function || function == call_closure || function == call_index;
}

void slua_push_function(lua_State *L, void *context) {
  lua_pushlightuserdata(L, context);
  lua_pushcclosure(L, call_function, 1);
}

void slua_push_closure(lua_State *L, void *context) {
  slua_push_box(L, context);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &slua_host_of(L)->closure_key);
  lua_setmetatable(L, -2);
  lua_pushcclosure(L, call_closure, 1);
}

void slua_push_index(lua_State *L, void *context) {
  lua_pushlightuserdata(L, context);
  lua_insert(L, -2);
  lua_pushcclosure(L, call_index, 2);
}
