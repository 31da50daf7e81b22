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

// Adds the key and the value on top of the stack to the mark of a table, whose members have no order.
static bool mark_member(lua_State *L, moon_mark *mark) {
  moon_mark member = {1, 2};
  if (!moon_mark_value(L, -2, &member) || !moon_mark_value(L, -1, &member)) return false;
  mark->low += member.low;
  mark->high += member.high;
  return true;
}

// The mark of the table at an absolute index.
static bool mark_table(lua_State *L, int index, moon_mark *mark) {
  *mark = (moon_mark){0, 0};
  lua_pushnil(L);
  while (lua_next(L, index)) {
    if (!mark_member(L, mark)) {
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
  return mark_table(L, index, mark);
}

// Whether the value on top of the stack is a table without a metatable; what it shows takes its place.
static bool reveal_plain(lua_State *L) {
  if (lua_type(L, -1) != LUA_TTABLE) return false;
  if (!lua_getmetatable(L, -1)) return true;
  lua_pop(L, 1);
  slua_reveal(L, -1);
  return !lua_getmetatable(L, -1);
}

bool moon_tables_keep(lua_State *L, int index, intptr_t count) {
  if (!lua_checkstack(L, 8)) return false;
  index = lua_absindex(L, index);
  lua_createtable(L, (int)count, 0);
  int list = lua_gettop(L);
  for (intptr_t place = 0; place < count; place++) {
    lua_rawgeti(L, index, place + 1);
    if (!reveal_plain(L)) {
      lua_settop(L, list - 1);
      return false;
    }
    lua_rawseti(L, list, place + 1);
  }
  return true;
}

static bool is_simple(int type) { return type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TBOOLEAN; }

// Whether two values are the same, as marks have it: what is no number is itself; unknown where only what is in a table,
// or what an object stands for, tells.
static moon_sameness compare_values(lua_State *L, int index, int other) {
  if (lua_rawequal(L, index, other)) return MOON_SAME;
  int type = lua_type(L, index), other_type = lua_type(L, other);
  if (is_simple(type) && is_simple(other_type)) {
    bool are_none = type == LUA_TNUMBER && other_type == LUA_TNUMBER && !lua_rawequal(L, index, index);
    return are_none && !lua_rawequal(L, other, other) ? MOON_SAME : MOON_DIFFERENT;
  }
  // What is there alone differs.
  return type == LUA_TNIL || other_type == LUA_TNIL ? MOON_DIFFERENT : MOON_UNKNOWN;
}

// Compares the members of two tables; two with as many of them hold the same where all of one are in the other.
static moon_sameness compare_tables(lua_State *L, int table, int other) {
  moon_sameness sameness = MOON_SAME;
  int key = lua_gettop(L) + 1;
  intptr_t more = 0;
  lua_pushnil(L);
  for (; lua_next(L, table); more++) {
    lua_pushvalue(L, key);
    lua_rawget(L, other);
    moon_sameness of_member = compare_values(L, key + 1, key + 2);
    if (of_member == MOON_DIFFERENT) return MOON_DIFFERENT;
    if (of_member == MOON_UNKNOWN) sameness = MOON_UNKNOWN;
    lua_settop(L, key);
  }
  lua_pushnil(L);
  for (; lua_next(L, other); more--) lua_settop(L, key);
  return more == 0 ? sameness : MOON_DIFFERENT;
}

moon_sameness moon_tables_compare(lua_State *L, int index, intptr_t place, int other, intptr_t other_place) {
  if (!lua_checkstack(L, 10)) return MOON_UNKNOWN;
  int top = lua_gettop(L);
  lua_rawgeti(L, index, place + 1);
  lua_rawgeti(L, other, other_place + 1);
  moon_sameness sameness = compare_tables(L, top + 1, top + 2);
  lua_settop(L, top);
  return sameness;
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
  *cell = moon_null();
  switch (lua_type(L, index)) {
    case LUA_TNIL: return true;
    case LUA_TNUMBER: {
      // 1 and 1.0 are equal.
      int is_whole;
      lua_Integer whole = lua_tointegerx(L, index, &is_whole);
      *cell = is_whole ? moon_cell_of_integer(whole) : moon_cell_of_real(lua_tonumber(L, index));
      return true;
    }
    case LUA_TSTRING: {
      size_t length;
      const char *text = lua_tolstring(L, index, &length);
      *cell = moon_cell_of_bytes((uintptr_t)text, length, MOON_TEXT);
      return length <= MOON_LONGEST;
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
