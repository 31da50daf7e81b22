// Objects: see CRows.h. All of it is C because it runs once per field that a script reads, and because it raises Lua
// errors (through luaL_error), which must not cross Swift.
#include "CRows.h"

#include <string.h>

#include "rows_internal.h"

// Odd, as no address is with which other userdata begin.
enum { OBJECT_TAG = 0x6d6f6f6f };
const _Alignas(16) char moon_list_magic = 'l';
static const char object_metatable = 'm';

// More fields than this are kept in a table beside the object.
enum { MOST_PLACES = 200 };

// A row of more columns is copied by way of the heap.
enum { FEW_COLUMNS = 32 };

// ---- bits

static void set_bit(uint8_t *bits, int slot, bool value) {
  uint8_t bit = (uint8_t)(1 << (slot & 7));
  if (value) bits[slot >> 3] |= bit;
  else bits[slot >> 3] &= (uint8_t)~bit;
}

bool moon_object_is_changed(const moon_object *object, int slot) {
  return moon_get_bit(object->bits + object->shape->bytes, slot);
}

void moon_object_set_changed(moon_object *object, int slot, bool changed) {
  set_bit(object->bits + object->shape->bytes, slot, changed);
}

void moon_object_forget_changes(moon_object *object) {
  memset(object->bits + object->shape->bytes, 0, (size_t)object->shape->bytes);
}

// ---- making and finding

// The size of an object without what it keeps of a row, which follows it.
static size_t object_size(const moon_shape *shape) {
  size_t size = offsetof(moon_object, bits) + 2 * (size_t)shape->bytes, step = _Alignof(moon_rows);
  return (size + step - 1) / step * step;
}

// Pushes an object with so many places and so much more memory.
static moon_object *push_bare(lua_State *L, moon_shape *shape, moon_rows *rows, intptr_t row, int state, int places,
                              size_t more) {
  moon_object *object = lua_newuserdatauv(L, object_size(shape) + more, MOON_FIRST_PLACE - 1 + places);
  object->tag = OBJECT_TAG;
  object->shape = shape;
  object->rows = rows;
  object->row = (uint32_t)row;
  object->state = (uint8_t)state & 7;
  object->holds = false;
  object->queued = false;
  object->draft = false;
  object->related = false;
  object->listed = false;
  object->mark = 0;
  object->places = (uint8_t)places;
  memset(object->bits, 0, object_size(shape) - offsetof(moon_object, bits));
  moon_set_metatable(L, &shape->object_metatable, &object_metatable);
  return object;
}

moon_object *moon_push_object(lua_State *L, moon_shape *shape, int anchor, moon_rows *rows, intptr_t row, int state) {
  if (anchor) anchor = lua_absindex(L, anchor);
  // An object without a row will hold most of its fields, and has places for them; another seldom holds any.
  int places = rows ? 0 : shape->slots < MOST_PLACES ? shape->slots : MOST_PLACES;
  moon_object *object = push_bare(L, shape, rows, row, state, places, 0);
  if (anchor) {
    lua_pushvalue(L, anchor);
    lua_setiuservalue(L, -2, MOON_KEPT);
  }
  return object;
}

// The memory that the bytes of a row take; the cells are copied meanwhile.
static size_t gather(moon_cell *cells, const moon_rows *rows, intptr_t row, intptr_t columns) {
  size_t bytes = 0;
  for (intptr_t column = 0; column < columns; column++) {
    cells[column] = *moon_rows_cell(rows, row, column);
    bytes += moon_length(&cells[column]);
  }
  return bytes;
}

