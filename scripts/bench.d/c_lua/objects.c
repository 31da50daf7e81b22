// Objects of rows: a list that makes them when they are touched, a cursor that shows the current row, single ones.
#include "host.h"

// The names of the fields as Lua's own (interned, kept in the registry): comparing pointers is comparing names.
static const char *const fields[] = {"id", "name", "team", "age", "score", "joined", "bio"};
static const char *interned[7];
static int field_reference[7];

// An object is a pointer to its record: in a list, which its user value keeps alive, or right behind the pointer.
static const player *record(lua_State *L, int index) { return *(const player **)lua_touserdata(L, index); }

static void push_text(lua_State *L, const char *text, int bytes) {
  if (text)
    lua_pushlstring(L, text, bytes);
  else
    lua_pushnil(L);
}

static int object_index(lua_State *L) {
  const player *p = record(L, 1);
  const char *name = lua_tostring(L, 2);
  if (name == interned[3])
    lua_pushinteger(L, p->age);
  else if (name == interned[1])
    push_text(L, p->name, p->name_bytes);
  else if (name == interned[4])
    lua_pushnumber(L, p->score);
  else if (name == interned[0])
    lua_pushinteger(L, p->id);
  else if (name == interned[2])
    push_text(L, p->team, p->team_bytes);
  else if (name == interned[5])
    push_text(L, p->joined, p->joined_bytes);
  else if (name == interned[6])
    push_text(L, p->bio, p->bio_bytes);
  else
    return luaL_error(L, "no field '%s'", name);
  return 1;
}

// The current row as an object with a record of its own.
static void push_row(lua_State *L, sqlite3_stmt *row) {
  const player **object = lua_newuserdatauv(L, sizeof *object + player_size(row), 0);
  player *own = (player *)(object + 1);
  *object = own;
  read_player(row, own);
  luaL_setmetatable(L, "player");
}

// A list makes an object when its row is first touched, and gives the same one ever after (from its user value).
static int list_index(lua_State *L) {
  players *list = lua_touserdata(L, 1);
  lua_Integer i = luaL_checkinteger(L, 2);
  if (i < 1 || i > list->count) return 0;
  lua_getiuservalue(L, 1, 1);
  if (lua_rawgeti(L, -1, i) != LUA_TNIL) return 1;
  const player **object = lua_newuserdatauv(L, sizeof *object, 1);
  *object = list->at[i - 1];
  luaL_setmetatable(L, "player");
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -4, i);
  return 1;
}

static int list_length(lua_State *L) {
  lua_pushinteger(L, ((players *)lua_touserdata(L, 1))->count);
  return 1;
}

static int list_free(lua_State *L) {
  free_players(lua_touserdata(L, 1));
  return 0;
}

players *push_list(lua_State *L) {
  players *list = lua_newuserdatauv(L, sizeof *list, 1);
  memset(list, 0, sizeof *list);
  luaL_setmetatable(L, "list");
  return list;
}

// Called once the number of rows is known, so that the table of objects does not grow step by step.
int finish_list(lua_State *L, players *list) {
  lua_createtable(L, list->count, 0);
  lua_setiuservalue(L, -2, 1);
  return 1;
}

static int l_fetch(lua_State *L) {
  sqlite3_stmt *statement = statement_at(L, 1);
  players *list = push_list(L);
  while (sqlite3_step(statement) == SQLITE_ROW) append_player(list, statement);
  sqlite3_reset(statement);
  return finish_list(L, list);
}

// filter(statement, function): one cursor object serves every call; only rows that pass are kept.
static int l_filter(lua_State *L) {
  sqlite3_stmt *statement = statement_at(L, 1);
  players *list = push_list(L);
  sqlite3_stmt **cursor = lua_newuserdatauv(L, sizeof *cursor, 0);
  *cursor = statement;
  luaL_setmetatable(L, "cursor");
  int cursor_at = lua_gettop(L);
  while (sqlite3_step(statement) == SQLITE_ROW) {
    lua_pushvalue(L, 2);
    lua_pushvalue(L, cursor_at);
    lua_call(L, 1, 1);
    if (lua_toboolean(L, -1)) append_player(list, statement);
    lua_pop(L, 1);
  }
  sqlite3_reset(statement);
  lua_pop(L, 1);
  return finish_list(L, list);
}

static int cursor_index(lua_State *L) {
  sqlite3_stmt *row = *(sqlite3_stmt **)lua_touserdata(L, 1);
  const char *name = lua_tostring(L, 2);
  int column = 0;
  while (column < 7 && name != interned[column]) column++;
  switch (column) {
  case 7: return luaL_error(L, "no field '%s'", name);
  case 0:
  case 3: lua_pushinteger(L, sqlite3_column_int64(row, column)); break;
  case 4: lua_pushnumber(L, sqlite3_column_double(row, column)); break;
  default: {
    const char *text = (const char *)sqlite3_column_text(row, column);
    push_text(L, text, sqlite3_column_bytes(row, column));
  }
  }
  return 1;
}

// next_row(statement): an object, or nil at the end.
static int l_next_row(lua_State *L) {
  sqlite3_stmt *statement = statement_at(L, 1);
  if (sqlite3_step(statement) != SQLITE_ROW) {
    sqlite3_reset(statement);
    return 0;
  }
  push_row(L, statement);
  return 1;
}

static int l_find(lua_State *L) {
  sqlite3_stmt *statement = statement_at(L, 1);
  sqlite3_bind_int64(statement, 1, luaL_checkinteger(L, 2));
  int found = sqlite3_step(statement) == SQLITE_ROW;
  if (found) push_row(L, statement);
  sqlite3_reset(statement);
  return found;
}

// insert(statement, table)
static int l_insert(lua_State *L) {
  sqlite3_stmt *statement = statement_at(L, 1);
  for (int i = 0; i < 7; i++) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, field_reference[i]);
    switch (lua_rawget(L, 2)) {
    case LUA_TSTRING: {
      size_t bytes;
      const char *text = lua_tolstring(L, -1, &bytes);
      sqlite3_bind_text(statement, i + 1, text, (int)bytes, SQLITE_STATIC);  // the table holds it until the step
      break;
    }
    case LUA_TNUMBER:
      if (lua_isinteger(L, -1))
        sqlite3_bind_int64(statement, i + 1, lua_tointeger(L, -1));
      else
        sqlite3_bind_double(statement, i + 1, lua_tonumber(L, -1));
      break;
    default: sqlite3_bind_null(statement, i + 1);
    }
    lua_pop(L, 1);
  }
  int result = sqlite3_step(statement);
  sqlite3_reset(statement);
  return result == SQLITE_DONE ? 0 : luaL_error(L, "insert");
}

void open_objects(lua_State *L) {
  for (int i = 0; i < 7; i++) {
    interned[i] = lua_pushstring(L, fields[i]);
    field_reference[i] = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  add_type(L, "player", (luaL_Reg[]){{"__index", object_index}, {0}});
  add_type(L, "cursor", (luaL_Reg[]){{"__index", cursor_index}, {0}});
  add_type(L, "list", (luaL_Reg[]){{"__index", list_index}, {"__len", list_length}, {"__gc", list_free}, {0}});
  add_words(L, (luaL_Reg[]){{"fetch", l_fetch},
                            {"filter", l_filter},
                            {"next_row", l_next_row},
                            {"find", l_find},
                            {"insert", l_insert},
                            {0}});
}
