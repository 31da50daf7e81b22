// Lua's macros as functions: Swift does not import macros that take arguments.

#ifndef CLUA_MACROS_H
#define CLUA_MACROS_H

#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <stdbool.h>

/// Where the registry is. A macro whose value Swift does not import, because it is computed.
static inline int slua_registry_index(void) { return LUA_REGISTRYINDEX; }

/// Removes `count` values from the top.
static inline void slua_pop(lua_State *L, int count) { lua_settop(L, -count - 1); }

/// Moves the top value to `index`, shifting the others up.
static inline void slua_insert(lua_State *L, int index) { lua_rotate(L, index, 1); }

/// Removes the value at `index`, shifting the others down.
static inline void slua_remove(lua_State *L, int index) {
  lua_rotate(L, index, -1);
  lua_settop(L, -2);
}

/// Pushes the table of globals.
static inline void slua_push_globals(lua_State *L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}

/// The bytes of the string at `index`, or NULL where the value is no string.
///
/// `lua_tolstring` alone turns a number in place into a string, which would change the script's value.
static inline const char *slua_bytes(lua_State *L, int index, size_t *length) {
  if (lua_type(L, index) != LUA_TSTRING) return NULL;
  return lua_tolstring(L, index, length);
}

/// The number at `index` as an integer, if it is a number with an exact integer value; strings do not count.
static inline bool slua_integer(lua_State *L, int index, lua_Integer *result) {
  if (lua_type(L, index) != LUA_TNUMBER) return false;
  int exact = 0;
  *result = lua_tointegerx(L, index, &exact);
  return exact != 0;
}

/// What the library that was loaded calls itself: `$LuaVersion: Lua 5.4.4  Copyright …`.
static inline const char *slua_ident(void) { return lua_ident; }

#endif
