// Lua's patterns over bytes: does this text match this pattern? No interpreter is needed.
//
// The language and the results are those of the reference manual of Lua 5.4, section 6.4.1.

#ifndef CPATTERNS_H
#define CPATTERNS_H

#include <CLimits.h>

/// How deep a match may recurse, as in Lua.
#define CPATTERNS_DEPTH 200

/// How many captures a pattern may have, as in Lua.
#define CPATTERNS_CAPTURES 32

/// What stands for the length of a capture that is not closed yet, or that is a position.
enum { CPATTERNS_OPEN = -1, CPATTERNS_POSITION = -2 };

/// Why matching ended without an answer.
typedef enum cpatterns_error {
  CPATTERNS_FINE,
  /// The limits or the owner said so.
  CPATTERNS_STOPPED,
  CPATTERNS_TOO_COMPLEX,
  CPATTERNS_TOO_MANY_CAPTURES,
  CPATTERNS_NO_OPEN_CAPTURE,
  CPATTERNS_NO_SUCH_CAPTURE,
  CPATTERNS_ENDS_WITH_ESCAPE,
  CPATTERNS_MISSING_BRACKET,
  CPATTERNS_MISSING_ARGUMENTS,
  CPATTERNS_MISSING_SET,
} cpatterns_error;

typedef struct cpatterns_capture {
  const char *start;
  ptrdiff_t length;
} cpatterns_capture;

/// One subject and one pattern. The pattern ends in a zero byte, as strings of Lua do; the subject need not.
typedef struct cpatterns_matcher {
  const char *subject, *subject_end, *pattern_end;
  /// What says that matching is to stop, looked at in every step that can be repeated often.
  const climits *limits;
  /// Asked every few thousand steps whether to stop, where it is set.
  bool (*must_stop)(void *context);
  void *context;
  uint32_t steps;
  /// How many levels of recursion are left.
  int depth;
  cpatterns_error error;
  /// Of `CPATTERNS_NO_SUCH_CAPTURE`: the number of the capture.
  int missing;
  /// The captures that were begun.
  int count;
  cpatterns_capture captures[CPATTERNS_CAPTURES];
} cpatterns_matcher;

/// Sets the fields that stay the same for all places of a subject. Nothing is asked whether to stop but `limits`.
void cpatterns_begin(cpatterns_matcher *matcher, const char *subject, size_t subject_length, const char *pattern,
                     size_t pattern_length, const climits *limits);

/// The end of the match of `pattern` that begins at `s`; NULL without one, and where `error` says why not.
const char *cpatterns_match(cpatterns_matcher *matcher, const char *s, const char *pattern);

/// The first place from `s` on where a match can begin, or NULL; skips quickly what cannot.
const char *cpatterns_next_candidate(const cpatterns_matcher *matcher, const char *s, const char *pattern);

/// Finds the first match from `s` on: where it begins, or NULL as above, and where it ends.
const char *cpatterns_find(cpatterns_matcher *matcher, const char *s, const char *pattern, const char **end);

/// What Lua says about the error, in `buffer` of at least `CPATTERNS_WORDS` bytes.
enum { CPATTERNS_WORDS = 80 };
void cpatterns_describe(const cpatterns_matcher *matcher, char *buffer);

#endif
