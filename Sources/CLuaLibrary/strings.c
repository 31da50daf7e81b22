// `string.find`, `match` and `gmatch` on our matcher, and `string.rep`.

#include "captures.h"

#include <limits.h>
#include <string.h>

void slua_begin_matching(slua_matcher *m, lua_State *L, const char *subject, size_t subject_length,
                         const char *pattern, size_t pattern_length) {
  m->L = L;
  cpatterns_begin(&m->match, subject, subject_length, pattern, pattern_length, &slua_host_of(L)->limits);
}

_Noreturn static void raise_error(const slua_matcher *m) {
  char words[CPATTERNS_WORDS];
  if (m->match.error == CPATTERNS_STOPPED) slua_raise_interruption(m->L, 1);
  cpatterns_describe(&m->match, words);
  luaL_error(m->L, "%s", words);
  __builtin_unreachable();
}

const char *slua_match_at(slua_matcher *m, const char *s, const char *pattern) {
  const char *end = cpatterns_match(&m->match, s, pattern);
  if (!end && m->match.error) raise_error(m);
  return end;
}

size_t slua_start(lua_Integer position, size_t length) {
  if (position > 0) return (size_t)position - 1;
  if (position == 0 || position < -(lua_Integer)length) return 0;
  return length + (size_t)position;
}

ptrdiff_t slua_capture_at(const slua_matcher *m, int index, const char *s, const char *e, const char **start) {
  if (index >= m->match.count) {
    if (index != 0) luaL_error(m->L, "invalid capture index %%%d", index + 1);
    *start = s;
    return e - s;
  }
  const cpatterns_capture *capture = &m->match.captures[index];
  if (capture->length == CPATTERNS_OPEN) luaL_error(m->L, "unfinished capture");
  if (capture->length == CPATTERNS_POSITION) {
    lua_pushinteger(m->L, capture->start - m->match.subject + 1);
  }
  *start = capture->start;
  return capture->length;
}

void slua_push_capture(const slua_matcher *m, int index, const char *s, const char *e) {
  const char *start;
  ptrdiff_t length = slua_capture_at(m, index, s, e, &start);
  if (length != CPATTERNS_POSITION) lua_pushlstring(m->L, start, (size_t)length);
}

int slua_push_captures(const slua_matcher *m, const char *s, const char *e) {
  int count = m->match.count == 0 && s ? 1 : m->match.count;
  luaL_checkstack(m->L, count, "too many captures");
  for (int index = 0; index < count; index++) slua_push_capture(m, index, s, e);
  return count;
}

/// Whether the pattern is plain text.
static bool is_plain(const char *pattern, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if (pattern[i] && strchr("^$*+?.([%-", pattern[i])) return false;
  }
  return true;
}

/// Finds plain text in linear time, however it repeats itself.
static int find_plain(lua_State *L, const char *s, size_t length, size_t start, const char *p, size_t plength) {
  const char *found = memmem(s + start, length - start, p, plength);
  if (!found) {
    luaL_pushfail(L);
    return 1;
  }
  lua_pushinteger(L, found - s + 1);
  lua_pushinteger(L, found - s + (lua_Integer)plength);
  return 2;
}

/// What `find` and `match` answer for a match from `s` to `e`.
static int push_match(slua_matcher *m, const char *s, const char *e, bool find) {
  if (!find) return slua_push_captures(m, s, e);
  lua_pushinteger(m->L, s - m->match.subject + 1);
  lua_pushinteger(m->L, e - m->match.subject);
  return slua_push_captures(m, NULL, NULL) + 2;
}

static int find_pattern(lua_State *L, const char *s, size_t length, size_t start, const char *p, size_t plength,
                        bool find) {
  bool anchored = *p == '^';
  slua_matcher m;
  slua_begin_matching(&m, L, s, length, p, plength);
  if (anchored) p++;
  for (const char *at = s + start; at <= m.match.subject_end; at++) {
    if (!anchored && !(at = cpatterns_next_candidate(&m.match, at, p))) break;
    const char *e = slua_match_at(&m, at, p);
    if (e) return push_match(&m, at, e, find);
    if (anchored) break;
  }
  luaL_pushfail(L);
  return 1;
}

