// The limit of a Lua on top: the host's words in C with the plain Lua API; what a user writes is in bench.lua.
// Errors are plain longjmps here: no frame but C's is on the way.
//   limit_lua SCRIPT WORKLOAD DATA SCRATCH REPETITIONS
#include "host.h"

static int l_open(lua_State *L) {
  lua_pushlightuserdata(L, open_database(luaL_checkstring(L, 1), 1));
  return 1;
}

static int l_fresh(lua_State *L) {
  lua_pushlightuserdata(L, fresh_database(luaL_checkstring(L, 1)));
  return 1;
}

static int l_close(lua_State *L) {
  sqlite3_close_v2(lua_touserdata(L, 1));
  return 0;
}

static int l_execute(lua_State *L) {
  execute(lua_touserdata(L, 1), luaL_checkstring(L, 2));
  return 0;
}

static int l_prepare(lua_State *L) {
  lua_pushlightuserdata(L, prepare(lua_touserdata(L, 1), luaL_checkstring(L, 2)));
  return 1;
}

static int l_finalize(lua_State *L) {
  sqlite3_finalize(statement_at(L, 1));
  return 0;
}

// value(database, sql): the first column of the first row, as text.
static int l_value(lua_State *L) {
  sqlite3_stmt *statement = prepare(lua_touserdata(L, 1), luaL_checkstring(L, 2));
  if (sqlite3_step(statement) != SQLITE_ROW) return luaL_error(L, "no row");
  lua_pushstring(L, (const char *)sqlite3_column_text(statement, 0));
  sqlite3_finalize(statement);
  return 1;
}

void add_type(lua_State *L, const char *name, const luaL_Reg *functions) {
  luaL_newmetatable(L, name);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}

void add_words(lua_State *L, const luaL_Reg *functions) {
  lua_getglobal(L, "host");
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}

int main(int count, char **arguments) {
  if (count != 6) fail("usage: limit_lua SCRIPT WORKLOAD DATA SCRATCH REPETITIONS");
  lua_State *L = luaL_newstate();
  luaL_openlibs(L);
  lua_newtable(L);
  lua_setglobal(L, "host");
  add_words(L, (luaL_Reg[]){{"open", l_open},
                            {"fresh", l_fresh},
                            {"close", l_close},
                            {"execute", l_execute},
                            {"prepare", l_prepare},
                            {"finalize", l_finalize},
                            {"value", l_value},
                            {0}});
  open_objects(L);
  open_relations(L);
  open_sorting(L);
  lua_pushliteral(L, ALL_COLUMNS);
  lua_setglobal(L, "ALL_COLUMNS");
  lua_pushliteral(L, BY_KEY);
  lua_setglobal(L, "BY_KEY");
  lua_pushliteral(L, INSERT);
  lua_setglobal(L, "INSERT");
  lua_pushliteral(L, SUMS_OF_ALL);
  lua_setglobal(L, "SUMS_OF_ALL");

  if (luaL_loadfile(L, arguments[1]) != LUA_OK) fail(lua_tostring(L, -1));
  for (int i = 2; i < count; i++) lua_pushstring(L, arguments[i]);
  if (lua_pcall(L, count - 2, 0, 0) != LUA_OK) fail(lua_tostring(L, -1));
  return 0;
}
