// Lists of objects: they behave as Lua sequences, and make an object when it is first touched. In C for the reasons
// that rows.c gives.

#include <string.h>

#include "rows_internal.h"

static const char list_metatable = 'm';
// Stands in the cache for a place that a script set to nil.
static char hole;

enum { ANCHOR = MOON_LIST_ANCHOR, CACHE = MOON_CACHE, PLACES = MOON_PLACES };

// A longer list makes room for its objects when they are touched.
enum { LONGEST_PREPARED = 4096 };
// So many elements are shown to a function in one call; those who ask take fewer.
enum { LONGEST_MAPPED = 1024 };

// Pushes a list without user values.
static moon_list *push_bare(lua_State *L, moon_shape *shape, moon_rows *rows, intptr_t count) {
  moon_list *list = lua_newuserdatauv(L, sizeof *list, PLACES);
  list->magic = &moon_list_magic;
  list->shape = shape;
  list->rows = rows;
  list->loaded = rows ? count : 0;
  list->count = count;
  list->first = 0;
  list->places = NULL;
  list->shares = false;
  list->lists = false;
  moon_set_metatable(L, &shape->list_metatable, &list_metatable);
  return list;
}

void moon_push_list(lua_State *L, moon_shape *shape, int anchor, moon_rows *rows, intptr_t count) {
  if (anchor) anchor = lua_absindex(L, anchor);
  push_bare(L, shape, rows, count);
  if (anchor) {
    lua_pushvalue(L, anchor);
    lua_setiuservalue(L, -2, ANCHOR);
  }
  lua_createtable(L, rows && count <= LONGEST_PREPARED ? (int)count : 0, 0);
  lua_setiuservalue(L, -2, CACHE);
}

// Pushes a list whose objects are those of another.
static moon_list *push_sharing(lua_State *L, int index, moon_list *whole, intptr_t count) {
  moon_list *list = push_bare(L, whole->shape, whole->rows, count);
  list->loaded = whole->loaded;
  list->first = whole->first;
  list->places = whole->places;
  list->shares = true;
  for (int which = ANCHOR; which <= PLACES; which++) {
    lua_getiuservalue(L, index, which);
    lua_setiuservalue(L, -2, which);
  }
  return list;
}

void moon_push_span(lua_State *L, int index, intptr_t first, intptr_t count) {
  index = lua_absindex(L, index);
  moon_list *whole = lua_touserdata(L, index);
  push_sharing(L, index, whole, count)->first += first - 1;
}

// The place in the cache of the element at a position.
static intptr_t place_of(const moon_list *list, intptr_t position) {
  return list->places ? list->places[list->first + position - 1] : list->first + position;
}

void moon_push_arranged(lua_State *L, int index, const intptr_t *positions, intptr_t count) {
  index = lua_absindex(L, index);
  moon_list *whole = lua_touserdata(L, index);
  moon_list *list = push_sharing(L, index, whole, count);
  uint32_t *places = lua_newuserdatauv(L, ((size_t)count + 1) * sizeof *places, 0);
  for (intptr_t i = 0; i < count; i++) places[i] = (uint32_t)place_of(whole, positions[i] + 1);
  lua_setiuservalue(L, -2, PLACES);
  list->first = 0;
  list->places = places;
  // Who assigns to one of them must not be seen in the other.
  whole->shares = true;
}

moon_list *moon_to_list(lua_State *L, int index) {
  moon_list *list = lua_touserdata(L, index);
  // A light userdata has no length.
  if (!list || lua_rawlen(L, index) != sizeof(moon_list)) return NULL;
  return list->magic == &moon_list_magic ? list : NULL;
}

static moon_list *check_list(lua_State *L, int index) {
  moon_list *list = moon_to_list(L, index);
  if (!list) luaL_error(L, "a list of objects was expected, not a %s", luaL_typename(L, index));
  return list;
}

// Pushes the object at a place from 1, making it if need be; nil beyond the end.
void moon_list_push(lua_State *L, int index, moon_list *list, intptr_t position) {
  if (position < 1 || position > list->count) {
    lua_pushnil(L);
    return;
  }
  lua_getiuservalue(L, index, CACHE);
  intptr_t place = place_of(list, position);
  if (lua_rawgeti(L, -1, place) == LUA_TNIL && place <= list->loaded) {
    lua_pop(L, 1);
    lua_getiuservalue(L, index, ANCHOR);
    moon_shape *shape = moon_check_shape_of_row(L, list->shape, list->rows, place - 1);
    moon_push_object(L, shape, -1, list->rows, place - 1, MOON_SAVED)->listed = list->lists;
    lua_replace(L, -2);
    lua_pushvalue(L, -1);
    lua_rawseti(L, -3, place);
    moon_after_load(L, shape);
  } else if (lua_touserdata(L, -1) == &hole) {
    lua_pop(L, 1);
    lua_pushnil(L);
  }
  lua_replace(L, -2);
}

