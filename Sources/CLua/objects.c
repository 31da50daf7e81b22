// Objects of the host as userdata: one pointer, released once.

#include "inside.h"

/// What a userdata of ours holds.
typedef struct object_box {
  /// The address of `box_tag`: tells our userdata from any other, whatever its metatable says.
  const void *tag;
  /// NULL once it has been released.
  void *object;
} object_box;

static const char box_tag = 0;

/// What a script has asked for and what is made when it is used.
typedef struct promise {
  const void *tag;
  int64_t key;
} promise;

static const char promise_tag = 0;

/// The user values of a promise.
enum { OWNER = SLUA_PROMISE_OWNER, NAME = SLUA_PROMISE_NAME, MADE = SLUA_PROMISE_MADE };

/// The box at `index`, or NULL.
static object_box *box_at(lua_State *L, int index) {
  object_box *box = lua_touserdata(L, index);
  // A light userdata has no length.
  if (!box || lua_rawlen(L, index) != sizeof(object_box)) return NULL;
  return box->tag == &box_tag ? box : NULL;
}

/// `__gc`: gives up the object. A script that finds this function can call it, but only once per object.
static int collect(lua_State *L) {
  slua_host *host = slua_host_of(L);
  object_box *box = box_at(L, 1);
  if (!box || !box->object) return 0;
  void *object = box->object;
  box->object = NULL;
  int enforced = host->limits.enforced;
  host->limits.enforced = 0;
  host->release(object);
  host->limits.enforced = enforced;
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

static promise *promise_at(lua_State *L, int index) {
  promise *found = lua_touserdata(L, index);
  if (!found || lua_rawlen(L, index) != sizeof(promise)) return NULL;
  return found->tag == &promise_tag ? found : NULL;
}

void slua_push_promise(lua_State *L, int owner, int name, int64_t key, int metatable) {
  promise *made = lua_newuserdatauv(L, sizeof *made, MADE);
  made->tag = &promise_tag;
  made->key = key;
  lua_pushvalue(L, owner);
  lua_setiuservalue(L, -2, OWNER);
  lua_pushvalue(L, name);
  lua_setiuservalue(L, -2, NAME);
  lua_rawgeti(L, LUA_REGISTRYINDEX, metatable);
  lua_setmetatable(L, -2);
}

const int64_t *slua_promise(lua_State *L, int index) {
  promise *found = promise_at(L, index);
  return found ? &found->key : NULL;
}

/// The object that a promise was fulfilled with, or NULL.
static void *fulfilled(lua_State *L, int index) {
  if (!promise_at(L, index)) return NULL;
  lua_getiuservalue(L, index, MADE);
  object_box *box = box_at(L, -1);
  // The promise keeps it.
  lua_pop(L, 1);
  return box ? box->object : NULL;
}

void *slua_object(lua_State *L, int index) {
  object_box *box = box_at(L, index);
  return box ? box->object : fulfilled(L, index);
}

int slua_type_without_finalizer(lua_State *L, int metatable) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, metatable);
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, -3) != 0;) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
  lua_pushnil(L);
  lua_setfield(L, -2, "__gc");
  int result = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_pop(L, 1);
  return result;
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
