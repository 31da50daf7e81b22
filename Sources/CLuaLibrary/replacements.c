// The functions of Lua's libraries that are replaced, because they could run without an end.
//
// A replacement calls the original by its address for the ordinary case. That adds no frame, so
// errors and tracebacks name the function as they always do.

#include "internal.h"

#include <CConfinement.h>
#include <string.h>

/// The C function `library[name]`.
static lua_CFunction original(lua_State *L, const char *library, const char *name) {
  lua_getglobal(L, library);
  lua_getfield(L, -1, name);
  lua_CFunction function = lua_tocfunction(L, -1);
  lua_pop(L, 2);
  return function;
}

static void save_originals(lua_State *L, slua_stock *stock) {
  stock->insert = original(L, LUA_TABLIBNAME, "insert");
  stock->remove = original(L, LUA_TABLIBNAME, "remove");
  stock->move = original(L, LUA_TABLIBNAME, "move");
  stock->concat = original(L, LUA_TABLIBNAME, "concat");
  stock->sort = original(L, LUA_TABLIBNAME, "sort");
  stock->unpack = original(L, LUA_TABLIBNAME, "unpack");
  stock->sethook = original(L, LUA_DBLIBNAME, "sethook");
  stock->getupvalue = original(L, LUA_DBLIBNAME, "getupvalue");
  stock->setupvalue = original(L, LUA_DBLIBNAME, "setupvalue");
  stock->setlocal = original(L, LUA_DBLIBNAME, "setlocal");
  stock->setmetatable = original(L, LUA_DBLIBNAME, "setmetatable");
  stock->load = original(L, LUA_GNAME, "load");
  stock->dump = original(L, LUA_STRLIBNAME, "dump");
  stock->status = original(L, LUA_COLIBNAME, "status");
}

void slua_open_library(lua_State *L) {
  slua_library *library = lua_newuserdatauv(L, sizeof *library, 0);
  memset(library, 0, sizeof *library);
  lua_rawsetp(L, LUA_REGISTRYINDEX, slua_host_of(L));
  library->host = slua_host_of(L);
  library->host->library = library;
  save_originals(L, &library->stock);
  slua_open_warnings(L);
  slua_open_coroutines(L);
  slua_open_tables(L);
  slua_open_strings(L);
  slua_open_loading(L);
  slua_open_debugging(L);
  slua_open_processes(L);
  if (confinement_is_inside()) slua_confine(L);
}
