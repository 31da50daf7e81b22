// Plain tables as the rows of a list: read and compared raw, so that no script runs meanwhile.
#include "CRows.h"
#include "tables_internal.h"

#include <string.h>

// Two numbers made of two others: all their bits count in all its bits.
static uint64_t mixed(uint64_t left, uint64_t right) {
  __uint128_t product = (__uint128_t)(left ^ 0x9E3779B97F4A7C15u) * (right ^ 0xE7037ED1A0B428DBu);
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t word(const char *bytes, size_t length) {
  uint64_t result = 0;
  memcpy(&result, bytes, length);
  return result;
}

static uint64_t text_mark(const char *bytes, size_t length, uint64_t seed) {
  uint64_t result = seed ^ length;
  for (; length > 8; bytes += 8, length -= 8) result = mixed(result, word(bytes, 8));
  return mixed(result, word(bytes, length) + 0xA0761D6478BD642Fu);
}

void moon_mark_bytes(const void *bytes, size_t length, moon_mark *mark) {
  *mark = (moon_mark){text_mark(bytes, length, 6), text_mark(bytes, length, 7)};
}

bool moon_mark_value(lua_State *L, int index, moon_mark *mark) {
  uint64_t kind = 0, bits = 0;
  switch (lua_type(L, index)) {
    case LUA_TBOOLEAN:
      kind = 1;
      bits = (uint64_t)lua_toboolean(L, index);
      break;
    case LUA_TNUMBER: {
      // 1 and 1.0 are equal.
      int is_whole;
      lua_Integer whole = lua_tointegerx(L, index, &is_whole);
      lua_Number number = lua_tonumber(L, index);
      kind = is_whole ? 2 : 3;
      if (is_whole) bits = (uint64_t)whole;
      else memcpy(&bits, &number, sizeof bits);
      break;
    }
    case LUA_TSTRING: {
      size_t length;
      const char *bytes = lua_tolstring(L, index, &length);
      mark->low = mixed(mark->low, text_mark(bytes, length, 4));
      mark->high = mixed(mark->high, text_mark(bytes, length, 5));
      return true;
    }
    default: return false;
  }
  mark->low = mixed(mark->low + kind, bits);
  mark->high = mixed(mark->high ^ bits, kind);
  return true;
}

// The marks of keys that are texts: the tables of a list mostly have the same, and these are at the same addresses.
enum { KNOWN_KEYS = 32 };
typedef struct {
  const void *keys[KNOWN_KEYS];
  moon_mark marks[KNOWN_KEYS];
  int anchor;  // the table on the stack that keeps these keys where they are
} known_keys;

// Adds the key below the value on top of the stack to the mark of a member.
static bool mark_key(lua_State *L, moon_mark *member, known_keys *known) {
  if (!known || lua_type(L, -2) != LUA_TSTRING) return moon_mark_value(L, -2, member);
  const void *key = lua_topointer(L, -2);
  int place = (int)(((uintptr_t)key >> 4) % KNOWN_KEYS);
  if (known->keys[place] != key) {
    moon_mark_value(L, -2, member);
    known->keys[place] = key;
    known->marks[place] = *member;
    lua_pushvalue(L, -2);
    lua_rawseti(L, known->anchor, place + 1);
  }
  *member = known->marks[place];
  return true;
}

// Adds the key and the value on top of the stack to the mark of a table, whose members have no order.
static bool mark_member(lua_State *L, moon_mark *mark, known_keys *known) {
  moon_mark member = {1, 2};
  if (!mark_key(L, &member, known) || !moon_mark_value(L, -1, &member)) return false;
  mark->low += member.low;
  mark->high += member.high;
  return true;
}

// The mark of the table at an absolute index.
static bool mark_table(lua_State *L, int index, moon_mark *mark, known_keys *known) {
  *mark = (moon_mark){0, 0};
  lua_pushnil(L);
  while (lua_next(L, index)) {
    if (!mark_member(L, mark, known)) {
      lua_pop(L, 2);
      return false;
    }
    lua_pop(L, 1);
  }
  return true;
}

bool moon_table_mark(lua_State *L, int index, moon_mark *mark) {
  *mark = (moon_mark){0, 0};
  if (lua_type(L, index) != LUA_TTABLE || !lua_checkstack(L, 4)) return false;
  index = lua_absindex(L, index);
  slua_reveal(L, index);
  return mark_table(L, index, mark, NULL);
}

// Pushes a list with room for so many tables, and what keeps the keys that are known; the place of the list.
static int push_list(lua_State *L, intptr_t count, known_keys *known) {
  lua_createtable(L, (int)count, 0);
  lua_createtable(L, KNOWN_KEYS, 0);
  known->anchor = lua_gettop(L);
  return known->anchor - 1;
}

// The mark of the table at an absolute index, which may show another one; false where it is more than a plain table.
static bool mark_plain(lua_State *L, int index, moon_mark *mark, known_keys *known) {
  if (lua_type(L, index) != LUA_TTABLE) return false;
  slua_reveal(L, index);
  return mark_table(L, index, mark, known) && !lua_getmetatable(L, index);
}

bool moon_tables_keep(lua_State *L, int index, intptr_t count, moon_mark *marks) {
  if (!lua_checkstack(L, 12)) return false;
  index = lua_absindex(L, index);
  known_keys known = {0};
  int list = push_list(L, count, &known), row = known.anchor + 1;
  for (intptr_t place = 0; place < count; place++) {
    lua_rawgeti(L, index, place + 1);
    if (!mark_plain(L, row, marks + place, &known)) {
      lua_settop(L, list - 1);
      return false;
    }
    lua_rawseti(L, list, place + 1);
  }
  lua_settop(L, list);
  return true;
}

bool moon_tables_column(lua_State *L, int index, const char *name, size_t length, intptr_t count, moon_cell *cells) {
  if (!lua_checkstack(L, 8)) return false;
  index = lua_absindex(L, index);
  int top = lua_gettop(L);
  lua_pushlstring(L, name, length);
  bool is_whole = true;
  for (intptr_t place = 0; place < count && is_whole; place++) {
    lua_rawgeti(L, index, place + 1);
    lua_pushvalue(L, top + 1);
    lua_rawget(L, top + 2);
    is_whole = moon_cell_of_value(L, -1, cells + place);
    lua_settop(L, top + 1);
  }
  lua_settop(L, top);
  return is_whole;
}

bool moon_tables_values(lua_State *L, int index, intptr_t count, moon_cell *cells) {
  index = lua_absindex(L, index);
  bool is_whole = true;
  for (intptr_t place = 0; place < count && is_whole; place++) {
    lua_rawgeti(L, index, place + 1);
    is_whole = moon_cell_of_value(L, -1, cells + place);
    lua_pop(L, 1);
  }
  return is_whole;
}

bool moon_cell_of_value(lua_State *L, int index, moon_cell *cell) {
  *cell = (moon_cell){0, 0, MOON_NULL};
  switch (lua_type(L, index)) {
    case LUA_TNIL: return true;
    case LUA_TNUMBER: {
      int is_whole;
      lua_Integer whole = lua_tointegerx(L, index, &is_whole);
      lua_Number number = lua_tonumber(L, index);
      cell->code = is_whole ? MOON_INTEGER : MOON_REAL;
      if (is_whole) cell->bits = (uint64_t)whole;
      else memcpy(&cell->bits, &number, sizeof number);
      return true;
    }
    case LUA_TSTRING: {
      size_t length;
      cell->bits = (uint64_t)(uintptr_t)lua_tolstring(L, index, &length);
      cell->length = (uint32_t)length;
      cell->code = MOON_TEXT;
      return length <= UINT32_MAX;
    }
    default: return false;
  }
}

enum { FUNCTION = 1, LIST, RESULTS };

int moon_tables_map(lua_State *L) {
  luaL_checktype(L, LIST, LUA_TTABLE);
  lua_settop(L, LIST);
  lua_Unsigned count = lua_rawlen(L, LIST);
  lua_createtable(L, (int)count, 0);
  for (lua_Unsigned place = 1; place <= count; place++) {
    lua_pushvalue(L, FUNCTION);
    lua_rawgeti(L, LIST, (lua_Integer)place);
    lua_call(L, 1, 1);
    lua_rawseti(L, RESULTS, (lua_Integer)place);
  }
  return 1;
}
