// `string.gsub` on our matcher.

#include "captures.h"

#include <ctype.h>
#include <string.h>

/// One substitution: where the result grows and what replaces a match.
typedef struct substitution {
  slua_matcher matcher;
  luaL_Buffer buffer;
  /// The type of the third argument.
  int type;
} substitution;

/// Adds what `%0` to `%9` stands for.
static void add_capture(substitution *g, char digit, const char *s, const char *e) {
  if (digit == '0') {
    luaL_addlstring(&g->buffer, s, (size_t)(e - s));
    return;
  }
  const char *start;
  ptrdiff_t length = slua_capture_at(&g->matcher, digit - '1', s, e, &start);
  if (length == CPATTERNS_POSITION) {
    luaL_addvalue(&g->buffer);
  } else {
    luaL_addlstring(&g->buffer, start, (size_t)length);
  }
}

/// Adds the replacement text, its captures filled in.
static void add_text(substitution *g, const char *s, const char *e) {
  size_t length;
  const char *text = lua_tolstring(g->matcher.L, 3, &length);
  const char *end = text + length;
  for (;;) {
    const char *escape = memchr(text, '%', (size_t)(end - text));
    if (!escape) break;
    luaL_addlstring(&g->buffer, text, (size_t)(escape - text));
    char next = escape[1];
    if (next == '%') {
      luaL_addchar(&g->buffer, '%');
    } else if (isdigit((unsigned char)next)) {
      add_capture(g, next, s, e);
    } else {
      luaL_error(g->matcher.L, "invalid use of '%c' in replacement string", '%');
    }
    text = escape + 2;
  }
  luaL_addlstring(&g->buffer, text, (size_t)(end - text));
}

/// Pushes what the function or the table has for the match.
static void push_replacement(substitution *g, const char *s, const char *e) {
  lua_State *L = g->matcher.L;
  if (g->type == LUA_TFUNCTION) {
    lua_pushvalue(L, 3);
    int count = slua_push_captures(&g->matcher, s, e);
    lua_call(L, count, 1);
  } else {
    slua_push_capture(&g->matcher, 0, s, e);
    lua_gettable(L, 3);
  }
}

/// Adds the replacement of a match, and answers whether it is one: `false` and `nil` keep the match.
static bool add_replacement(substitution *g, const char *s, const char *e) {
  lua_State *L = g->matcher.L;
  if (g->type != LUA_TFUNCTION && g->type != LUA_TTABLE) {
    add_text(g, s, e);
    return true;
  }
  push_replacement(g, s, e);
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(&g->buffer, s, (size_t)(e - s));
    return false;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  luaL_addvalue(&g->buffer);
  return true;
}

/// Adds the text from `from` to `to`, which stays as it is.
static void keep(substitution *g, const char *from, const char *to) {
  if (to > from) luaL_addlstring(&g->buffer, from, (size_t)(to - from));
}

/// Replaces up to `most` matches; answers how many, and in `changed` whether the result differs.
static lua_Integer replace_all(substitution *g, const char *p, bool anchored, lua_Integer most, bool *changed) {
  slua_matcher *m = &g->matcher;
  const char *s = m->match.subject, *kept = s, *last = NULL;
  lua_Integer count = 0;
  while (count < most) {
    const char *candidate = anchored ? s : cpatterns_next_candidate(&m->match, s, p);
    if (!candidate) break;
    s = candidate;
    const char *e = slua_match_at(m, s, p);
    if (e && e != last) {
      keep(g, kept, s);
      count++;
      *changed |= add_replacement(g, s, e);
      s = last = kept = e;
    } else if (s < m->match.subject_end) {
      s++;
    } else {
      break;
    }
    if (anchored) break;
  }
  if (*changed) keep(g, kept, m->match.subject_end);
  return count;
}

int slua_string_gsub(lua_State *L) {
  size_t length, plength;
  const char *s = luaL_checklstring(L, 1, &length);
  const char *p = luaL_checklstring(L, 2, &plength);
  substitution g;
  g.type = lua_type(L, 3);
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1);
  luaL_argexpected(
      L, g.type == LUA_TNUMBER || g.type == LUA_TSTRING || g.type == LUA_TFUNCTION || g.type == LUA_TTABLE, 3,
      "string/function/table");
  luaL_buffinit(L, &g.buffer);
  bool anchored = *p == '^', changed = false;
  slua_begin_matching(&g.matcher, L, s, length, p, plength);
  lua_Integer count = replace_all(&g, anchored ? p + 1 : p, anchored, most, &changed);
  if (changed) {
    luaL_pushresult(&g.buffer);
  } else {
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, count);
  return 2;
}
