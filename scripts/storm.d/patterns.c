// The matcher against Lua's own `string.find`, on random patterns.
#include <CPatterns.h>
#include <lua5.4/lauxlib.h>
#include <lua5.4/lualib.h>

#include "patterns_made.h"

static lua_State *stock;

/// What Lua says: the place, the end and the captures, or the error; on the stack from 1 on.
static int ask_lua(block subject, block pattern) {
  lua_settop(stock, 0);
  lua_getglobal(stock, "string");
  lua_getfield(stock, -1, "find");
  lua_replace(stock, 1);
  lua_pushlstring(stock, subject.bytes, subject.length);
  lua_pushlstring(stock, pattern.bytes, pattern.length);
  return lua_pcall(stock, 2, LUA_MULTRET, 0);
}

static void compare_error(const char *ours, int status) {
  const char *theirs = status == LUA_OK ? "no error" : lua_tostring(stock, -1);
  if (strcmp(ours, theirs) != 0) fail("Lua says: %s; we say: %s", theirs, ours);
}

static void compare_capture(const cpatterns_matcher *m, int index) {
  const cpatterns_capture *capture = &m->captures[index];
  int place = 3 + index;
  if (capture->length == CPATTERNS_POSITION) {
    if (lua_tointeger(stock, place) != capture->start - m->subject + 1) fail("another position");
    return;
  }
  size_t length;
  const char *bytes = lua_tolstring(stock, place, &length);
  bool is_same = bytes && (ptrdiff_t)length == capture->length && memcmp(bytes, capture->start, length) == 0;
  if (!is_same) fail("another capture %d", index + 1);
}

static void compare(const cpatterns_matcher *m, const char *start, const char *end, int status) {
  if (m->error) {
    char words[CPATTERNS_WORDS];
    cpatterns_describe(m, words);
    compare_error(words, status);
    return;
  }
  if (!start) {
    if (status != LUA_OK || !lua_isnil(stock, 1)) fail("Lua finds it, we do not");
    return;
  }
  for (int index = 0; index < m->count; index++) {
    if (m->captures[index].length == CPATTERNS_OPEN) return compare_error("unfinished capture", status);
  }
  if (status != LUA_OK) fail("only Lua has an error: %s", lua_tostring(stock, -1));
  if (lua_gettop(stock) != m->count + 2) fail("another number of captures");
  if (lua_tointeger(stock, 1) != start - m->subject + 1) fail("another place");
  if (lua_tointeger(stock, 2) != end - m->subject) fail("another end");
  for (int index = 0; index < m->count; index++) compare_capture(m, index);
}

static bool always(void *context) {
  (void)context;
  return true;
}

/// Matching that is told to stop gives an answer or says that it was stopped.
static void stop(dice *d, block subject, block pattern) {
  climits limits = {0};
  climits_stop(&limits, CLIMITS_INTERRUPTED);
  cpatterns_matcher m;
  cpatterns_begin(&m, subject.bytes, subject.length, pattern.bytes, pattern.length, roll(d, 2) ? &limits : NULL);
  m.must_stop = always;
  m.steps = (uint32_t)-1 - (uint32_t)roll(d, 100);
  const char *end;
  const char *start = cpatterns_find(&m, subject.bytes, pattern.bytes, &end);
  if (start && m.error) fail("an answer and an error");
}

static void one_round(dice *d) {
  block subject = make_subject(d), pattern = make_pattern(d);
  static text input;
  input.length = 0;
  for (size_t i = 0; i < subject.length; i++) add(&input, "\\%03d", (unsigned char)subject.bytes[i]);
  add(&input, " | %s", pattern.bytes);
  storm_input = input.bytes;
  cpatterns_matcher m;
  cpatterns_begin(&m, subject.bytes, subject.length, pattern.bytes, pattern.length, NULL);
  const char *end = NULL;
  const char *start = cpatterns_find(&m, subject.bytes, pattern.bytes, &end);
  compare(&m, start, end, ask_lua(subject, pattern));
  stop(d, subject, pattern);
  free(subject.bytes);
  free(pattern.bytes);
}

int main(int count, char **words) {
  stock = luaL_newstate();
  if (!stock) abort();
  luaL_openlibs(stock);
  int status = storm(count, words, one_round);
  lua_close(stock);
  return status;
}
