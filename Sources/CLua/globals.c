// The table of globals, and a name in it that stays.

#include "inside.h"

/// `_G.__newindex`, which is asked about new names only: sets them, but for the one that is kept.
static int set_global(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 3);
  if (lua_rawequal(L, 2, lua_upvalueindex(1))) {
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_call(L, 0, 0);
    return 0;
  }
  // As Lua says it, with the place of the assignment.
  if (lua_isnil(L, 2)) return luaL_error(L, "index is nil");
  if (lua_type(L, 2) == LUA_TNUMBER && !lua_rawequal(L, 2, 2)) return luaL_error(L, "index is NaN");
  lua_rawset(L, 1);
  return 0;
}

void slua_keep_global(lua_State *L) {
  int name = lua_gettop(L) - 2;
  lua_createtable(L, 0, 2);
  lua_createtable(L, 0, 1);
  lua_pushvalue(L, name);
  lua_pushvalue(L, name + 1);
  lua_rawset(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushvalue(L, name);
  lua_pushvalue(L, name + 2);
  lua_pushcclosure(L, set_global, 2);
  lua_setfield(L, -2, "__newindex");
  lua_pushglobaltable(L);
  lua_insert(L, -2);
  lua_setmetatable(L, -2);
  lua_settop(L, name - 1);
}
