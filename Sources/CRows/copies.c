// Copies of plain tables, kept by columns: a table is made of a row once a script asks for it.
//
// Rows of one list mostly have the same few keys. A table of its own for each takes several times as much memory and time
// as its values do in lists: one for each key.
#include <string.h>

#include "CRows.h"
#include "tables_internal.h"

typedef struct {
  const void *magic;
  intptr_t count;
  int width;
  moon_mark keys[MOST_COLUMNS];  // the mark of a member that has this key, without its value
} moon_copies;

// User values: the keys in the order of their columns, the columns, and the tables that were made, by their places.
enum { KEYS = 1, COLUMNS, MADE };

static const _Alignas(16) char magic;

static moon_copies *copies_at(lua_State *L, int index) {
  moon_copies *copies = lua_touserdata(L, index);
  return copies && lua_rawlen(L, index) == sizeof *copies && copies->magic == &magic ? copies : NULL;
}

// MARK: Copying

typedef struct {
  moon_copies *copies;
  moon_columns columns;
  int first;        // the place of the first column on the stack
  intptr_t values;  // how many were copied
} copying;

// A column for the key at an absolute index, which is the first of its kind.
static void make_column(lua_State *L, const copying *state, int key) {
  moon_copies *copies = state->copies;
  int column = copies->width++;
  copies->keys[column] = (moon_mark){1, 2};
  moon_mark_value(L, key, copies->keys + column);
  lua_createtable(L, (int)copies->count, 0);
  lua_replace(L, state->first + column);
}

static bool is_simple(int type) { return type == LUA_TSTRING || type == LUA_TNUMBER || type == LUA_TBOOLEAN; }

// Copies the table at an absolute index, above which nothing stands.
static bool copy_row(lua_State *L, copying *state, int row, intptr_t place) {
  if (lua_type(L, row) != LUA_TTABLE) return false;
  if (lua_getmetatable(L, row)) return false;
  state->columns.expected = 0;
  lua_pushnil(L);
  while (lua_next(L, row)) {
    if (!is_simple(lua_type(L, row + 2))) return false;
    int column = moon_column_of(L, &state->columns, row + 1);
    if (column < 0) return false;
    if (column == state->copies->width) make_column(L, state, row + 1);
    lua_rawseti(L, state->first + column, place + 1);
    state->values++;
  }
  return true;
}

// Moves the columns from the stack into the list of them.
static void keep_columns(lua_State *L, int copies, const copying *state) {
  int width = state->copies->width;
  lua_createtable(L, width, 0);
  for (int column = 0; column < width; column++) {
    lua_pushvalue(L, state->first + column);
    lua_rawseti(L, -2, column + 1);
  }
  lua_setiuservalue(L, copies, COLUMNS);
}

bool moon_copies_push(lua_State *L, int index, intptr_t count) {
  if (count > INT32_MAX || !lua_checkstack(L, MOST_COLUMNS + 12)) return false;
  index = lua_absindex(L, index);
  moon_copies *copies = lua_newuserdatauv(L, sizeof *copies, MADE);
  int result = lua_gettop(L);
  *copies = (moon_copies){.magic = &magic, .count = count};
  lua_createtable(L, 8, 0);
  copying state = {.copies = copies, .columns = {.keys = result + 1}, .first = result + 2};
  lua_pushvalue(L, state.columns.keys);
  lua_setiuservalue(L, result, KEYS);
  lua_createtable(L, 0, 0);
  lua_setiuservalue(L, result, MADE);
  int row = state.first + MOST_COLUMNS;
  bool are_plain = true;
  for (intptr_t place = 0; place < count && are_plain; place++) {
    lua_settop(L, row - 1);
    lua_rawgeti(L, index, place + 1);
    are_plain = copy_row(L, &state, row, place);
  }
  // Columns that are mostly empty take more than tables do.
  are_plain = are_plain && state.values >= count * copies->width / 4;
  if (are_plain) keep_columns(L, result, &state);
  lua_settop(L, are_plain ? result : result - 1);
  return are_plain;
}

