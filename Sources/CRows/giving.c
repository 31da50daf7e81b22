// New objects give what they hold to a row: see CRows.h.
//
// As with taking, what most values are is recognised here: stored as they are, and passing the tests of their column
// for certain. The host makes and tests the others.
#include <string.h>

#include "rows_internal.h"

// The cell of the value on top of the stack, which is of this type; false where the host must make it.
static bool give(lua_State *L, int type, const moon_shape *shape, const moon_giving *giving, moon_cell *cell) {
  const moon_taking *taking = &shape->takings[giving->slot];
  bool either = giving->kind == MOON_GIVE_EITHER;
  bool plain = giving->kind == MOON_GIVE_TEXT || giving->kind == MOON_GIVE_DATA || either;
  switch (type) {
    case LUA_TNIL: *cell = moon_null(); return true;
    case LUA_TNUMBER:
      if (lua_isinteger(L, -1)) {
        lua_Integer number = lua_tointeger(L, -1);
        *cell = moon_cell_of_integer(number);
        return plain && (taking->kind != MOON_TAKE_INTEGER || (taking->low <= number && number <= taking->high));
      } else {
        *cell = moon_cell_of_real(lua_tonumber(L, -1));
        return plain && taking->kind != MOON_TAKE_INTEGER;
      }
    case LUA_TSTRING: {
      size_t length;
      const char *text = lua_tolstring(L, -1, &length);
      bool data = giving->kind == MOON_GIVE_DATA || (either && !moon_is_storable(text, length));
      uint8_t kind = data ? MOON_DATA : MOON_TEXT;
      *cell = moon_cell_of_bytes((uintptr_t)text, length, kind);
      return plain && (taking->kind != MOON_TAKE_LABEL || moon_is_label(L, shape, giving->slot));
    }
    case LUA_TBOOLEAN:
      *cell = moon_cell_of_integer(lua_toboolean(L, -1));
      return giving->kind == MOON_GIVE_TRUTH;
    default: return false;
  }
}

static bool begins_visibly(const moon_cell *cell) {
  uint8_t first = (uint8_t)*moon_bytes(cell);
  return first > ' ' && (first & 0xc0) != 0x80;
}

// Whether a cell passes the tests of its column for certain.
static bool passes(const moon_giving *giving, const moon_cell *cell) {
  uint8_t code = moon_code(cell);
  if (code == MOON_NULL) return !giving->required && giving->passing != MOON_PASS_ASKED;
  switch (giving->passing) {
    case MOON_PASS_ALL: return true;
    case MOON_PASS_INTEGERS:
      return code == MOON_INTEGER && giving->low <= moon_integer(cell) && moon_integer(cell) <= giving->high;
    case MOON_PASS_REALS:
      return code == MOON_REAL && giving->from <= moon_real(cell) && moon_real(cell) <= giving->to;
    case MOON_PASS_TEXTS:
      if (code != MOON_TEXT || moon_length(cell) < giving->low || moon_length(cell) > giving->high) return false;
      return giving->low == 0 || begins_visibly(cell);
    default: return false;
  }
}

int moon_object_cells(lua_State *L, int index, const moon_giving *givings, int count, int from, moon_cell *cells,
                      bool *made) {
  const moon_object *object = lua_touserdata(L, index);
  for (int place = from; place < count; place++) {
    const moon_giving *giving = &givings[place];
    if (moon_object_is_held(object, giving->slot)) {
      int type = moon_push_held(L, index, object, giving->slot);
      *made = give(L, type, object->shape, giving, &cells[place]);
      lua_pop(L, 1);
    } else {
      // What was read and not assigned is the host's: its text would be a string that nothing holds.
      *made = !object->rows;
      cells[place] = moon_null();
    }
    if (!*made || !passes(giving, &cells[place])) return place;
  }
  return count;
}

void moon_object_foresee(lua_State *L, int index) {
  const moon_object *object = moon_to_object(L, index);
  if (!object) return;
  const moon_shape *shape = object->shape;
  for (int slot = 0; slot < object->places; slot++) {
    if (shape->takings[slot].kind != MOON_TAKE_TEXT) continue;
    lua_getiuservalue(L, index, MOON_FIRST_PLACE + slot);
    const char *text = lua_topointer(L, -1);
    if (text) {
      __builtin_prefetch(text);
      __builtin_prefetch(text + 64);
    }
    lua_pop(L, 1);
  }
}