bool moon_list_push_plain(lua_State *L, int index, intptr_t position) {
  index = lua_absindex(L, index);
  moon_list *list = lua_touserdata(L, index);
  if (!moon_shape_is_plain(list->shape)) return false;
  moon_list_push(L, index, list, position);
  return true;
}

// Gives a list that shares the objects of another its own places for them, all of which are made before.
static void part(lua_State *L, int index, moon_list *list) {
  lua_createtable(L, (int)list->count, 0);
  for (intptr_t position = 1; position <= list->count; position++) {
    moon_list_push(L, index, list, position);
    if (lua_isnil(L, -1)) {
      lua_pop(L, 1);
      lua_pushlightuserdata(L, &hole);
    }
    lua_rawseti(L, -2, position);
  }
  lua_setiuservalue(L, index, CACHE);
  list->first = 0;
  list->places = NULL;
  list->loaded = 0;
  list->rows = NULL;
  list->shares = false;
}

void moon_push_kept(lua_State *L, int index) {
  index = lua_absindex(L, index);
  moon_list *whole = lua_touserdata(L, index);
  push_sharing(L, index, whole, whole->count);
  whole->shares = true;
}

void moon_push_own(lua_State *L, int index, bool are_listed) {
  index = lua_absindex(L, index);
  moon_list *whole = lua_touserdata(L, index);
  moon_list *list = push_sharing(L, index, whole, whole->count);
  list->shares = false;
  list->lists = are_listed;
  lua_newtable(L);
  lua_setiuservalue(L, -2, CACHE);
}

// ---- rows, without their objects

bool moon_list_loaded_row(const moon_list *list, intptr_t position, moon_row *row) {
  if (position < 1 || position > list->count || !list->rows || list->rows->read) return false;
  intptr_t place = place_of(list, position);
  *row = (moon_row){list->rows, place - 1};
  return place <= list->loaded;
}

// The row of the element at a place, where no object was made of it, or one to which nothing was assigned. It makes no
// object, and runs nothing; the cache is on top of the stack.
static bool find_row(lua_State *L, const moon_list *list, intptr_t position, moon_row *row) {
  if (position < 1 || position > list->count || list->shape->is_outdated) return false;
  intptr_t place = place_of(list, position);
  bool is_made = lua_rawgeti(L, -1, place) != LUA_TNIL;
  const moon_object *object = is_made ? moon_to_object(L, -1) : NULL;
  // What is in the cache stays there: the address holds.
  lua_pop(L, 1);
  if (object) {
    // What a list shares is read by the fields of its own entity.
    if (object->shape != list->shape || object->state != MOON_SAVED || object->holds) return false;
    *row = (moon_row){object->rows, object->row};
  } else {
    if (is_made || place > list->loaded || !moon_shape_is_plain(list->shape)) return false;
    *row = (moon_row){list->rows, place - 1};
  }
  return row->rows && !row->rows->read;
}

// Whether the list's own rows are what its objects are, whether they were made or not: these need not be visited.
static bool is_as_loaded(const moon_list *list) {
  const moon_shape *shape = list->shape;
  return moon_shape_is_plain(shape) && !shape->is_outdated && list->rows && !list->rows->are_left;
}

// The same with no cache there.
static bool list_row(lua_State *L, int index, intptr_t position, moon_row *row) {
  const moon_list *list = lua_touserdata(L, index);
  if (is_as_loaded(list) && moon_list_loaded_row(list, position, row)) return true;
  lua_getiuservalue(L, index, CACHE);
  bool is_found = find_row(L, list, position, row);
  lua_pop(L, 1);
  return is_found;
}

const moon_cell *moon_row_cell(const moon_list *list, const moon_row *row, int slot) {
  int column = list->shape->columns[slot];
  if (column < 0) return NULL;
  return row->rows->cells + row->row * row->rows->columns + column;
}