// MARK: Reading

// Pushes the list of the values of a column.
static void push_column(lua_State *L, int index, int column) {
  lua_getiuservalue(L, index, COLUMNS);
  lua_rawgeti(L, -1, column + 1);
  lua_remove(L, -2);
}

static void push_made(lua_State *L, int index, const moon_copies *copies, intptr_t place) {
  int table = lua_gettop(L) + 1, keys = table + 1, columns = table + 2;
  lua_createtable(L, 0, copies->width);
  lua_getiuservalue(L, index, KEYS);
  lua_getiuservalue(L, index, COLUMNS);
  for (int column = 0; column < copies->width; column++) {
    lua_rawgeti(L, columns, column + 1);
    lua_rawgeti(L, keys, column + 1);
    // What the row lacks is nil, which sets nothing.
    lua_rawgeti(L, columns + 1, place + 1);
    lua_rawset(L, table);
    lua_settop(L, columns);
  }
  lua_settop(L, table);
}

bool moon_copies_table(lua_State *L, int index, intptr_t place) {
  const moon_copies *copies = copies_at(L, index);
  if (!copies || place < 0 || place >= copies->count || !lua_checkstack(L, 8)) return false;
  index = lua_absindex(L, index);
  lua_getiuservalue(L, index, MADE);
  if (lua_rawgeti(L, -1, place + 1) == LUA_TNIL) {
    lua_pop(L, 1);
    push_made(L, index, copies, place);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, place + 1);
  }
  lua_remove(L, -2);
  return true;
}

bool moon_copies_views(lua_State *L, int index) {
  const moon_copies *copies = copies_at(L, index);
  if (!copies || !lua_checkstack(L, 8)) return false;
  index = lua_absindex(L, index);
  lua_createtable(L, (int)copies->count, 0);
  for (intptr_t place = 0; place < copies->count; place++) {
    if (!moon_copies_table(L, index, place)) return false;
    slua_push_view(L, -1);
    lua_rawseti(L, -3, place + 1);
    lua_pop(L, 1);
  }
  return true;
}

bool moon_copies_mark(lua_State *L, int index, intptr_t place, moon_mark *mark) {
  *mark = (moon_mark){0, 0};
  const moon_copies *copies = copies_at(L, index);
  if (!copies || !lua_checkstack(L, 4)) return false;
  lua_getiuservalue(L, index, COLUMNS);
  for (int column = 0; column < copies->width; column++) {
    lua_rawgeti(L, -1, column + 1);
    if (lua_rawgeti(L, -1, place + 1) != LUA_TNIL) {
      moon_mark member = copies->keys[column];
      moon_mark_value(L, -1, &member);
      mark->low += member.low;
      mark->high += member.high;
    }
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
  return true;
}

// Pushes the column of a key that is a text; nothing where no table has it.
static bool push_named_column(lua_State *L, int index, const moon_copies *copies, const char *name, size_t length) {
  lua_getiuservalue(L, index, KEYS);
  lua_pushlstring(L, name, length);
  int column = 0;
  for (bool is_it = false; column < copies->width && !is_it; column += !is_it) {
    lua_rawgeti(L, -2, column + 1);
    is_it = lua_rawequal(L, -1, -2);
    lua_pop(L, 1);
  }
  lua_pop(L, 2);
  if (column == copies->width) return false;
  push_column(L, index, column);
  return true;
}

bool moon_copies_column(lua_State *L, int index, const char *name, size_t length, moon_cell *cells) {
  const moon_copies *copies = copies_at(L, index);
  if (!copies || !lua_checkstack(L, 8)) return false;
  index = lua_absindex(L, index);
  if (!push_named_column(L, index, copies, name, length)) {
    for (intptr_t place = 0; place < copies->count; place++) cells[place] = moon_null();
    return true;
  }
  bool is_whole = moon_tables_values(L, -1, copies->count, cells);
  lua_pop(L, 1);
  return is_whole;
}
