// The labels of slots, which a script's strings are compared with: see CRows.h.
#include <stdlib.h>
#include <string.h>

#include "rows_internal.h"

// Labels by the hash of their address: Lua keeps one copy of a short string, so the same address is the same text.
struct moon_labels {
  uint32_t mask;
  bool has_long;  // whether some label is too long for that
  const char *keys[];
};

static moon_labels *labels_of(lua_State *L, int table) {
  uint32_t count = 0, size = 8;
  for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) count++;
  while (size < 2 * count) size *= 2;
  moon_labels *labels = calloc(1, sizeof *labels + size * sizeof *labels->keys);
  labels->mask = size - 1;
  for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
    const char *label = lua_tostring(L, -2);
    if (lua_rawlen(L, -2) > MOON_LONGEST_INTERNED) labels->has_long = true;
    uint32_t place = moon_hash_address(label) & labels->mask;
    while (labels->keys[place]) place = (place + 1) & labels->mask;
    labels->keys[place] = label;
  }
  return labels;
}

void moon_shape_set_labels(lua_State *L, moon_shape *shape, int slot) {
  shape->labels[slot] = labels_of(L, lua_gettop(L));
  // They must stay where they are.
  if (shape->label_tables == LUA_NOREF) {
    lua_createtable(L, shape->slots, 0);
    shape->label_tables = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, shape->label_tables);
  lua_insert(L, -2);
  lua_rawseti(L, -2, slot + 1);
  lua_pop(L, 1);
}

static bool is_long_label(lua_State *L, const moon_shape *shape, int slot) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, shape->label_tables);
  lua_rawgeti(L, -1, slot + 1);
  lua_pushvalue(L, -3);
  bool is = lua_rawget(L, -2) != LUA_TNIL;
  lua_pop(L, 3);
  return is;
}

bool moon_is_label(lua_State *L, const moon_shape *shape, int slot) {
  const moon_labels *labels = shape->labels[slot];
  const char *text = lua_tostring(L, -1);
  uint32_t place = moon_hash_address(text) & labels->mask;
  while (labels->keys[place]) {
    if (labels->keys[place] == text) return true;
    place = (place + 1) & labels->mask;
  }
  return labels->has_long && is_long_label(L, shape, slot);
}
