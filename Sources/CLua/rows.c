// Objects: see rows.h. All of it is C because it runs once per field that a script reads, and because it raises Lua
// errors (through luaL_error), which must not cross Swift.
#include "rows.h"

#include <lua5.4/lauxlib.h>
#include <string.h>

#include "rows_internal.h"

const char moon_object_magic = 'o';
const char moon_list_magic = 'l';
static const char object_metatable = 'm';

// More fields than this are kept in a table beside the object.
enum { MOST_PLACES = 200 };

// ---- bits

static bool get_bit(const uint64_t *bits, int slot) { return bits[slot >> 6] >> (slot & 63) & 1; }

static void set_bit(uint64_t *bits, int slot, bool value) {
  uint64_t bit = (uint64_t)1 << (slot & 63);
  if (value) bits[slot >> 6] |= bit;
  else bits[slot >> 6] &= ~bit;
}

bool moon_object_is_held(const moon_object *object, int slot) { return object->holds && get_bit(object->bits, slot); }

bool moon_object_is_changed(const moon_object *object, int slot) {
  return get_bit(object->bits + object->shape->words, slot);
}

void moon_object_set_changed(moon_object *object, int slot, bool changed) {
  set_bit(object->bits + object->shape->words, slot, changed);
}

// ---- making and finding

moon_object *moon_push_object(lua_State *L, moon_shape *shape, int anchor, moon_rows *rows, intptr_t row, int state) {
  if (anchor) anchor = lua_absindex(L, anchor);
  size_t bits = 2 * (size_t)shape->words * sizeof(uint64_t);
  // An object without a row will hold most of its fields, and has places for them; another seldom holds any.
  int places = rows ? 0 : shape->slots < MOST_PLACES ? shape->slots : MOST_PLACES;
  moon_object *object = lua_newuserdatauv(L, sizeof *object + bits, MOON_FIRST_PLACE - 1 + places);
  object->magic = &moon_object_magic;
  object->shape = shape;
  object->rows = rows;
  object->row = row;
  object->state = (uint8_t)state;
  object->holds = false;
  object->queued = false;
  object->draft = false;
  object->related = false;
  object->places = (uint16_t)places;
  memset(object->bits, 0, bits);
  if (anchor) {
    lua_pushvalue(L, anchor);
    lua_setiuservalue(L, -2, MOON_ANCHOR);
  }
  lua_rawgetp(L, LUA_REGISTRYINDEX, &object_metatable);
  lua_setmetatable(L, -2);
  return object;
}

moon_object *moon_to_object(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) < sizeof(moon_object)) return NULL;
  moon_object *object = lua_touserdata(L, index);
  return object->magic == &moon_object_magic ? object : NULL;
}

const moon_cell *moon_object_cell(const moon_object *object, int slot) {
  int column = object->shape->columns[slot];
  if (!object->rows || column < 0) return NULL;
  if (object->rows->read) return object->rows->read(object->rows->reader, column);
  return object->rows->cells + object->row * object->rows->columns + column;
}

// ---- values

void moon_push_cell(lua_State *L, const moon_cell *cell) {
  switch (cell->kind) {
    case MOON_INTEGER: lua_pushinteger(L, (lua_Integer)cell->bits); break;
    case MOON_REAL: {
      double number;
      memcpy(&number, &cell->bits, sizeof number);
      lua_pushnumber(L, number);
      break;
    }
    case MOON_TEXT:
    case MOON_DATA:
      lua_pushlstring(L, cell->length ? (const char *)(uintptr_t)cell->bits : "", cell->length);
      break;
    default: lua_pushnil(L);
  }
}

void moon_object_table(lua_State *L, int index, int which) {
  index = lua_absindex(L, index);
  if (lua_getiuservalue(L, index, which) == LUA_TTABLE) return;
  lua_pop(L, 1);
  moon_object *object = lua_touserdata(L, index);
  lua_createtable(L, which == MOON_HELD ? object->shape->slots : 0, 0);
  if (which == MOON_RELATED) object->related = true;
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, index, which);
}

void moon_object_hold(lua_State *L, int index, int slot) {
  moon_object *object = lua_touserdata(L, index);
  if (slot < object->places) {
    lua_setiuservalue(L, index, MOON_FIRST_PLACE + slot);
  } else {
    index = lua_absindex(L, index);
    moon_object_table(L, index, MOON_HELD);
    lua_insert(L, -2);
    lua_rawseti(L, -2, slot + 1);
    lua_pop(L, 1);
  }
  object->holds = true;
  set_bit(object->bits, slot, true);
}