static moon_sameness compare_rows(const moon_list *list, const moon_row *row, const moon_list *other,
                                  const moon_row *other_row, const int32_t *slots, intptr_t count) {
  moon_sameness sameness = MOON_SAME;
  for (intptr_t place = 0; place < count; place++) {
    const moon_cell *cell = moon_row_cell(list, row, slots[place]);
    const moon_cell *other_cell = moon_row_cell(other, other_row, slots[place]);
    if (!cell || !other_cell) return MOON_UNKNOWN;
    if (sameness == MOON_SAME && !moon_cell_is_same(cell, other_cell)) sameness = MOON_DIFFERENT;
  }
  return sameness;
}

// Copies the cells of some slots; false where the row lacks one.
static bool copy_cells(const moon_list *list, const moon_row *row, const moon_row_reading *reading, moon_cell *cells) {
  const moon_cell *all = row->rows->cells + row->row * row->rows->columns;
  for (int place = 0; place < reading->width; place++) {
    int column = list->shape->columns[reading->slots[place]];
    if (column < 0) return false;
    cells[place] = all[column];
  }
  return true;
}

void moon_list_read(lua_State *L, int index, const moon_row_reading *reading) {
  index = lua_absindex(L, index);
  const moon_list *list = lua_touserdata(L, index);
  bool is_plain = is_as_loaded(list);
  lua_getiuservalue(L, index, CACHE);
  moon_cell *cells = reading->cells;
  for (intptr_t place = 0; place < reading->count; place++, cells += reading->width) {
    intptr_t position = (reading->places ? reading->places[place] : reading->first + place) + 1;
    moon_row row, loaded;
    bool is_found = moon_list_loaded_row(list, position, &loaded);
    if (is_plain && is_found) row = loaded;
    else if (!find_row(L, list, position, &row)) is_found = false;
    else if (!reading->as_loaded) is_found = true;
    else is_found = is_found && row.rows == loaded.rows && row.row == loaded.row;
    reading->found[place] = is_found && copy_cells(list, &row, reading, cells);
  }
  lua_pop(L, 1);
}

moon_sameness moon_list_compare_loaded(const moon_list *list, intptr_t place, const moon_list *other,
                                       intptr_t other_place, const int32_t *slots, intptr_t count) {
  moon_row row, other_row;
  bool are_known =
      moon_list_loaded_row(list, place + 1, &row) && moon_list_loaded_row(other, other_place + 1, &other_row);
  return are_known ? compare_rows(list, &row, other, &other_row, slots, count) : MOON_UNKNOWN;
}

bool moon_list_reads(const moon_list *list, int slot, const moon_cell *cell) {
  return moon_reads_directly(list->shape->readings[slot], cell);
}

// Shows the row of an element that was not made yet in the lent object; false where it must be made.
static bool lend(lua_State *L, const moon_list *list, moon_object *lent, intptr_t position) {
  moon_row row;
  if (!lent || !list_row(L, 2, position, &row) || row.rows != list->rows) return false;
  moon_object_show(lent, lent->rows, row.row);
  return true;
}

int moon_list_map(lua_State *L) {
  lua_settop(L, 5);
  moon_list *list = check_list(L, 2);
  moon_object *lent = moon_to_object(L, 3);
  intptr_t first = (intptr_t)lua_tointeger(L, 4), count = (intptr_t)lua_tointeger(L, 5);
  // Who finds this function with the debug library may call it with anything.
  luaL_argcheck(L, first >= 1 && first <= INTPTR_MAX - LONGEST_MAPPED, 4, "there is no such element");
  luaL_argcheck(L, count >= 0 && count <= LONGEST_MAPPED, 5, "so many elements are not asked at once");
  luaL_checkstack(L, (int)count + 8, "too many functions call each other");
  for (intptr_t position = first; position < first + count; position++) {
    lua_pushvalue(L, 1);
    if (lend(L, list, lent, position)) lua_pushvalue(L, 3);
    else moon_list_push(L, 2, list, position);
    lua_call(L, 1, 1);
  }
  return (int)count;
}

// upvalue: methods
static int list_index(lua_State *L) {
  moon_list *list = check_list(L, 1);
  int isInteger;
  lua_Integer position = lua_type(L, 2) == LUA_TNUMBER ? lua_tointegerx(L, 2, &isInteger) : (isInteger = 0);
  if (isInteger) {
    moon_list_push(L, 1, list, (intptr_t)position);
  } else {
    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(1));
  }
  return 1;
}

