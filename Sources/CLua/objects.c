// Objects of the host as userdata: one pointer, released once.

#include "internal.h"

/// What a userdata of ours holds.
typedef struct object_box {
  /// The address of `box_tag`: tells our userdata from any other, whatever its metatable says.
  const void *tag;
  /// NULL once it has been released.
  void *object;
} object_box;

static const char box_tag = 0;

/// The box at `index`, or NULL.
static object_box *box_at(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA) return NULL;
  if (lua_rawlen(L, index) != sizeof(object_box)) return NULL;
  object_box *box = lua_touserdata(L, index);
  return box->tag == &box_tag ? box : NULL;
}

/// `__gc`: gives up the object. A script that finds this function can call it, but only once per object.
static int collect(lua_State *L) {
  slua_host *host = slua_host_of(L);
  object_box *box = box_at(L, 1);
  if (!box || !box->object) return 0;
  void *object = box->object;
  box->object = NULL;
  int enforce = host->enforce;
  host->enforce = 0;
  host->release(object);
  host->enforce = enforce;
  return 0;
}

void slua_push_box(lua_State *L, void *object) {
  object_box *box = lua_newuserdatauv(L, sizeof *box, 0);
  box->tag = &box_tag;
  box->object = object;
}

void slua_push_object(lua_State *L, void *object, int metatable) {
  slua_push_box(L, object);
  lua_rawgeti(L, LUA_REGISTRYINDEX, metatable);
  lua_setmetatable(L, -2);
}

void *slua_object(lua_State *L, int index) {
  object_box *box = box_at(L, index);
  return box ? box->object : NULL;
}

void slua_set_type_fields(lua_State *L, const char *name) {
  lua_pushcfunction(L, collect);
  lua_setfield(L, -2, "__gc");
  lua_pushstring(L, name);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__name");
  // `getmetatable` answers the name: the table itself would let a script change every object.
  lua_setfield(L, -2, "__metatable");
}

void slua_open_objects(lua_State *L) {
  slua_host *host = slua_host_of(L);
  lua_newtable(L);
  slua_set_type_fields(L, "moonshell.closure");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &host->closure_key);
}
