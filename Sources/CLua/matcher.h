// Lua's patterns: the state of one match.

#ifndef CLUA_MATCHER_H
#define CLUA_MATCHER_H

#include "internal.h"

/// How deep a match may recurse, as in Lua.
#define MATCH_DEPTH 200

/// How many captures a pattern may have, as in Lua.
#define MATCH_CAPTURES 32

/// What stands for the length of a capture that is not closed yet, or that is a position.
enum { CAPTURE_OPEN = -1, CAPTURE_POSITION = -2 };

typedef struct slua_capture {
  const char *start;
  ptrdiff_t length;
} slua_capture;

/// One subject and one pattern. Both are strings of Lua's, which end in a zero byte.
typedef struct slua_matcher {
  const char *subject, *subject_end, *pattern_end;
  lua_State *L;
  const slua_host *host;
  /// How many levels of recursion are left.
  int depth;
  /// The captures that were begun.
  int count;
  slua_capture captures[MATCH_CAPTURES];
} slua_matcher;

/// Sets the fields that stay the same for all places of a subject.
void slua_begin_matching(slua_matcher *m, lua_State *L, const char *subject, size_t subject_length,
                         const char *pattern, size_t pattern_length);

/// The end of the match of `pattern` that begins at `s`, or NULL.
const char *slua_match_at(slua_matcher *m, const char *s, const char *pattern);

/// The first place from `s` on where a match can begin, or NULL; skips quickly what cannot.
const char *slua_next_candidate(const slua_matcher *m, const char *s, const char *pattern);

#endif