static int search(lua_State *L, bool find) {
  size_t length, plength;
  const char *s = luaL_checklstring(L, 1, &length);
  const char *p = luaL_checklstring(L, 2, &plength);
  size_t start = slua_start(luaL_optinteger(L, 3, 1), length);
  if (start > length) {
    luaL_pushfail(L);
    return 1;
  }
  slua_poll(L, slua_host_of(L));
  if (find && (lua_toboolean(L, 4) || is_plain(p, plength))) {
    return find_plain(L, s, length, start, p, plength);
  }
  return find_pattern(L, s, length, start, p, plength, find);
}

static int string_find(lua_State *L) { return search(L, true); }

static int string_match(lua_State *L) { return search(L, false); }

/// What the iterator of `gmatch` remembers.
typedef struct iteration {
  slua_matcher matcher;
  const char *pattern;
  /// Where to go on, and where the last match ended: an empty match there does not count.
  const char *next, *last;
} iteration;

static int next_match(lua_State *L) {
  iteration *it = lua_touserdata(L, lua_upvalueindex(3));
  slua_matcher *m = &it->matcher;
  m->L = L;
  for (const char *s = it->next; s <= m->match.subject_end; s++) {
    if (!(s = cpatterns_next_candidate(&m->match, s, it->pattern))) return 0;
    const char *e = slua_match_at(m, s, it->pattern);
    if (e && e != it->last) {
      it->next = it->last = e;
      return slua_push_captures(m, s, e);
    }
  }
  return 0;
}

static int string_gmatch(lua_State *L) {
  size_t length, plength;
  const char *s = luaL_checklstring(L, 1, &length);
  const char *p = luaL_checklstring(L, 2, &plength);
  size_t start = slua_start(luaL_optinteger(L, 3, 1), length);
  // The strings stay upvalues of the iterator, so that they are not collected.
  lua_settop(L, 2);
  iteration *it = lua_newuserdatauv(L, sizeof *it, 0);
  slua_begin_matching(&it->matcher, L, s, length, p, plength);
  it->pattern = p;
  it->next = s + (start > length ? length + 1 : start);
  it->last = NULL;
  lua_pushcclosure(L, next_match, 3);
  return 1;
}

/// Fills `to` with text and separator by turns, by copying what is there already.
static void fill(char *to, size_t total, const char *s, size_t length, const char *separator, size_t slength) {
  memcpy(to, s, length);
  if (total == length) return;
  memcpy(to + length, separator, slength);
  for (size_t done = length + slength; done < total;) {
    size_t more = done < total - done ? done : total - done;
    memcpy(to + done, to, more);
    done += more;
  }
}

static int string_rep(lua_State *L) {
  size_t length, slength;
  const char *s = luaL_checklstring(L, 1, &length);
  lua_Integer n = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &slength);
  slua_poll(L, slua_host_of(L));
  size_t step = length + slength;
  // Nothing, however often: Lua's own function would count it out.
  if (n <= 0 || step == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (step < length || step > (size_t)INT_MAX / (lua_Unsigned)n) {
    return luaL_error(L, "resulting string too large");
  }
  size_t total = (size_t)n * length + (size_t)(n - 1) * slength;
  luaL_Buffer buffer;
  char *to = luaL_buffinitsize(L, &buffer, total);
  fill(to, total, s, length, separator, slength);
  luaL_pushresultsize(&buffer, total);
  return 1;
}

void slua_open_strings(lua_State *L) {
  static const luaL_Reg functions[] = {{"find", string_find},     {"match", string_match}, {"gmatch", string_gmatch},
                                       {"gsub", slua_string_gsub}, {"rep", string_rep},     {NULL, NULL}};
  lua_getglobal(L, LUA_STRLIBNAME);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}
