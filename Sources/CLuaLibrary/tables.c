// `table.insert`, `remove`, `move`, `concat`, `unpack` and `sort`, which can be interrupted.
//
// A small table without a metatable goes to Lua's own function. Others may claim any length, so
// that loops over them look at the interruption now and then.

#include "internal.h"

#include <limits.h>

/// How many elements Lua's own functions may handle.
#define SMALL 200000

/// How many steps a loop does between two looks; a power of two.
#define STEPS 1024

/// What a value must be able to do to stand for a table.
enum { CAN_READ = 1, CAN_WRITE = 2, CAN_MEASURE = 4 };

/// Whether the value is a table that cannot claim more elements than it has, and has few.
static bool is_small(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE) return false;
  if (lua_getmetatable(L, index)) {
    lua_pop(L, 1);
    return false;
  }
  return lua_rawlen(L, index) < SMALL;
}

/// Whether the metatable on top has `event`.
static bool has_event(lua_State *L, const char *event) {
  lua_pushstring(L, event);
  bool has = lua_rawget(L, -2) != LUA_TNIL;
  lua_pop(L, 1);
  return has;
}

/// Raises the usual error unless the argument is a table, or has the events to stand for one.
static void check_table(lua_State *L, int index, int needs) {
  if (lua_type(L, index) == LUA_TTABLE) return;
  bool able = false;
  if (lua_getmetatable(L, index)) {
    able = (!(needs & CAN_READ) || has_event(L, "__index")) &&
           (!(needs & CAN_WRITE) || has_event(L, "__newindex")) &&
           (!(needs & CAN_MEASURE) || has_event(L, "__len"));
    lua_pop(L, 1);
  }
  if (!able) luaL_checktype(L, index, LUA_TTABLE);
}

static lua_Integer check_length(lua_State *L, int index, int needs) {
  check_table(L, index, needs | CAN_MEASURE);
  return luaL_len(L, index);
}

/// Integers wrap around, as Lua's do.
static lua_Integer add(lua_Integer a, lua_Integer b) {
  return (lua_Integer)((lua_Unsigned)a + (lua_Unsigned)b);
}

/// Copies elements `from`, `from + step`, … of table `source` to `to`, … of table `target`.
static void copy(lua_State *L, int source, lua_Integer from, int target, lua_Integer to, lua_Unsigned count,
                 lua_Integer step) {
  slua_host *host = slua_host_of(L);
  for (lua_Unsigned done = 0; done < count; done++) {
    if (done % STEPS == 0) slua_poll(L, host);
    lua_geti(L, source, from);
    lua_seti(L, target, to);
    from = add(from, step);
    to = add(to, step);
  }
}

static int table_insert(lua_State *L) {
  slua_host *host = slua_host_of(L);
  slua_poll(L, host);
  // Appending moves nothing, and wrong numbers of arguments are the original's to refuse.
  if (lua_gettop(L) != 3 || is_small(L, 1)) return slua_library_of(L)->stock.insert(L);
  lua_Integer end = add(check_length(L, 1, CAN_READ | CAN_WRITE), 1);
  lua_Integer position = luaL_checkinteger(L, 2);
  luaL_argcheck(L, (lua_Unsigned)position - 1u < (lua_Unsigned)end, 2, "position out of bounds");
  if (end > position) copy(L, 1, end - 1, 1, end, (lua_Unsigned)end - (lua_Unsigned)position, -1);
  lua_seti(L, 1, position);
  return 0;
}

static int table_remove(lua_State *L) {
  slua_host *host = slua_host_of(L);
  slua_poll(L, host);
  if (lua_gettop(L) < 2 || is_small(L, 1)) return slua_library_of(L)->stock.remove(L);
  lua_Integer size = check_length(L, 1, CAN_READ | CAN_WRITE);
  lua_Integer position = luaL_optinteger(L, 2, size);
  if (position != size) {
    luaL_argcheck(L, (lua_Unsigned)position - 1u <= (lua_Unsigned)size, 1, "position out of bounds");
  }
  lua_geti(L, 1, position);
  if (position < size) {
    copy(L, 1, add(position, 1), 1, position, (lua_Unsigned)size - (lua_Unsigned)position, 1);
    position = size;
  }
  lua_pushnil(L);
  lua_seti(L, 1, position);
  return 1;
}