// Takes the last place away, and those before it that a script had set to nil: a border is where values end.
static void shorten(lua_State *L, moon_list *list) {
  for (list->count--; list->count > 0; list->count--) {
    lua_rawgeti(L, -2, list->count);
    bool is_hole = lua_touserdata(L, -1) == &hole;
    lua_pop(L, 1);
    if (!is_hole) return;
  }
}

void moon_list_set(lua_State *L, int index, intptr_t position) {
  index = lua_absindex(L, index);
  moon_list *list = lua_touserdata(L, index);
  lua_getiuservalue(L, index, CACHE);
  lua_insert(L, -2);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_pushlightuserdata(L, &hole);
    if (position == list->count) shorten(L, list);
  } else if (position == list->count + 1) {
    list->count++;
  }
  lua_rawseti(L, -2, position);
  if (list->rows && position <= list->loaded) list->rows->are_left = true;
  lua_pop(L, 1);
}

static int list_newindex(lua_State *L) {
  moon_list *list = check_list(L, 1);
  int isInteger;
  lua_Integer position = lua_tointegerx(L, 2, &isInteger);
  if (!isInteger || position < 1 || position > list->count + 1) {
    return luaL_error(L, "a list of objects has places 1 to %I", (LUAI_UACINT)list->count + 1);
  }
  lua_settop(L, 3);
  if (list->shares) part(L, 1, list);
  moon_list_set(L, 1, (intptr_t)position);
  return 0;
}

static int list_len(lua_State *L) {
  lua_pushinteger(L, check_list(L, 1)->count);
  return 1;
}

static int list_next(lua_State *L) {
  moon_list *list = check_list(L, 1);
  lua_Integer position = luaL_optinteger(L, 2, 0) + 1;
  if (position > list->count) return 0;
  lua_pushinteger(L, position);
  moon_list_push(L, 1, list, (intptr_t)position);
  return 2;
}

static int list_pairs(lua_State *L) {
  check_list(L, 1);
  lua_pushcfunction(L, list_next);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

// upvalues: the list that is walked (or nil), the place in it, the function that gives the next list
static int stream_next(lua_State *L) {
  lua_settop(L, 0);
  for (;;) {
    if (!lua_isnil(L, lua_upvalueindex(1))) {
      lua_pushvalue(L, lua_upvalueindex(1));
      moon_list *list = lua_touserdata(L, -1);
      lua_Integer position = lua_tointeger(L, lua_upvalueindex(2)) + 1;
      bool makes = list->rows && !list->shares;
      if (position <= (makes ? list->loaded : list->count)) {
        lua_pushinteger(L, position);
        lua_replace(L, lua_upvalueindex(2));
        // The objects of other lists exist already, or are those of another list.
        if (!makes) {
          moon_list_push(L, 1, list, (intptr_t)position);
          return 1;
        }
        lua_getiuservalue(L, 1, ANCHOR);
        moon_shape *shape = moon_check_shape_of_row(L, list->shape, list->rows, (intptr_t)position - 1);
        moon_push_object(L, shape, -1, list->rows, (intptr_t)position - 1, MOON_SAVED);
        moon_after_load(L, shape);
        return 1;
      }
      lua_settop(L, 0);
    }
    lua_pushvalue(L, lua_upvalueindex(3));
    lua_call(L, 0, 1);
    if (!moon_to_list(L, -1)) return 0;
    lua_replace(L, lua_upvalueindex(1));
    lua_pushinteger(L, 0);
    lua_replace(L, lua_upvalueindex(2));
  }
}

void moon_push_stream(lua_State *L) {
  lua_pushnil(L);
  lua_insert(L, -2);
  lua_pushinteger(L, 0);
  lua_insert(L, -2);
  lua_pushcclosure(L, stream_next, 3);
}

void moon_lists_open(lua_State *L, int methods, int tostring) {
  lua_createtable(L, 0, 8);
  lua_pushvalue(L, methods);
  lua_pushcclosure(L, list_index, 1);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, list_newindex);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, list_len);
  lua_setfield(L, -2, "__len");
  lua_pushcfunction(L, list_pairs);
  lua_setfield(L, -2, "__pairs");
  lua_pushvalue(L, tostring);
  lua_setfield(L, -2, "__tostring");
  lua_pushliteral(L, "list");
  lua_setfield(L, -2, "__name");
  lua_pushliteral(L, "list");
  lua_setfield(L, -2, "__metatable");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &list_metatable);
}
