// The games of players, as tables: a Lua host without an object mapper would give them so.
#include "host.h"

// Pushes the game of the current row; the names of its fields stand on the stack from `names` on.
static void push_game(lua_State *L, sqlite3_stmt *row, int names) {
  lua_createtable(L, 0, 3);
  lua_pushvalue(L, names);
  lua_pushinteger(L, sqlite3_column_int64(row, 0));
  lua_rawset(L, -3);
  lua_pushvalue(L, names + 1);
  lua_pushinteger(L, sqlite3_column_int64(row, 1));
  lua_rawset(L, -3);
  lua_pushvalue(L, names + 2);
  lua_pushnumber(L, sqlite3_column_double(row, 2));
  lua_rawset(L, -3);
}

static int push_names(lua_State *L) {
  lua_pushliteral(L, "id");
  lua_pushliteral(L, "player_id");
  lua_pushliteral(L, "duration");
  return lua_gettop(L) - 2;
}

// games_of(statement, player): a list
static int l_games_of(lua_State *L) {
  sqlite3_stmt *statement = statement_at(L, 1);
  sqlite3_bind_int64(statement, 1, luaL_checkinteger(L, 2));
  int names = push_names(L);
  lua_newtable(L);
  for (int i = 1; sqlite3_step(statement) == SQLITE_ROW; i++) {
    push_game(L, statement, names);
    lua_rawseti(L, -2, i);
  }
  sqlite3_reset(statement);
  return 1;
}

// games_by_player(statement): a table of lists, of rows that come player by player
static int l_games_by_player(lua_State *L) {
  sqlite3_stmt *statement = statement_at(L, 1);
  int names = push_names(L), count = 0;
  sqlite3_int64 current = -1;
  lua_newtable(L);
  lua_pushnil(L);  // the list of the current player
  while (sqlite3_step(statement) == SQLITE_ROW) {
    sqlite3_int64 player = sqlite3_column_int64(statement, 1);
    if (player != current) {
      lua_pop(L, 1);
      lua_newtable(L);
      lua_pushvalue(L, -1);
      lua_rawseti(L, -3, player);
      current = player;
      count = 0;
    }
    push_game(L, statement, names);
    lua_rawseti(L, -2, ++count);
  }
  sqlite3_reset(statement);
  lua_pop(L, 1);
  return 1;
}

void open_relations(lua_State *L) {
  add_words(L, (luaL_Reg[]){{"games_of", l_games_of}, {"games_by_player", l_games_by_player}, {0}});
}