moon_object *moon_push_copy(lua_State *L, moon_shape *shape, const moon_rows *rows, intptr_t row, intptr_t columns,
                            int state) {
  moon_cell few[FEW_COLUMNS], *cells = few;
  // Gone with the next collection, also where an error comes between.
  if (columns > FEW_COLUMNS) cells = lua_newuserdatauv(L, (size_t)columns * sizeof *cells, 0);
  size_t bytes = gather(cells, rows, row, columns), cell_bytes = (size_t)columns * sizeof *cells;
  moon_object *object = push_bare(L, shape, NULL, 0, state, 0, sizeof(moon_rows) + cell_bytes + bytes);
  moon_rows *own = (moon_rows *)((char *)object + object_size(shape));
  *own = (moon_rows){.cells = (moon_cell *)(own + 1), .columns = columns, .rows = 1};
  memcpy(own->cells, cells, cell_bytes);
  char *free = (char *)(own->cells + columns);
  for (intptr_t column = 0; column < columns; column++) {
    moon_cell *cell = &own->cells[column];
    uint32_t length = moon_length(cell);
    if (length == 0) continue;
    memcpy(free, moon_bytes(cell), length);
    moon_set_bits(cell, (uintptr_t)free);
    free += length;
  }
  object->rows = own;
  if (cells != few) lua_remove(L, -2);
  return object;
}

moon_object *moon_to_object(lua_State *L, int index) {
  moon_object *object = lua_touserdata(L, index);
  // A light userdata has no length.
  if (!object || lua_rawlen(L, index) < offsetof(moon_object, bits)) return NULL;
  return object->tag == OBJECT_TAG ? object : NULL;
}

const moon_cell *moon_object_cell(const moon_object *object, int slot) {
  int column = object->shape->columns[slot];
  if (!object->rows || column < 0) return NULL;
  return moon_rows_cell(object->rows, object->row, column);
}

bool moon_object_is_fresh(const moon_object *object, const moon_shape *shape) {
  bool plain = !object->queued && !object->draft && !object->related;
  return object->shape == shape && object->state == MOON_NEW && plain;
}

// ---- values

void moon_push_cell(lua_State *L, const moon_cell *cell) {
  switch (moon_code(cell)) {
    case MOON_INTEGER: lua_pushinteger(L, moon_integer(cell)); break;
    case MOON_REAL: lua_pushnumber(L, moon_real(cell)); break;
    case MOON_TEXT:
    case MOON_DATA: lua_pushlstring(L, moon_length(cell) ? moon_bytes(cell) : "", moon_length(cell)); break;
    default: lua_pushnil(L);
  }
}

void moon_object_push_anchor(lua_State *L, int index) {
  if (lua_getiuservalue(L, index, MOON_KEPT) != LUA_TTABLE) return;
  lua_rawgeti(L, -1, MOON_ANCHOR);
  lua_remove(L, -2);
}

void moon_object_set_anchor(lua_State *L, int index) {
  index = lua_absindex(L, index);
  bool has_tables = lua_getiuservalue(L, index, MOON_KEPT) == LUA_TTABLE;
  lua_insert(L, -2);
  if (has_tables) lua_rawseti(L, -2, MOON_ANCHOR);
  else lua_setiuservalue(L, index, MOON_KEPT);
  lua_pop(L, 1);
}

void moon_object_known_table(lua_State *L, int index, int which) {
  if (lua_getiuservalue(L, index, MOON_KEPT) == LUA_TTABLE) lua_rawgeti(L, -1, which);
  else lua_pushnil(L);
  lua_remove(L, -2);
}

// Pushes the table of an object's tables, which is made if need be.
static void push_tables(lua_State *L, int index) {
  if (lua_getiuservalue(L, index, MOON_KEPT) == LUA_TTABLE) return;
  lua_createtable(L, MOON_ANCHOR, 0);
  lua_insert(L, -2);
  lua_rawseti(L, -2, MOON_ANCHOR);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, index, MOON_KEPT);
}

void moon_object_table(lua_State *L, int index, int which) {
  index = lua_absindex(L, index);
  moon_object_known_table(L, index, which);
  if (lua_istable(L, -1)) return;
  lua_pop(L, 1);
  moon_object *object = lua_touserdata(L, index);
  push_tables(L, index);
  lua_createtable(L, which == MOON_HELD ? object->shape->slots : 0, 0);
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, which);
  lua_remove(L, -2);
  if (which == MOON_RELATED) object->related = true;
}

void moon_object_forget(lua_State *L, int index, int which) {
  moon_object *object = lua_touserdata(L, index);
  if (lua_getiuservalue(L, index, MOON_KEPT) == LUA_TTABLE) {
    lua_pushnil(L);
    lua_rawseti(L, -2, which);
  }
  lua_pop(L, 1);
  if (which == MOON_RELATED) object->related = false;
}

