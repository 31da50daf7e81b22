// Lua's own functions inside a sandbox: what the system refuses says which option would allow it, and what starts other
// programs is not there.
//
// These are words and no wall: that is the system's, whatever a script calls.

#include "internal.h"

#include <CConfinement.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// What `confinement_explain` may say of a path.
#define LONGEST 512

static void explain(lua_State *L, const char *path, bool writes) {
  char words[LONGEST];
  confinement_explain(EACCES, path, writes, words, sizeof words);
  lua_pushfstring(L, "%s: %s", path, words);
}

/// What the system says where the sandbox refuses; the last one is of a socket that the program has open.
static bool is_refusal(lua_Integer code) { return code == EACCES || code == ENXIO; }

/// Puts our words in the place of the system's, where a function has just given nil, a message and such a code.
static int reworded(lua_State *L, int results, int path, bool writes) {
  if (results != 3 || !lua_isnil(L, -3) || !is_refusal(lua_tointeger(L, -1)) || !lua_isstring(L, path)) return results;
  explain(L, lua_tostring(L, path), writes);
  lua_replace(L, -3);
  return results;
}

static bool is_writing(const char *mode) { return strpbrk(mode, "wa+") != NULL; }

/// Where the system keeps pipes that have no name: what the program itself has open could be opened once more by
/// `/proc/self/fd`, and a grant of folders means no pipe. 0 until it is known.
static dev_t nameless = 0;

static void find_nameless(void) {
  int ends[2];
  struct stat status;
  if (pipe(ends) != 0) return;
  if (fstat(ends[0], &status) == 0) nameless = status.st_dev;
  close(ends[0]);
  close(ends[1]);
}

static bool is_nameless(FILE *file) {
  struct stat status;
  return file && nameless != 0 && fstat(fileno(file), &status) == 0 && status.st_dev == nameless;
}

static int open_file(lua_State *L) {
  const char *mode = lua_isstring(L, 2) ? lua_tostring(L, 2) : "r";
  bool writes = is_writing(mode);
  int results = slua_library_of(L)->stock.open(L);
  luaL_Stream *stream = results == 1 ? luaL_testudata(L, -1, LUA_FILEHANDLE) : NULL;
  if (!stream || !is_nameless(stream->f)) return reworded(L, results, 1, writes);
  fclose(stream->f);
  stream->closef = NULL;
  lua_pushnil(L);
  explain(L, lua_tostring(L, 1), writes);
  lua_pushinteger(L, EACCES);
  return 3;
}

static int remove_file(lua_State *L) { return reworded(L, slua_library_of(L)->stock.remove_file(L), 1, true); }

static int rename_file(lua_State *L) { return reworded(L, slua_library_of(L)->stock.rename_file(L), 1, true); }

static int temporary_file(lua_State *L) {
  lua_settop(L, 0);
  lua_pushliteral(L, "/tmp");
  int results = slua_library_of(L)->stock.temporary_file(L);
  // Whatever the system says: there is no place for it.
  if (results == 3 && lua_isnil(L, -3)) {
    explain(L, lua_tostring(L, 1), true);
    lua_replace(L, -3);
  }
  return results;
}

/// Raises our words where the file that is named first cannot be opened.
static void check_file(lua_State *L, const char *mode) {
  if (lua_type(L, 1) != LUA_TSTRING) return;
  const char *path = lua_tostring(L, 1);
  // What is written would be emptied here; it will be anyway.
  FILE *file = fopen(path, mode);
  int reason = errno;
  bool is_refused = file ? is_nameless(file) : is_refusal(reason);
  if (file) fclose(file);
  if (!is_refused) return;
  luaL_where(L, 1);
  explain(L, path, is_writing(mode));
  lua_concat(L, 2);
  lua_error(L);
}

static int read_lines(lua_State *L) {
  check_file(L, "r");
  return slua_library_of(L)->stock.lines(L);
}

static int set_input(lua_State *L) {
  check_file(L, "r");
  return slua_library_of(L)->stock.input(L);
}

static int set_output(lua_State *L) {
  check_file(L, "w");
  return slua_library_of(L)->stock.output(L);
}

static int refuse(lua_State *L) {
  return luaL_error(L, "%s is not available in the sandbox", lua_tostring(L, lua_upvalueindex(1)));
}

static lua_CFunction replace(lua_State *L, const char *name, lua_CFunction function) {
  lua_getfield(L, -1, name);
  lua_CFunction original = lua_tocfunction(L, -1);
  lua_pop(L, 1);
  if (!original) return NULL;
  lua_pushcfunction(L, function);
  lua_setfield(L, -2, name);
  return original;
}

static void take_away(lua_State *L, const char *library, const char *name) {
  lua_pushfstring(L, "%s.%s", library, name);
  lua_pushcclosure(L, refuse, 1);
  lua_setfield(L, -2, name);
}

/// Takes the two searchers of `require` away that load libraries of C.
static void take_away_libraries(lua_State *L) {
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "cpath");
  lua_getfield(L, -1, "searchers");
  for (int place = 4; place > 2; place--) {
    lua_pushnil(L);
    lua_rawseti(L, -2, place);
  }
  lua_pop(L, 1);
}

void slua_confine(lua_State *L) {
  find_nameless();
  slua_stock *stock = &slua_library_of(L)->stock;
  lua_getglobal(L, LUA_IOLIBNAME);
  stock->open = replace(L, "open", open_file);
  stock->lines = replace(L, "lines", read_lines);
  stock->input = replace(L, "input", set_input);
  stock->output = replace(L, "output", set_output);
  stock->temporary_file = replace(L, "tmpfile", temporary_file);
  take_away(L, LUA_IOLIBNAME, "popen");
  lua_getglobal(L, LUA_OSLIBNAME);
  stock->remove_file = replace(L, "remove", remove_file);
  stock->rename_file = replace(L, "rename", rename_file);
  take_away(L, LUA_OSLIBNAME, "execute");
  take_away(L, LUA_OSLIBNAME, "tmpname");
  take_away(L, LUA_OSLIBNAME, "setlocale");
  lua_getglobal(L, LUA_LOADLIBNAME);
  take_away(L, LUA_LOADLIBNAME, "loadlib");
  take_away_libraries(L);
  lua_pop(L, 3);
}
