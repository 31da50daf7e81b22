// Bytecode that was changed is refused, however it comes; what was not changed runs.
#include <CLuaLibrary.h>

#include "storm.h"

static slua_host *host;

static int no_callback(lua_State *L, void *context) {
  (void)context;
  lua_pushliteral(L, "there is no host");
  return -1;
}

static void no_release(void *object) { (void)object; }

static const char words_of_script[] =
    "local code, size = ...\n"
    "local function pieces()\n"
    "  local from = 1\n"
    "  return function() from = from + size return code:sub(from - size, from - 1) end\n"
    "end\n"
    "return load(code, '=c', 'b') and load(pieces(), '=c', 'b')\n";

/// Whether `load` takes the code, as a whole and in pieces; the function is on top then.
static bool is_taken(const char *code, size_t length, int size) {
  lua_State *L = slua_main(host);
  if (slua_load(L, words_of_script, strlen(words_of_script), "=t") != LUA_OK) fail("the script is none");
  lua_pushlstring(L, code, length);
  lua_pushinteger(L, size);
  if (slua_call(L, 2, 1) != LUA_OK) fail("the script fails: %s", lua_tostring(L, -1));
  return lua_isfunction(L, -1);
}

static const char *dump(dice *d, size_t *length) {
  static const char *const bodies[] = {"return 7", "local t = {} for i = 1, 9 do t[i] = i * 2 end return 7",
                                       "local a, b <close> = 1 return (function() return a + 6 end)()",
                                       "local s = 'text' return #s + 3", "goto a do return 1 end ::a:: return 7"};
  text script = {.length = 0};
  // A number of 64 bits: with a short one, a changed digit soon gives what was dumped in an earlier round.
  add(&script, "return string.dump(load([[--%llx\n%s]]), %s)", (unsigned long long)next_bits(d), PICK(d, bodies),
      roll(d, 2) ? "true" : "false");
  lua_State *L = slua_main(host);
  if (slua_load(L, script.bytes, script.length, "=d") != LUA_OK || slua_call(L, 0, 1) != LUA_OK) fail("no dump");
  return lua_tolstring(L, -1, length);
}

/// Changes the code in place; the new length.
static size_t change(dice *d, char *code, size_t length) {
  for (int count = 1 + roll(d, 3); count > 0 && length > 1; count--) {
    size_t place = 1 + (size_t)roll(d, (int)length - 1);
    switch (roll(d, 4)) {
    case 0: code[place] ^= (char)(1 << roll(d, 8)); break;
    case 1: code[place] = (char)roll(d, 256); break;
    case 2: length = place; break;
    default: memmove(code + place, code + place / 2, length - place); break;
    }
  }
  return length;
}

static void one_round(dice *d) {
  lua_State *L = slua_main(host);
  lua_settop(L, 0);
  size_t length;
  const char *code = dump(d, &length);
  if (!is_taken(code, length, 1 + roll(d, 50))) fail("sound bytecode is refused");
  if (slua_call(L, 0, 1) != LUA_OK || lua_tointeger(L, -1) != 7) fail("sound bytecode does something else");
  for (int count = 20; count > 0; count--) {
    char *copy = malloc(length);
    if (!copy) abort();
    memcpy(copy, code, length);
    size_t size = change(d, copy, length);
    bool is_same = size == length && memcmp(copy, code, length) == 0;
    if (!is_same && is_taken(copy, size, 1 + roll(d, 50))) fail("changed bytecode is taken");
    free(copy);
    lua_settop(L, 1);
  }
}

int main(int count, char **words) {
  host = slua_open((size_t)64 << 20, NULL, no_callback, no_release);
  if (!host) abort();
  slua_open_library(slua_main(host));
  int status = storm(count, words, one_round);
  slua_close(host, 2, false);
  return status;
}
