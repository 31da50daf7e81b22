// `debug.sethook`, which cannot end an interruption, and upvalues of host functions, which stay hidden.

#include "internal.h"

static int debug_sethook(lua_State *L) {
  slua_host *host = slua_host_of(L);
  int results = host->stock.sethook(L);
  if (__atomic_load_n(&host->stop, __ATOMIC_RELAXED) != SLUA_RUNNING) slua_switch(host, L);
  return results;
}

/// Whether the first argument is a function of the host: its upvalues are addresses.
static bool is_hidden(lua_State *L) { return slua_is_host_function(lua_tocfunction(L, 1)); }

static int debug_getupvalue(lua_State *L) {
  return is_hidden(L) ? 0 : slua_host_of(L)->stock.getupvalue(L);
}

static int debug_setupvalue(lua_State *L) {
  return is_hidden(L) ? 0 : slua_host_of(L)->stock.setupvalue(L);
}

void slua_open_debugging(lua_State *L) {
  static const luaL_Reg functions[] = {{"sethook", debug_sethook},
                                       {"getupvalue", debug_getupvalue},
                                       {"setupvalue", debug_setupvalue},
                                       {NULL, NULL}};
  lua_getglobal(L, LUA_DBLIBNAME);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