void moon_object_hold(lua_State *L, int index, int slot) {
  moon_object_keep(L, index, lua_touserdata(L, index), slot);
}

void moon_object_keep(lua_State *L, int index, moon_object *object, int slot) {
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
  // What is lent was never in a list, and holds nothing but what it has read.
  if (object->state != MOON_LENT) moon_object_leave_row(object);
  set_bit(object->bits, slot, true);
}

void moon_object_leave_row(const moon_object *object) {
  if (object->rows) object->rows->are_left = true;
}

void moon_object_show(moon_object *object, moon_rows *rows, intptr_t row) {
  object->rows = rows;
  object->row = (uint32_t)row;
  if (!object->holds || object->state != MOON_LENT) return;
  object->holds = false;
  memset(object->bits, 0, (size_t)object->shape->bytes);
}

void moon_object_release(lua_State *L, int index, int slot) {
  index = lua_absindex(L, index);
  moon_object *object = lua_touserdata(L, index);
  if (!moon_object_is_held(object, slot)) return;
  lua_pushnil(L);
  moon_object_hold(L, index, slot);
  set_bit(object->bits, slot, false);
}

int moon_push_held(lua_State *L, int index, const moon_object *object, int slot) {
  if (slot < object->places) return lua_getiuservalue(L, index, MOON_FIRST_PLACE + slot);
  moon_object_known_table(L, index, MOON_HELD);
  int type = lua_rawgeti(L, -1, slot + 1);
  lua_replace(L, -2);
  return type;
}

void moon_object_get(lua_State *L, int index, int slot) {
  index = lua_absindex(L, index);
  moon_object *object = lua_touserdata(L, index);
  if (moon_object_is_held(object, slot)) {
    moon_push_held(L, index, object, slot);
    return;
  }
  const moon_cell *cell = moon_object_cell(object, slot);
  if (cell) moon_push_cell(L, cell);
  else lua_pushnil(L);
}

// ---- images

