// What the files of the Lua host share.
#ifndef HOST_H
#define HOST_H

#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>

#include "../c/player.h"

static inline sqlite3_stmt *statement_at(lua_State *L, int index) { return lua_touserdata(L, index); }

void add_type(lua_State *L, const char *name, const luaL_Reg *functions);

// Adds functions to the table `host`.
void add_words(lua_State *L, const luaL_Reg *functions);

void open_objects(lua_State *L), open_relations(lua_State *L), open_sorting(lua_State *L);

// A new list on the stack, to be filled and then finished, once its number of rows is known.
players *push_list(lua_State *L);
int finish_list(lua_State *L, players *list);

#endif
