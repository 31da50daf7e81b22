// Tables that show another one, and cannot be assigned to.
#include "views.h"

// Their addresses are keys: of what a view shows in its metatable, of the views that there are in the registry, and of
// the function there that refuses an assignment.
static char shown, views, refusal;

static int view_index(lua_State *L) {
  lua_settop(L, 2);
  lua_gettable(L, lua_upvalueindex(1));
  if (lua_istable(L, -1)) slua_push_view(L, -1);
  return 1;
}

static int view_length(lua_State *L) {
  lua_settop(L, 1);
  slua_reveal(L, 1);
  lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
  return 1;
}

static int view_next(lua_State *L) {
  lua_settop(L, 2);
  if (!lua_next(L, lua_upvalueindex(1))) return 0;
  if (lua_istable(L, -1)) {
    slua_push_view(L, -1);
    lua_replace(L, -2);
  }
  return 2;
}

static int view_pairs(lua_State *L) {
  lua_settop(L, 1);
  slua_reveal(L, 1);
  lua_pushcclosure(L, view_next, 1);
  return 1;
}

void slua_prepare_views(lua_State *L) {
  lua_rawsetp(L, LUA_REGISTRYINDEX, &refusal);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &views) == LUA_TNIL) {
    // A view that nothing holds is made anew when it is asked for again.
    lua_newtable(L);
    lua_newtable(L);
    lua_pushliteral(L, "kv");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &views);
  }
  lua_pop(L, 1);
}

static bool holds_table(lua_State *L, int table) {
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    if (!lua_istable(L, -1)) continue;
    lua_pop(L, 2);
    return true;
  }
  return false;
}

// Pushes the metatable of a view of the table at `table`.
static void push_metatable(lua_State *L, int table) {
  lua_createtable(L, 0, 6);
  lua_pushvalue(L, table);
  lua_rawsetp(L, -2, &shown);
  lua_pushvalue(L, table);
  // What holds simple values only is read without a call.
  if (holds_table(L, table)) lua_pushcclosure(L, view_index, 1);
  lua_setfield(L, -2, "__index");
  lua_rawgetp(L, LUA_REGISTRYINDEX, &refusal);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, view_length);
  lua_setfield(L, -2, "__len");
  lua_pushcfunction(L, view_pairs);
  lua_setfield(L, -2, "__pairs");
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "__metatable");
}

bool slua_push_view(lua_State *L, int index) {
  int table = lua_absindex(L, index);
  if (!lua_checkstack(L, 8)) {
    lua_pushvalue(L, table);
    return false;
  }
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &views) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_pushvalue(L, table);
    return false;
  }
  lua_pushvalue(L, table);
  if (lua_rawget(L, -2) != LUA_TNIL) {
    lua_remove(L, -2);
    return true;
  }
  lua_pop(L, 1);
  lua_newtable(L);
  push_metatable(L, table);
  lua_setmetatable(L, -2);
  lua_pushvalue(L, table);
  lua_pushvalue(L, -2);
  lua_rawset(L, -4);
  lua_remove(L, -2);
  return true;
}

void slua_reveal(lua_State *L, int index) {
  if (!lua_istable(L, index) || !lua_getmetatable(L, index)) return;
  int place = lua_absindex(L, index - (index < 0));
  if (lua_rawgetp(L, -1, &shown) == LUA_TTABLE) {
    lua_replace(L, place);
    lua_pop(L, 1);
  } else {
    lua_pop(L, 2);
  }
}
