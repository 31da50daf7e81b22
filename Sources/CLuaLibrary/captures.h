// What `find`, `match`, `gmatch` and `gsub` share: places in strings, and captures.

#ifndef CLUALIBRARY_CAPTURES_H
#define CLUALIBRARY_CAPTURES_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "internal.h"

#include <CPatterns.h>

/// A match of two strings of Lua.
typedef struct slua_matcher {
  lua_State *L;
  cpatterns_matcher match;
} slua_matcher;

void slua_begin_matching(slua_matcher *m, lua_State *L, const char *subject, size_t subject_length,
                         const char *pattern, size_t pattern_length);

/// The end of the match that begins at `s`, or NULL; raises what is wrong with the pattern, and the interruption.
const char *slua_match_at(slua_matcher *m, const char *s, const char *pattern);

/// The offset of a position as scripts give it: from 1, or from the end where it is negative.
size_t slua_start(lua_Integer position, size_t length);

/// Finds the capture's bytes, or pushes its position and answers `CPATTERNS_POSITION`.
///
/// Without captures, the first one is the whole match from `s` to `e`.
ptrdiff_t slua_capture_at(const slua_matcher *m, int index, const char *s, const char *e, const char **start);

void slua_push_capture(const slua_matcher *m, int index, const char *s, const char *e);

/// Pushes all captures, or the whole match if there are none and `s` is not NULL. Answers how many.
int slua_push_captures(const slua_matcher *m, const char *s, const char *e);

int slua_string_gsub(lua_State *L);

#endif
