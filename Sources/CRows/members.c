// All members of plain tables, read once: a row of cells for each table, a column for each key.
#include <stdlib.h>

#include "tables_internal.h"

// A truth among the members: no row of a database has one.
enum { TRUTH = MOON_DATA + 1 };

// What is no number is itself, whatever its bits are.
static const uint64_t no_number = 0x7FF8000000000000u;

static bool read_member(lua_State *L, int index, moon_cell *cell) {
  if (moon_cell_of_value(L, index, cell)) {
    if (moon_is_no_number(cell)) moon_set_bits(cell, no_number);
    return true;
  }
  *cell = moon_cell_of_bits((uint64_t)lua_toboolean(L, index), TRUTH);
  return lua_type(L, index) == LUA_TBOOLEAN;
}

static bool read_table(lua_State *L, moon_columns *columns, const moon_members *members, moon_cell *row) {
  int table = lua_gettop(L), key = table + 1;
  columns->expected = 0;
  lua_pushnil(L);
  while (lua_next(L, table)) {
    int column = moon_column_of(L, columns, key);
    if (column < 0 || column >= members->width || !read_member(L, key + 1, row + column)) return false;
    lua_settop(L, key);
  }
  return true;
}

static bool read_tables(lua_State *L, int index, moon_columns *columns, const moon_members *members) {
  int top = lua_gettop(L);
  bool is_whole = true;
  for (intptr_t place = 0; place < members->count && is_whole; place++) {
    lua_rawgeti(L, index, place + 1);
    is_whole = read_table(L, columns, members, members->cells + place * members->width);
    lua_settop(L, top);
  }
  return is_whole;
}

// How many columns to make room for: those of the first table and some that others may have.
static intptr_t width_of(lua_State *L, int index) {
  enum { MORE = 3 };
  intptr_t width = MORE;
  int table = lua_gettop(L) + 1;
  lua_rawgeti(L, index, 1);
  if (lua_type(L, table) == LUA_TTABLE) {
    lua_pushnil(L);
    for (; lua_next(L, table); width++) lua_settop(L, table + 1);
  }
  lua_settop(L, table - 1);
  return width < MOST_COLUMNS ? width : MOST_COLUMNS;
}

bool moon_members_read(lua_State *L, int keys, int first, moon_members *members, int second, moon_members *others) {
  members->cells = others->cells = NULL;
  if (!lua_checkstack(L, 10)) return false;
  intptr_t width = width_of(L, first), other_width = width_of(L, second);
  members->width = others->width = width > other_width ? width : other_width;
  members->cells = calloc((size_t)(members->count * members->width) + 1, sizeof(moon_cell));
  others->cells = calloc((size_t)(others->count * others->width) + 1, sizeof(moon_cell));
  moon_columns columns = {.keys = keys};
  if (members->cells && others->cells && read_tables(L, first, &columns, members) &&
      read_tables(L, second, &columns, others)) {
    return true;
  }
  moon_members_free(members);
  moon_members_free(others);
  return false;
}

void moon_members_free(moon_members *members) {
  free(members->cells);
  members->cells = NULL;
}

bool moon_members_are_same(const moon_members *members, intptr_t place, const moon_members *others, intptr_t other) {
  const moon_cell *row = members->cells + place * members->width, *other_row = others->cells + other * others->width;
  for (intptr_t column = 0; column < members->width; column++) {
    if (!moon_cell_is_same(row + column, other_row + column)) return false;
  }
  return true;
}

// The column of a key that is a text; -1 where no table has it. Nothing is made meanwhile: texts are borrowed.
static intptr_t named_column(lua_State *L, int keys, const char *name, size_t length) {
  intptr_t result = -1;
  for (intptr_t column = 0; column < MOST_COLUMNS && result < 0; column++) {
    if (lua_rawgeti(L, keys, column + 1) == LUA_TSTRING) {
      size_t key_length;
      const char *key = lua_tolstring(L, -1, &key_length);
      if (key_length == length && !memcmp(key, name, length)) result = column;
    }
    lua_pop(L, 1);
  }
  return result;
}

bool moon_members_column(lua_State *L, int keys, const moon_members *members, const char *name, size_t length,
                         moon_cell *cells) {
  if (!lua_checkstack(L, 4)) return false;
  intptr_t column = named_column(L, keys, name, length);
  for (intptr_t place = 0; place < members->count; place++) {
    cells[place] = column < 0 ? moon_null() : members->cells[place * members->width + column];
    if (moon_code(&cells[place]) == TRUTH) return false;
  }
  return true;
}
