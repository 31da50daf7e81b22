// Shapes: the fields of an entity as its objects know them. See rows.h.
#include <stdlib.h>
#include <string.h>

#include "rows_internal.h"

static void insert(moon_shape *shape, const void *name, int slot) {
  uint32_t place = moon_hash_address(name) & shape->mask;
  while (shape->names_by_address[place].name) place = (place + 1) & shape->mask;
  shape->names_by_address[place] = (moon_name){name, slot};
}

int moon_shape_find_long(lua_State *L, const moon_shape *shape, int index) {
  index = lua_absindex(L, index);
  int found = -1;
  lua_rawgeti(L, LUA_REGISTRYINDEX, shape->names);
  for (int slot = 0; slot < shape->slots && found < 0; slot++) {
    lua_rawgeti(L, -1, slot + 1);
    if (lua_rawequal(L, -1, index)) found = slot;
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return found;
}

int moon_shape_find(lua_State *L, const moon_shape *shape, int index) { return moon_find(L, shape, index); }

moon_shape *moon_shape_new(lua_State *L, int slots, const char *const *names, const uint8_t *readings,
                           const int16_t *columns, void *context) {
  moon_shape *shape = calloc(1, sizeof *shape);
  // Large enough that most names stand at the first place where they are looked for.
  uint32_t size = 8;
  while (size < 4 * (uint32_t)slots) size *= 2;
  shape->context = context;
  shape->slots = slots;
  shape->bytes = (slots + 7) / 8;
  shape->mask = size - 1;
  shape->names_by_address = calloc(size, sizeof *shape->names_by_address);
  shape->readings = malloc((size_t)slots + 1);
  shape->columns = malloc(((size_t)slots + 1) * sizeof *shape->columns);
  shape->takings = calloc((size_t)slots + 1, sizeof *shape->takings);
  shape->labels = calloc((size_t)slots + 1, sizeof *shape->labels);
  shape->label_tables = LUA_NOREF;
  lua_createtable(L, slots, 0);
  for (int slot = 0; slot < slots; slot++) {
    shape->readings[slot] = readings[slot];
    shape->columns[slot] = columns[slot];
    lua_pushstring(L, names[slot]);
    insert(shape, lua_topointer(L, -1), slot);
    if (strlen(names[slot]) > MOON_LONGEST_INTERNED) shape->long_names = true;
    lua_rawseti(L, -2, slot + 1);
  }
  shape->names = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_newtable(L);
  shape->methods = luaL_ref(L, LUA_REGISTRYINDEX);
  shape->after_load = LUA_NOREF;
  shape->object_metatable = LUA_NOREF;
  shape->list_metatable = LUA_NOREF;
  shape->kind_column = -1;
  return shape;
}

void *moon_shape_context(const moon_shape *shape) { return shape->context; }
int moon_shape_slots(const moon_shape *shape) { return shape->slots; }
int moon_shape_column(const moon_shape *shape, int slot) { return shape->columns[slot]; }

void moon_shape_set_methods(lua_State *L, moon_shape *shape) { lua_rawseti(L, LUA_REGISTRYINDEX, shape->methods); }

void moon_shape_set_transaction(moon_shape *shape, const uint32_t *transaction) { shape->transaction = transaction; }

void moon_shape_set_after_load(lua_State *L, moon_shape *shape) { shape->after_load = luaL_ref(L, LUA_REGISTRYINDEX); }

void moon_after_load(lua_State *L, const moon_shape *shape) {
  if (shape->after_load == LUA_NOREF) return;
  lua_rawgeti(L, LUA_REGISTRYINDEX, shape->after_load);
  lua_pushvalue(L, -2);
  lua_call(L, 1, 0);
}

void moon_shape_add_relation(lua_State *L, moon_shape *shape, int slot, int metatable) {
  const char *name = lua_tostring(L, -1);
  int known = 0;
  while (known < shape->relation_count && shape->relations[known].name != name) known++;
  if (known == shape->relation_count && strlen(name) <= MOON_LONGEST_INTERNED) {
    shape->relations = realloc(shape->relations, (size_t)(known + 1) * sizeof *shape->relations);
    shape->relations[known] = (moon_relation){name, slot, metatable};
    shape->relation_count++;
    // The name stays interned as long as something has it.
    lua_rawgeti(L, LUA_REGISTRYINDEX, shape->names);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

void moon_shape_outdate(moon_shape *shape) {
  shape->is_outdated = true;
  memset(shape->readings, MOON_READ_ASK_ALWAYS, (size_t)shape->slots);
}

bool moon_shape_is_outdated(const moon_shape *shape) { return shape->is_outdated; }

bool moon_shape_has_room(const moon_shape *shape, const moon_shape *other) { return other->bytes <= shape->bytes; }

bool moon_shape_is_plain(const moon_shape *shape) {
  return shape->after_load == LUA_NOREF && shape->kind_column < 0;
}

// ---- kinds

void moon_shape_set_kinds(lua_State *L, moon_shape *shape, int column) {
  shape->kind_column = column;
  shape->unknown_kind = luaL_ref(L, LUA_REGISTRYINDEX);
}

void moon_shape_add_kind(moon_shape *shape, const char *kind, size_t length, moon_shape *other) {
  shape->kinds = realloc(shape->kinds, (size_t)(shape->kind_count + 1) * sizeof *shape->kinds);
  moon_kind *added = &shape->kinds[shape->kind_count++];
  added->name = malloc(length + 1);
  memcpy(added->name, kind, length);
  added->length = length;
  added->shape = other;
  // A row that is lent goes from one kind to another: every object has room for the bits of the largest.
  if (other->bytes > shape->bytes) shape->bytes = other->bytes;
  for (int place = 0; place < shape->kind_count; place++) shape->kinds[place].shape->bytes = shape->bytes;
}

static const moon_cell *kind_cell(const moon_shape *shape, const moon_rows *rows, intptr_t row) {
  return moon_rows_cell(rows, row, shape->kind_column);
}

moon_shape *moon_shape_of_row(moon_shape *shape, const moon_rows *rows, intptr_t row) {
  if (shape->kind_column < 0) return shape;
  const moon_cell *cell = kind_cell(shape, rows, row);
  if (!cell || moon_code(cell) != MOON_TEXT) return NULL;
  const char *name = moon_bytes(cell);
  size_t length = moon_length(cell);
  for (int place = 0; place < shape->kind_count; place++) {
    const moon_kind *kind = &shape->kinds[place];
    if (kind->length == length && memcmp(kind->name, name, kind->length) == 0) return kind->shape;
  }
  return NULL;
}

moon_shape *moon_check_shape_of_row(lua_State *L, moon_shape *shape, const moon_rows *rows, intptr_t row) {
  moon_shape *found = moon_shape_of_row(shape, rows, row);
  if (found) return found;
  const moon_cell *cell = kind_cell(shape, rows, row);
  lua_rawgeti(L, LUA_REGISTRYINDEX, shape->unknown_kind);
  if (cell) moon_push_cell(L, cell);
  else lua_pushnil(L);
  lua_call(L, 1, 0);
  luaL_error(L, "a row is of a kind that is not known");
  return NULL;
}
