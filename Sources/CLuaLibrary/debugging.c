// What of the `debug` library would reach into the host: C functions of ours trust what they keep in the registry, in
// user values, in upvalues and on their stack. Scripts may look at most of that, and change none of it.

#include "internal.h"

#include <stdio.h>
#include <string.h>

static int debug_sethook(lua_State *L) {
  slua_host *host = slua_host_of(L);
  int results = slua_library_of(L)->stock.sethook(L);
  if (climits_reason(&host->limits) != SLUA_RUNNING) slua_switch(host, L);
  return results;
}

// ---- upvalues

/// The upvalues of functions of the host are addresses.
static int debug_getupvalue(lua_State *L) {
  return slua_is_host_function(lua_tocfunction(L, 1)) ? 0 : slua_library_of(L)->stock.getupvalue(L);
}

static int debug_setupvalue(lua_State *L) {
  return lua_iscfunction(L, 1) ? 0 : slua_library_of(L)->stock.setupvalue(L);
}

// ---- locals

/// Whether the frame that the arguments name, a level and maybe a coroutine before it, is one of a function of C.
static bool is_in_c(lua_State *L) {
  lua_State *of = lua_tothread(L, 1);
  lua_Debug frame;
  int exact, level = (int)lua_tointegerx(L, of ? 2 : 1, &exact);
  if (!exact || level < 0 || !lua_getstack(of ? of : L, level, &frame)) return false;
  lua_getinfo(of ? of : L, "S", &frame);
  return *frame.what == 'C';
}

static int debug_setlocal(lua_State *L) {
  if (!is_in_c(L)) return slua_library_of(L)->stock.setlocal(L);
  luaL_pushfail(L);
  return 1;
}

// ---- userdata

/// Lua's own userdata have no user values, and ours keep alive what their memory points to.
static int debug_getuservalue(lua_State *L) {
  luaL_optinteger(L, 2, 1);
  luaL_pushfail(L);
  return 1;
}

static int debug_setuservalue(lua_State *L) {
  luaL_optinteger(L, 3, 1);
  luaL_checktype(L, 1, LUA_TUSERDATA);
  luaL_checkany(L, 2);
  luaL_pushfail(L);
  return 1;
}

/// The library for files takes any userdata with its metatable for a file.
static int debug_setmetatable(lua_State *L) {
  if (lua_gettop(L) < 2) return slua_library_of(L)->stock.setmetatable(L);
  luaL_getmetatable(L, LUA_FILEHANDLE);
  bool would_be_file = lua_type(L, 1) == LUA_TUSERDATA && lua_rawequal(L, 2, -1);
  lua_pop(L, 1);
  if (would_be_file) return luaL_error(L, "only the library makes files");
  return slua_library_of(L)->stock.setmetatable(L);
}

// ---- the registry

/// Where the registry has the table that scripts see in its place.
static const char registry_key = 0;

/// Sets `table[key] = registry[key]`; both tables, the copy on top, and the key is on top of it and is popped.
static void copy_entry(lua_State *L) {
  lua_pushvalue(L, -1);
  lua_rawget(L, LUA_REGISTRYINDEX);
  lua_rawset(L, -3);
}

/// Answers a table with what Lua's own libraries have in the registry, the same each time. What a script puts there
/// stays there; the registry itself, where a wrong value would be taken for what the host left, is out of reach.
static int debug_getregistry(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &registry_key) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &registry_key);
  }
  for (int index = 1; index <= LUA_RIDX_LAST; index++) {
    lua_pushinteger(L, index);
    copy_entry(L);
  }
  for (lua_pushnil(L); lua_next(L, LUA_REGISTRYINDEX) != 0;) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING) continue;
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    copy_entry(L);
    lua_pop(L, 1);
  }
  return 1;
}

// ---- the debugger's prompt

/// `debug.debug`: as Lua's, for text.
static int debug_debug(lua_State *L) {
  char line[250];
  for (;;) {
    fputs("lua_debug> ", stderr);
    fflush(stderr);
    if (!fgets(line, sizeof line, stdin) || strcmp(line, "cont\n") == 0) return 0;
    bool done = luaL_loadbufferx(L, line, strlen(line), "=(debug command)", "t") == LUA_OK && lua_pcall(L, 0, 0, 0) == LUA_OK;
    if (!done) fprintf(stderr, "%s\n", luaL_tolstring(L, -1, NULL));
    lua_settop(L, 0);
  }
}

void slua_open_debugging(lua_State *L) {
  static const luaL_Reg functions[] = {{"sethook", debug_sethook},
                                       {"getupvalue", debug_getupvalue},
                                       {"setupvalue", debug_setupvalue},
                                       {"setlocal", debug_setlocal},
                                       {"getuservalue", debug_getuservalue},
                                       {"setuservalue", debug_setuservalue},
                                       {"setmetatable", debug_setmetatable},
                                       {"getregistry", debug_getregistry},
                                       {"debug", debug_debug},
                                       {NULL, NULL}};
  lua_getglobal(L, LUA_DBLIBNAME);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
