// `load`, `loadfile`, `dofile`, the searcher of `require` and `string.dump`: text, and bytecode of this session.
//
// What they do with text, and their messages, are Lua's.

#include "bytecode.h"

#include <CConfinement.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

/// Where the function that reads a chunk keeps its last piece, so that it is not collected.
#define KEPT_PIECE 5

/// A chunk that comes piece by piece.
typedef struct source {
  /// Gives the next piece, and none at the end.
  const char *(*next)(lua_State *L, struct source *source, size_t *length);
  const char *name;
  /// Which kinds of chunks may come, as `load` is told; NULL for both.
  const char *mode;
  /// The place of the stack that holds what was gathered.
  int kept;
  bool has_begun;
  FILE *file;
  /// The characters of a file that were read to look at its beginning, then whatever comes.
  size_t ready;
  char buffer[BUFSIZ];
} source;

/// Reads what is left of bytecode, and raises an error unless it is known.
static const char *gather(lua_State *L, source *source, const char *piece, size_t *length) {
  luaL_Buffer all;
  luaL_buffinit(L, &all);
  while (piece && *length > 0) {
    luaL_addlstring(&all, piece, *length);
    piece = source->next(L, source, length);
  }
  luaL_pushresult(&all);
  lua_replace(L, source->kept);
  const char *bytes = lua_tolstring(L, source->kept, length);
  if (slua_knows_bytecode(L, bytes, *length)) return bytes;
  slua_push_truncated(L, source->name);
  lua_error(L);
  return NULL;
}

/// The `lua_Reader` of all sources. Lua itself refuses what the mode does not allow.
static const char *read_source(lua_State *L, void *context, size_t *length) {
  source *source = context;
  const char *piece = source->next(L, source, length);
  if (source->has_begun) return piece;
  source->has_begun = true;
  bool allowed = !source->mode || strchr(source->mode, 'b');
  if (!piece || !allowed || !slua_begins_bytecode(piece, *length)) return piece;
  return gather(L, source, piece, length);
}

/// What `load` and `loadfile` answer: the function, with its environment at `environment` if there is one.
static int answer(lua_State *L, int status, int environment) {
  if (status != LUA_OK) {
    luaL_pushfail(L);
    lua_insert(L, -2);
    return 2;
  }
  if (environment != 0) {
    lua_pushvalue(L, environment);
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  }
  return 1;
}

// ---- load

/// The next piece of a chunk that a function gives.
static const char *next_result(lua_State *L, source *source, size_t *length) {
  (void)source;
  luaL_checkstack(L, 2, "too many nested functions");
  lua_pushvalue(L, 1);
  lua_call(L, 0, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    *length = 0;
    return NULL;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "reader function must return a string");
  lua_replace(L, KEPT_PIECE);
  return lua_tolstring(L, KEPT_PIECE, length);
}

static int load_from_function(lua_State *L) {
  int environment = lua_isnone(L, 4) ? 0 : 4;
  source source = {.next = next_result, .name = luaL_optstring(L, 2, "=(load)"), .mode = luaL_optstring(L, 3, "bt")};
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, KEPT_PIECE + 1);
  source.kept = KEPT_PIECE + 1;
  return answer(L, lua_load(L, read_source, &source, source.name, source.mode), environment);
}

static int base_load(lua_State *L) {
  size_t length;
  const char *text = lua_tolstring(L, 1, &length);
  if (!text) return load_from_function(L);
  const char *mode = luaL_optstring(L, 3, "bt");
  bool is_refused = slua_begins_bytecode(text, length) && strchr(mode, 'b') && !slua_knows_bytecode(L, text, length);
  if (!is_refused) return slua_library_of(L)->stock.load(L);
  luaL_pushfail(L);
  slua_push_truncated(L, luaL_optstring(L, 2, text));
  return 2;
}

// ---- files

static const char *next_block(lua_State *L, source *source, size_t *length) {
  (void)L;
  *length = source->ready;
  source->ready = 0;
  if (*length == 0 && !feof(source->file)) *length = fread(source->buffer, 1, sizeof source->buffer, source->file);
  return source->buffer;
}

/// Puts the beginning of a file into the buffer, without a byte order mark and a first line that begins with `#`.
static void begin_file(source *source) {
  static const int mark[] = {0xEF, 0xBB, 0xBF};
  FILE *file = source->file;
  int c = getc(file);
  while (source->ready < 3 && c == mark[source->ready]) {
    source->buffer[source->ready++] = (char)c;
    c = getc(file);
  }
  if (source->ready == 3) source->ready = 0;
  if (c == '#') {
    do c = getc(file);
    while (c != EOF && c != '\n');
    c = getc(file);
    // Lines keep their numbers; bytecode has none.
    if (c != LUA_SIGNATURE[0]) source->buffer[source->ready++] = '\n';
  }
  if (c != EOF) source->buffer[source->ready++] = (char)c;
}

