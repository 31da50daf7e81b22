// The columns that the members of plain tables go to.
#include "tables_internal.h"

// What tells a key of this type from others at a glance; false for one that no column has.
static bool key_bits(lua_State *L, int index, int type, uint64_t *bits) {
  if (type == LUA_TSTRING) {
    *bits = (uint64_t)(uintptr_t)lua_topointer(L, index);
    return true;
  }
  *bits = type == LUA_TNUMBER && lua_isinteger(L, index) ? (uint64_t)lua_tointeger(L, index) : 0;
  return type == LUA_TNUMBER && lua_isinteger(L, index);
}

static int next_column(lua_State *L, moon_columns *columns, int key) {
  if (columns->width == MOST_COLUMNS) return -1;
  columns->addresses[columns->width] = lua_topointer(L, key);
  lua_pushvalue(L, key);
  lua_rawseti(L, columns->keys, columns->width + 1);
  return columns->width++;
}

// The column of a key among those that there are.
static int equal_column(lua_State *L, const moon_columns *columns, int key, bool *is_same_address) {
  for (int column = 0; column < columns->width; column++) {
    lua_rawgeti(L, columns->keys, column + 1);
    bool is_equal = lua_rawequal(L, -1, key);
    *is_same_address = lua_topointer(L, -1) == lua_topointer(L, key);
    lua_pop(L, 1);
    if (is_equal) return column;
  }
  return -1;
}

static int found_column(lua_State *L, moon_columns *columns, int key) {
  uint64_t bits;
  int type = lua_type(L, key);
  if (!key_bits(L, key, type, &bits)) return -1;
  int place = (int)(bits * 0x9E3779B97F4A7C15u >> 58);
  for (int step = 0; step < KEY_STEPS && columns->known[place].type; step++, place = (place + 1) % KNOWN_KEYS) {
    if (columns->known[place].bits == bits && columns->known[place].type == type) return columns->known[place].column;
  }
  bool lasts = true;
  int column = equal_column(L, columns, key, &lasts);
  if (column < 0) {
    column = next_column(L, columns, key);
    lasts = true;
  }
  // Of a long text others may be equal, whose addresses mean something else once they are gone.
  if (column >= 0 && lasts) {
    columns->known[place].bits = bits;
    columns->known[place].type = type;
    columns->known[place].column = column;
  }
  return column;
}

int moon_column_of(lua_State *L, moon_columns *columns, int key) {
  const void *address = lua_topointer(L, key);
  bool is_expected = address && columns->expected < columns->width && columns->addresses[columns->expected] == address;
  int column = is_expected ? columns->expected : found_column(L, columns, key);
  columns->expected = column + 1;
  return column;
}
