// What the files about rows know of each other.
#ifndef MOONSHELL_ROWS_INTERNAL_H
#define MOONSHELL_ROWS_INTERNAL_H

#include "CRows.h"

// What a value must be so that a slot takes it as it is.
typedef struct {
  uint8_t kind;
  int64_t low, high;  // of integers
} moon_taking;

typedef struct moon_labels moon_labels;

typedef struct {
  char *name;
  size_t length;
  moon_shape *shape;
} moon_kind;

// A relation to many that is read without asking anyone.
typedef struct {
  const char *name;  // interned
  int slot, metatable;
} moon_relation;

// A name of a field, which Lua has once, by where Lua has it.
typedef struct {
  const void *name;
  int slot;
} moon_name;

struct moon_shape {
  void *context;
  int object_metatable, list_metatable;  // registry: those of its objects and lists, or LUA_NOREF
  int slots;
  int bytes;  // of one bit for each slot
  uint32_t mask;
  moon_name *names_by_address;  // by hash; places without a name are NULL
  uint8_t *readings;
  int16_t *columns;
  moon_taking *takings;
  moon_labels **labels;  // by slot; NULL where it has none
  int label_tables;  // registry: the sets of labels by slot from 1, or LUA_NOREF
  bool is_outdated;  // whether its rows were read before their table was made anew
  bool long_names;  // whether some name is too long to be interned
  int names;    // registry: keeps the names interned
  int methods;  // registry: what the script added
  int after_load;  // registry: the function that sees each object that was read, or LUA_NOREF
  int relation_count;
  moon_relation *relations;
  const uint32_t *transaction;  // the number of the open one, or NULL
  int kind_column;  // the column that says which kind a row is of, or -1
  int unknown_kind;  // registry: the function that raises an error about another kind
  int kind_count;
  moon_kind *kinds;
};

extern const char moon_list_magic;

// Sets the metatable of a userdata on top of the stack, which the registry has by an address; a number finds it sooner.
static inline void moon_set_metatable(lua_State *L, int *number, const char *address) {
  if (*number == LUA_NOREF) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, address);
    *number = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, *number);
  lua_setmetatable(L, -2);
}

// LUAI_MAXSHORTLEN of Lua 5.4: up to so many bytes, strings of the same text are the same string.
enum { MOON_LONGEST_INTERNED = 40 };

static inline uint32_t moon_hash_address(const void *name) {
  uint64_t address = (uint64_t)(uintptr_t)name;
  return (uint32_t)((address >> 4) ^ (address >> 12));
}

// Lua interns short strings only: a long name is found by its text.
int moon_shape_find_long(lua_State *L, const moon_shape *shape, int index);

// The slot whose name is the value at `index`, or -1. For every field that a script reads: the value is not even asked
// whether it is a string, as nothing else is where a name is.
static inline int moon_find(lua_State *L, const moon_shape *shape, int index) {
  const void *name = lua_topointer(L, index);
  uint32_t place = moon_hash_address(name) & shape->mask;
  while (shape->names_by_address[place].name) {
    if (shape->names_by_address[place].name == name) return shape->names_by_address[place].slot;
    place = (place + 1) & shape->mask;
  }
  return shape->long_names ? moon_shape_find_long(L, shape, index) : -1;
}

// Whether text is UTF-8 without NUL.
bool moon_is_storable(const char *text, size_t length);

// Whether the text on top of the stack is a label of a slot, which has some.
bool moon_is_label(lua_State *L, const moon_shape *shape, int slot);

// Pushes what an object holds for a slot, which it does; gives the type.
int moon_push_held(lua_State *L, int index, const moon_object *object, int slot);

// Pops a value, which from now on is the slot's of the object at `index`.
void moon_object_keep(lua_State *L, int index, moon_object *object, int slot);

// Calls the script's function for the object on top of the stack, which was just made of a row.
void moon_after_load(lua_State *L, const moon_shape *shape);

// The shape of the object of a row; raises an error for a kind that is not known.
moon_shape *moon_check_shape_of_row(lua_State *L, moon_shape *shape, const moon_rows *rows, intptr_t row);

// Pushes the object at a place of a list from 1, making it if need be; nil beyond the end.
void moon_list_push(lua_State *L, int index, moon_list *list, intptr_t position);

// Makes the metatable of lists from their methods and their tostring, which stand at these places of the stack.
void moon_lists_open(lua_State *L, int methods, int tostring);

// Whether a cell reads in Lua as it is stored, or as a truth: without asking the host.
static inline bool moon_reads_directly(uint8_t reading, const moon_cell *cell) {
  if (reading == MOON_READ_ASK_ALWAYS) return false;
  uint8_t code = moon_code(cell);
  if (reading == MOON_READ_STORED || code == MOON_NULL || reading == MOON_READ_KIND + code) return true;
  return reading == MOON_READ_BOOLEAN && code == MOON_INTEGER && moon_bits(cell) <= 1;
}

#endif