// Sets a copy of the table that one object has beside its values for another one.
static void copy_table(lua_State *L, int from, int to, int which) {
  moon_object_known_table(L, from, which);
  if (lua_istable(L, -1)) {
    moon_object_table(L, to, which);
    for (lua_pushnil(L); lua_next(L, -3) != 0;) {
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, -4);
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

// Makes what is said of one object true of another with the same number of slots and places.
static void copy_state(const moon_object *from, moon_object *to) {
  moon_object_leave_row(to);
  to->shape = from->shape;
  to->rows = from->rows;
  to->row = from->row;
  to->state = from->state;
  to->holds = from->holds;
  to->draft = from->draft;
  to->queued = from->queued;
  to->related = from->related;
  to->listed = from->listed;
  to->mark = from->mark;
  memcpy(to->bits, from->bits, 2 * (size_t)from->shape->bytes);
}

static void copy_user_value(lua_State *L, int from, int to, int place) {
  lua_getiuservalue(L, from, place);
  lua_setiuservalue(L, to, place);
}

void moon_push_image(lua_State *L, int index) {
  index = lua_absindex(L, index);
  const moon_object *object = lua_touserdata(L, index);
  moon_object *image = push_bare(L, object->shape, object->rows, object->row, object->state, object->places, 0);
  int to = lua_gettop(L);
  copy_state(object, image);
  moon_object_push_anchor(L, index);
  moon_object_set_anchor(L, to);
  if (object->holds) {
    for (int slot = 0; slot < object->places; slot++) copy_user_value(L, index, to, MOON_FIRST_PLACE + slot);
  }
  for (int which = MOON_HELD; which <= MOON_ORIGINALS; which++) copy_table(L, index, to, which);
}

void moon_object_restore(lua_State *L, int index, int image) {
  index = lua_absindex(L, index);
  image = lua_absindex(L, image);
  copy_state(lua_touserdata(L, image), lua_touserdata(L, index));
  int places = ((const moon_object *)lua_touserdata(L, image))->places;
  copy_user_value(L, image, index, MOON_KEPT);
  for (int slot = 0; slot < places; slot++) copy_user_value(L, image, index, MOON_FIRST_PLACE + slot);
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

// Whether the value on top of the stack can be edited in place: a table, or an object in a document.
static bool is_editable(lua_State *L) { return lua_istable(L, -1) || lua_isuserdata(L, -1); }

// Whether what the object holds may be edited in a transaction which does not remember it yet.
static bool may_be_edited(const moon_object *object) {
  const uint32_t *transaction = object->shape->transaction;
  return object->state == MOON_SAVED && transaction && *transaction != 0 && *transaction != object->mark;
}

// For every field that a script reads: inlined.
static inline __attribute__((always_inline)) bool push_stored(lua_State *L, const moon_object *object, int slot) {
  const moon_cell *cell = moon_object_cell(object, slot);
  if (!cell) return false;
  uint8_t reading = object->shape->readings[slot];
  if (reading == MOON_READ_LABEL && moon_code(cell) == MOON_TEXT) {
    moon_push_cell(L, cell);
    if (moon_is_label(L, object->shape, slot)) return true;
    lua_pop(L, 1);
    return false;
  }
  if (!moon_reads_directly(reading, cell)) return false;
  if (reading == MOON_READ_BOOLEAN && moon_code(cell) == MOON_INTEGER) lua_pushboolean(L, (int)moon_integer(cell));
  else moon_push_cell(L, cell);
  return true;
}

bool moon_object_push_stored(lua_State *L, const moon_object *object, int slot) { return push_stored(L, object, slot); }

// Reads a slot the quick way; false when Swift must be asked.
static bool push_slot(lua_State *L, const moon_object *object, int slot) {
  if (moon_object_is_held(object, slot)) {
    moon_push_held(L, 1, object, slot);
    return !is_editable(L) || !(object->listed || may_be_edited(object));
  }
  if (object->rows) return push_stored(L, object, slot);
  lua_pushnil(L);
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

// Pushes what a relation to many leads to, as a promise; false where Swift must be asked.
static bool push_relation(lua_State *L, const moon_object *object) {
  const moon_shape *shape = object->shape;
  if (shape->relation_count == 0 || shape->is_outdated || object->state != MOON_SAVED) return false;
  const char *name = lua_tostring(L, 2);
  for (int place = 0; place < shape->relation_count; place++) {
    const moon_relation *relation = &shape->relations[place];
    if (relation->name != name) continue;
    const moon_cell *cell = moon_object_cell(object, relation->slot);
    if (!cell || moon_code(cell) != MOON_INTEGER || moon_object_is_held(object, relation->slot)) return false;
    slua_push_promise(L, 1, 2, moon_integer(cell), relation->metatable);
    return true;
  }
  return false;
}

// Reads what is no field the quick way; false when Swift must be asked.
static bool push_other(lua_State *L, const moon_object *object) {
  return lua_type(L, 2) == LUA_TSTRING && (push_method(L, object) || push_relation(L, object));
}

// upvalues: methods of all objects, the function for the rest (object, key)
static int object_index(lua_State *L) {
  moon_object *object = check_object(L);
  int slot = moon_find(L, object->shape, 2);
  if (slot >= 0 ? push_slot(L, object, slot) : push_other(L, object)) return 1;
  lua_settop(L, 2);
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
  int base = lua_absindex(L, -8);
  lua_createtable(L, 0, 8);
  lua_pushvalue(L, base);
  lua_pushvalue(L, base + 1);
  lua_pushcclosure(L, object_index, 2);
  lua_setfield(L, -2, "__index");
  set_function(L, "__newindex", base + 2);
  set_function(L, "__tostring", base + 3);
  set_function(L, "__eq", base + 4);
  set_function(L, "__pairs", base + 5);
  lua_pushliteral(L, "object");
  lua_setfield(L, -2, "__name");
  lua_pushliteral(L, "object");
  lua_setfield(L, -2, "__metatable");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &object_metatable);
  moon_lists_open(L, base + 6, base + 7);
  lua_settop(L, base - 1);
}
