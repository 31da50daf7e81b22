// Rows that a function of a script selects. The loop is in C so that one protected call is enough for all of them.
#include "CRows.h"

enum { FUNCTION = 1, OBJECT };

int moon_select(lua_State *L) {
  const moon_showing *showing = slua_take_over(L);
  if (!showing) return luaL_error(L, "this function is the host's");
  lua_settop(L, OBJECT);
  bool is_selected = false;
  while (showing->show(showing->context, is_selected)) {
    lua_pushvalue(L, FUNCTION);
    lua_pushvalue(L, OBJECT);
    lua_call(L, 1, 1);
    is_selected = lua_toboolean(L, -1);
    lua_settop(L, OBJECT);
  }
  return 0;
}