static int table_move(lua_State *L) {
  slua_host *host = slua_host_of(L);
  slua_poll(L, host);
  lua_Integer from = lua_tointeger(L, 2), last = lua_tointeger(L, 3);
  if (last < from || (lua_Unsigned)last - (lua_Unsigned)from < SMALL) return slua_library_of(L)->stock.move(L);
  from = luaL_checkinteger(L, 2);
  last = luaL_checkinteger(L, 3);
  lua_Integer to = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  check_table(L, 1, CAN_READ);
  check_table(L, target, CAN_WRITE);
  luaL_argcheck(L, from > 0 || last < LUA_MAXINTEGER + from, 3, "too many elements to move");
  lua_Integer count = last - from + 1;
  luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
  bool upward = to > last || to <= from || (target != 1 && !lua_compare(L, 1, target, LUA_OPEQ));
  if (upward) {
    copy(L, 1, from, target, to, (lua_Unsigned)count, 1);
  } else {
    copy(L, 1, last, target, add(to, count - 1), (lua_Unsigned)count, -1);
  }
  lua_pushvalue(L, target);
  return 1;
}

/// Adds element `index` to the buffer.
static void add_element(lua_State *L, luaL_Buffer *buffer, lua_Integer index) {
  lua_geti(L, 1, index);
  if (!lua_isstring(L, -1)) {
    luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1), (LUAI_UACINT)index);
  }
  luaL_addvalue(buffer);
}

static int table_concat(lua_State *L) {
  slua_host *host = slua_host_of(L);
  slua_poll(L, host);
  if (is_small(L, 1)) return slua_library_of(L)->stock.concat(L);
  lua_Integer last = check_length(L, 1, CAN_READ);
  size_t length;
  const char *separator = luaL_optlstring(L, 2, "", &length);
  lua_Integer index = luaL_optinteger(L, 3, 1);
  last = luaL_optinteger(L, 4, last);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (lua_Unsigned done = 0; index < last; index++, done++) {
    if (done % STEPS == 0) slua_poll(L, host);
    add_element(L, &buffer, index);
    luaL_addlstring(&buffer, separator, length);
  }
  if (index == last) add_element(L, &buffer, index);
  luaL_pushresult(&buffer);
  return 1;
}

/// The stack bounds the number of results; `__index` may take its time for each.
static int table_unpack(lua_State *L) {
  slua_host *host = slua_host_of(L);
  slua_poll(L, host);
  if (lua_type(L, 1) == LUA_TTABLE) {
    if (!lua_getmetatable(L, 1)) return slua_library_of(L)->stock.unpack(L);
    lua_pop(L, 1);
  }
  lua_Integer first = luaL_optinteger(L, 2, 1);
  lua_Integer last = luaL_opt(L, luaL_checkinteger, 3, luaL_len(L, 1));
  if (first > last) return 0;
  lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)first;
  if (count >= (unsigned int)INT_MAX || !lua_checkstack(L, (int)(++count))) {
    return luaL_error(L, "too many results to unpack");
  }
  for (lua_Integer index = first; index < last; index++) {
    slua_poll(L, host);
    lua_geti(L, 1, index);
  }
  lua_geti(L, 1, last);
  return (int)count;
}

/// Compares like `<` and looks at the interruption.
static int less(lua_State *L) {
  slua_poll(L, slua_host_of(L));
  lua_pushboolean(L, lua_compare(L, 1, 2, LUA_OPLT));
  return 1;
}

/// A comparator that is given can be interrupted as any function; so a big table is given one.
static int table_sort(lua_State *L) {
  slua_host *host = slua_host_of(L);
  slua_poll(L, host);
  bool big = lua_type(L, 1) == LUA_TTABLE && lua_isnoneornil(L, 2) && lua_rawlen(L, 1) > 4 * SMALL;
  if (big) {
    lua_settop(L, 1);
    lua_pushcfunction(L, less);
  }
  return slua_library_of(L)->stock.sort(L);
}

void slua_open_tables(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"insert", table_insert}, {"remove", table_remove}, {"move", table_move}, {"concat", table_concat},
      {"unpack", table_unpack}, {"sort", table_sort},     {NULL, NULL}};
  lua_getglobal(L, LUA_TABLIBNAME);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