void moon_object_release(lua_State *L, int index, int slot) {
  index = lua_absindex(L, index);
  moon_object *object = lua_touserdata(L, index);
  if (!moon_object_is_held(object, slot)) return;
  lua_pushnil(L);
  moon_object_hold(L, index, slot);
  set_bit(object->bits, slot, false);
}

static void push_held(lua_State *L, int index, const moon_object *object, int slot) {
  if (slot < object->places) {
    lua_getiuservalue(L, index, MOON_FIRST_PLACE + slot);
    return;
  }
  lua_getiuservalue(L, index, MOON_HELD);
  lua_rawgeti(L, -1, slot + 1);
  lua_replace(L, -2);
}

void moon_object_get(lua_State *L, int index, int slot) {
  index = lua_absindex(L, index);
  moon_object *object = lua_touserdata(L, index);
  if (moon_object_is_held(object, slot)) {
    push_held(L, index, object, slot);
    return;
  }
  const moon_cell *cell = moon_object_cell(object, slot);
  if (cell) moon_push_cell(L, cell);
  else lua_pushnil(L);
}

// ---- the metatable

static moon_object *check_object(lua_State *L) {
  moon_object *object = moon_to_object(L, 1);
  if (!object) luaL_error(L, "an object of an entity was expected, not a %s", luaL_typename(L, 1));
  if (object->state == MOON_RETURNED) {
    luaL_error(L, "this row was only lent to the function that tested it. Keep its key, or fetch() the rows first");
  }
  return object;
}

// Reads a slot the quick way; false when Swift must be asked.
static bool push_slot(lua_State *L, const moon_object *object, int slot) {
  if (moon_object_is_held(object, slot)) {
    push_held(L, 1, object, slot);
    return true;
  }
  if (!object->rows) {
    lua_pushnil(L);
    return true;
  }
  const moon_cell *cell = moon_object_cell(object, slot);
  if (!cell) return false;
  uint8_t reading = object->shape->readings[slot];
  if (reading == MOON_READ_LABEL && cell->kind == MOON_TEXT) {
    moon_push_cell(L, cell);
    if (moon_is_label(L, object->shape, slot)) return true;
    lua_pop(L, 1);
    return false;
  }
  if (!moon_reads_directly(reading, cell)) return false;
  if (reading == MOON_READ_BOOLEAN && cell->kind == MOON_INTEGER) lua_pushboolean(L, (int)cell->bits);
  else moon_push_cell(L, cell);
  return true;
}

static bool push_method(lua_State *L, const moon_object *object) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, object->shape->methods);
  lua_pushvalue(L, 2);
  // Not raw: the methods of an entity that extends another lead to that one's.
  if (lua_gettable(L, -2) != LUA_TNIL) return true;
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  return lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL;
}

// upvalues: methods of all objects, the function for the rest (object, key)
static int object_index(lua_State *L) {
  moon_object *object = check_object(L);
  lua_settop(L, 2);
  if (lua_type(L, 2) == LUA_TSTRING) {
    int slot = moon_shape_find(object->shape, lua_tostring(L, 2));
    if (slot >= 0 ? push_slot(L, object, slot) : push_method(L, object)) return 1;
    lua_settop(L, 2);
  }
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  lua_call(L, 2, 1);
  return 1;
}

static void set_function(lua_State *L, const char *name, int index) {
  lua_pushvalue(L, index);
  lua_setfield(L, -2, name);
}

void moon_rows_open(lua_State *L) {
  int base = lua_absindex(L, -7);
  lua_createtable(L, 0, 8);
  lua_pushvalue(L, base);
  lua_pushvalue(L, base + 1);
  lua_pushcclosure(L, object_index, 2);
  lua_setfield(L, -2, "__index");
  set_function(L, "__newindex", base + 2);
  set_function(L, "__tostring", base + 3);
  set_function(L, "__eq", base + 4);
  lua_pushliteral(L, "object");
  lua_setfield(L, -2, "__name");
  lua_pushliteral(L, "object");
  lua_setfield(L, -2, "__metatable");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &object_metatable);
  moon_lists_open(L, base + 5, base + 6);
  lua_settop(L, base - 1);
}
