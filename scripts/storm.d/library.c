// Our functions of Lua's library against Lua's own: the same results and the same errors for every call.
#include <CLuaLibrary.h>

#include "lua_made.h"

static slua_host *ours;
static lua_State *stock;

static int no_callback(lua_State *L, void *context) {
  (void)context;
  lua_pushliteral(L, "there is no host");
  return -1;
}

static void no_release(void *object) { (void)object; }

/// Runs a script, whose one result stays on top.
static const char *run_ours(const char *script, size_t length, size_t *size) {
  lua_State *L = slua_main(ours);
  lua_settop(L, 0);
  int status = slua_load(L, script, length, "=script");
  if (status == LUA_OK) status = slua_call(L, 0, 1);
  const char *result = lua_tolstring(L, -1, size);
  if (status != LUA_OK || !result) fail("our script ends with %d: %s", status, result ? result : "no text");
  return result;
}

static const char *run_stock(const char *script, size_t length, size_t *size) {
  lua_settop(stock, 0);
  int status = luaL_loadbuffer(stock, script, length, "=script");
  if (status == LUA_OK) status = lua_pcall(stock, 0, 1, 0);
  const char *result = lua_tolstring(stock, -1, size);
  if (status != LUA_OK || !result) fail("Lua's script ends with %d: %s", status, result ? result : "no text");
  return result;
}

static void one_round(dice *d) {
  static text script;
  script.length = 0;
  add(&script, "T = {5, 1, 'x', 2.5}\nreturn show(function() return ");
  add_call(d, &script, TAME);
  add(&script, " end)");
  storm_input = script.bytes;
  size_t our_size, their_size;
  const char *mine = run_ours(script.bytes, script.length, &our_size);
  const char *theirs = run_stock(script.bytes, script.length, &their_size);
  if (our_size != their_size || memcmp(mine, theirs, our_size) != 0) fail("Lua says: %s\nwe say:   %s", theirs, mine);
}

int main(int count, char **words) {
  ours = slua_open((size_t)64 << 20, NULL, no_callback, no_release);
  stock = luaL_newstate();
  if (!ours || !stock) abort();
  slua_open_library(slua_main(ours));
  luaL_openlibs(stock);
  if (luaL_dostring(slua_main(ours), lua_words) || luaL_dostring(stock, lua_words)) abort();
  int status = storm(count, words, one_round);
  slua_close(ours, 2, false);
  lua_close(stock);
  return status;
}