static int file_error(lua_State *L, const char *what, int name) {
  int number = errno;
  char words[512];
  confinement_explain(number, lua_tostring(L, name) + 1, false, words, sizeof words);
  lua_pushfstring(L, "cannot %s %s: %s", what, lua_tostring(L, name) + 1, words);
  lua_remove(L, name);
  return LUA_ERRFILE;
}

/// Pushes the function that is in a file (standard input for NULL), or the error.
static int load_file(lua_State *L, const char *path, const char *mode) {
  source source = {.next = next_block, .mode = mode, .file = stdin};
  int name = lua_gettop(L) + 1;
  if (path) lua_pushfstring(L, "@%s", path);
  else lua_pushliteral(L, "=stdin");
  lua_pushnil(L);
  source.kept = name + 1;
  source.name = lua_tostring(L, name);
  if (path) {
    source.file = fopen(path, "r");
    if (!source.file) {
      lua_settop(L, name);
      return file_error(L, "open", name);
    }
  }
  begin_file(&source);
  int status = lua_load(L, read_source, &source, source.name, mode);
  bool has_failed = ferror(source.file);
  if (path) fclose(source.file);
  if (has_failed) {
    lua_settop(L, name);
    return file_error(L, "read", name);
  }
  lua_replace(L, name);
  lua_settop(L, name);
  return status;
}

static int base_loadfile(lua_State *L) {
  const char *path = luaL_optstring(L, 1, NULL), *mode = luaL_optstring(L, 2, NULL);
  int environment = lua_isnone(L, 3) ? 0 : 3;
  return answer(L, load_file(L, path, mode), environment);
}

static int end_dofile(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  return lua_gettop(L) - 1;
}

static int base_dofile(lua_State *L) {
  const char *path = luaL_optstring(L, 1, NULL);
  lua_settop(L, 1);
  if (load_file(L, path, NULL) != LUA_OK) return lua_error(L);
  lua_callk(L, 0, LUA_MULTRET, 0, end_dofile);
  return end_dofile(L, 0, 0);
}

/// The second of `package.searchers`: finds a module in `package.path`. Upvalues: `package`, `package.searchpath`.
static int search_lua(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_pushvalue(L, 1);
  lua_getfield(L, lua_upvalueindex(1), "path");
  if (!lua_isstring(L, -1)) return luaL_error(L, "'package.%s' must be a string", "path");
  lua_call(L, 2, 2);
  // Where none is found, the message says where it was looked for.
  if (lua_isnil(L, -2)) {
    if (confinement_is_inside()) {
      lua_pushliteral(L, "\n\tthe sandbox reads no file but the database (--allow-read FOLDER)");
      lua_concat(L, 2);
    }
    return 1;
  }
  lua_pop(L, 1);
  const char *path = lua_tostring(L, -1);
  if (load_file(L, path, NULL) == LUA_OK) {
    lua_insert(L, -2);
    return 2;
  }
  return luaL_error(L, "error loading module '%s' from file '%s':\n\t%s", name, path, lua_tostring(L, -1));
}

static void replace_searcher(lua_State *L) {
  lua_getglobal(L, LUA_LOADLIBNAME);
  lua_getfield(L, -1, "searchers");
  lua_pushvalue(L, -2);
  lua_getfield(L, -1, "searchpath");
  lua_pushcclosure(L, search_lua, 2);
  lua_rawseti(L, -2, 2);
  lua_pop(L, 2);
}

// ---- string.dump

static int string_dump(lua_State *L) {
  int results = slua_library_of(L)->stock.dump(L);
  size_t length;
  const char *bytes = lua_tolstring(L, -1, &length);
  slua_note_bytecode(L, bytes, length);
  return results;
}

void slua_open_loading(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"load", base_load}, {"loadfile", base_loadfile}, {"dofile", base_dofile}, {NULL, NULL}};
  lua_pushglobaltable(L);
  luaL_setfuncs(L, functions, 0);
  lua_getglobal(L, LUA_STRLIBNAME);
  lua_pushcfunction(L, string_dump);
  lua_setfield(L, -2, "dump");
  lua_pop(L, 2);
  replace_searcher(L);
}
