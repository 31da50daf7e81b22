// The text of any value, whatever its `__tostring` does.

#include "inside.h"

/// How many instructions a `__tostring` may take when a host asks.
#define INSTRUCTIONS 1000000

static int do_describe(lua_State *L) {
  lua_settop(L, 1);
  luaL_tolstring(L, 1, NULL);
  return 1;
}

/// Ends a description that takes too long, and then each instruction that tries to go on.
static void give_up(lua_State *L, lua_Debug *event) {
  (void)event;
  lua_sethook(L, give_up, LUA_MASKCOUNT, 1);
  luaL_error(L, "the description takes too long");
}

/// A hook that was set, to be set again.
typedef struct saved_hook {
  lua_Hook hook;
  int mask, count;
} saved_hook;

static saved_hook save_hook(lua_State *L) {
  saved_hook saved = {lua_gethook(L), lua_gethookmask(L), lua_gethookcount(L)};
  return saved;
}

int slua_describe(lua_State *L, int index) {
  slua_host *host = slua_host_of(L);
  index = lua_absindex(L, index);
  lua_pushcfunction(L, do_describe);
  lua_pushvalue(L, index);
  slua_enter(host, 0);
  saved_hook saved = save_hook(L);
  lua_sethook(L, give_up, LUA_MASKCOUNT, INSTRUCTIONS);
  // An interruption may have come before, or come now: it has the last word on the hook.
  slua_switch(host, L);
  int enforced = host->limits.enforced;
  host->limits.enforced = 1;
  int status = lua_pcall(L, 1, 1, 0);
  host->limits.enforced = enforced;
  lua_sethook(L, saved.hook, saved.mask, saved.count);
  slua_switch(host, L);
  slua_leave(host);
  return status;
}
