// Lua's patterns, matched so that it can be stopped.
//
// The language, the results, the messages, and when a malformed pattern is noticed are Lua's.
// Every step that can be repeated more often than the subject is long goes through `match`, which
// looks at the limits; so a pattern that backtracks for hours ends when it is told to. An error is
// noted, and each level of the recursion then answers that there is no match.

#include "CPatterns.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define ESCAPE '%'

/// How many steps there are between two questions whether to stop; a power of two.
#define STEPS_BETWEEN_QUESTIONS (1u << 14)

typedef unsigned char byte;

static const char *match(cpatterns_matcher *m, const char *s, const char *p);

/// Notes why there is no answer.
static const char *fail(cpatterns_matcher *m, cpatterns_error error) {
  m->error = error;
  return NULL;
}

/// The end of the single-character item that begins at `p`: `x`, `.`, `%x` or `[set]`; NULL for an error.
static const char *item_end(cpatterns_matcher *m, const char *p) {
  char first = *p++;
  if (first == ESCAPE) {
    if (p == m->pattern_end) return fail(m, CPATTERNS_ENDS_WITH_ESCAPE);
    return p + 1;
  }
  if (first != '[') return p;
  if (*p == '^') p++;
  // A bracket directly after the opening one is an element.
  do {
    if (p == m->pattern_end) return fail(m, CPATTERNS_MISSING_BRACKET);
    char element = *p++;
    if (element == ESCAPE && p < m->pattern_end) p++;
  } while (*p != ']');
  return p + 1;
}

/// Whether the character is in the class that the letter stands for; a letter without a class is itself.
static inline bool in_class(byte c, byte letter) {
  bool in;
  switch (letter | 0x20) {
  case 'a': in = isalpha(c); break;
  case 'c': in = iscntrl(c); break;
  case 'd': in = isdigit(c); break;
  case 'g': in = isgraph(c); break;
  case 'l': in = islower(c); break;
  case 'p': in = ispunct(c); break;
  case 's': in = isspace(c); break;
  case 'u': in = isupper(c); break;
  case 'w': in = isalnum(c); break;
  case 'x': in = isxdigit(c); break;
  case 'z': in = c == 0; break;
  default: return letter == c;
  }
  // The letters are ASCII, where one bit tells the capitals: the complements.
  return (letter & 0x20) ? in : !in;
}

/// The end of the run of characters from `s` that are in the class of the letter.
///
/// One loop a class: what is asked of each character is then one look at a table. The other case of a letter stands for
/// the complement of its class, so that this finds the first character of a class, too.
static const char *class_run_end(const char *s, const char *limit, byte letter) {
  bool wanted = (letter & 0x20) != 0;
#define RUN(is_in)                                       \
  while (s < limit && (is_in((byte)*s) != 0) == wanted) s++; \
  return s
  switch (letter | 0x20) {
  case 'a': RUN(isalpha);
  case 'c': RUN(iscntrl);
  case 'd': RUN(isdigit);
  case 'g': RUN(isgraph);
  case 'l': RUN(islower);
  case 'p': RUN(ispunct);
  case 's': RUN(isspace);
  case 'u': RUN(isupper);
  case 'w': RUN(isalnum);
  case 'x': RUN(isxdigit);
  }
#undef RUN
  while (s < limit && in_class((byte)*s, letter)) s++;
  return s;
}

/// Whether the character is in the set from `[` at `p` to `]` at `last`.
static bool in_set(byte c, const char *p, const char *last) {
  bool found = true;
  p++;
  if (*p == '^') {
    found = false;
    p++;
  }
  for (; p < last; p++) {
    if (*p == ESCAPE) {
      p++;
      if (in_class(c, (byte)*p)) return found;
    } else if (p[1] == '-' && p + 2 < last) {
      if ((byte)p[0] <= c && c <= (byte)p[2]) return found;
      p += 2;
    } else if ((byte)*p == c) {
      return found;
    }
  }
  return !found;
}

/// Whether the character at `s` exists and is what the item from `p` to `end` describes.
static inline bool item_matches(const cpatterns_matcher *m, const char *s, const char *p, const char *end) {
  if (s >= m->subject_end) return false;
  switch (*p) {
  case '.': return true;
  case ESCAPE: return in_class((byte)*s, (byte)p[1]);
  case '[': return in_set((byte)*s, p, end - 1);
  default: return *p == *s;
  }
}

/// The end of the longest run of characters from `s` that the item describes.
static const char *run_end(const cpatterns_matcher *m, const char *s, const char *p, const char *end) {
  const char *limit = m->subject_end;
  switch (*p) {
  case '.': return limit;
  case ESCAPE: return class_run_end(s, limit, (byte)p[1]);
  case '[':
    while (s < limit && in_set((byte)*s, p, end - 1)) s++;
    return s;
  default: {
    char c = *p;
    while (s < limit && *s == c) s++;
    return s;
  }
  }
}

/// Matches the rest after as many repetitions as possible.
static const char *match_longest(cpatterns_matcher *m, const char *s, const char *p, const char *end) {
  const char *longest = run_end(m, s, p, end);
  // Where the end of the subject must follow, fewer repetitions are no better.
  if (end + 2 == m->pattern_end && end[1] == '$') return longest == m->subject_end ? longest : NULL;
  for (const char *e = longest; e >= s; e--) {
    const char *result = match(m, e, end + 1);
    if (result) return result;
    if (m->error) return NULL;
  }
  return NULL;
}

/// Matches the rest after as few repetitions as possible.
static const char *match_shortest(cpatterns_matcher *m, const char *s, const char *p, const char *end) {
  for (;;) {
    const char *result = match(m, s, end + 1);
    if (result) return result;
    if (m->error || !item_matches(m, s, p, end)) return NULL;
    s++;
  }
}

/// Begins a capture and matches the rest.
static const char *match_opened(cpatterns_matcher *m, const char *s, const char *p, ptrdiff_t length) {
  if (m->count >= CPATTERNS_CAPTURES) return fail(m, CPATTERNS_TOO_MANY_CAPTURES);
  m->captures[m->count].start = s;
  m->captures[m->count].length = length;
  m->count++;
  const char *result = match(m, s, p);
  if (!result) m->count--;
  return result;
}

/// Ends the innermost open capture and matches the rest.
static const char *match_closed(cpatterns_matcher *m, const char *s, const char *p) {
  int index = m->count - 1;
  while (index >= 0 && m->captures[index].length != CPATTERNS_OPEN) index--;
  if (index < 0) return fail(m, CPATTERNS_NO_OPEN_CAPTURE);
  cpatterns_capture *capture = &m->captures[index];
  capture->length = s - capture->start;
  const char *result = match(m, s, p);
  if (!result) capture->length = CPATTERNS_OPEN;
  return result;
}

/// The byte at a place; zero at the end, as of a string of Lua.
static inline byte byte_at(const cpatterns_matcher *m, const char *s) { return s < m->subject_end ? (byte)*s : 0; }

/// The end of a balanced text, `p` being the two characters after `%b`.
static const char *balanced_end(cpatterns_matcher *m, const char *s, const char *p) {
  if (p + 1 >= m->pattern_end) return fail(m, CPATTERNS_MISSING_ARGUMENTS);
  if (byte_at(m, s) != (byte)*p) return NULL;
  char opening = p[0], closing = p[1];
  size_t nesting = 1;
  for (s++; s < m->subject_end; s++) {
    if (*s == closing) {
      if (--nesting == 0) return s + 1;
    } else if (*s == opening) {
      nesting++;
    }
  }
  return NULL;
}

/// Whether `s` is where characters outside of the set end and those inside begin.
static bool at_frontier(cpatterns_matcher *m, const char *s, const char *p, const char *end) {
  byte previous = s == m->subject ? 0 : (byte)s[-1];
  return !in_set(previous, p, end - 1) && in_set(byte_at(m, s), p, end - 1);
}

/// The end of the text that equals the capture with this digit, or NULL.
static const char *repeated_end(cpatterns_matcher *m, const char *s, char digit) {
  int index = digit - '1';
  if (index < 0 || index >= m->count || m->captures[index].length == CPATTERNS_OPEN) {
    m->missing = index + 1;
    return fail(m, CPATTERNS_NO_SUCH_CAPTURE);
  }
  size_t length = (size_t)m->captures[index].length;
  if ((size_t)(m->subject_end - s) < length) return NULL;
  return memcmp(m->captures[index].start, s, length) == 0 ? s + length : NULL;
}

/// Matches what begins with `%` and is no class: moves `s` and `p` on, or answers false for no match.
static bool match_special(cpatterns_matcher *m, const char **s, const char **p) {
  switch ((*p)[1]) {
  case 'b':
    *s = balanced_end(m, *s, *p + 2);
    *p += 4;
    return *s != NULL;
  case 'f': {
    const char *set = *p + 2;
    if (*set != '[') return fail(m, CPATTERNS_MISSING_SET) != NULL;
    const char *end = item_end(m, set);
    if (!end) return false;
    *p = end;
    return at_frontier(m, *s, set, end);
  }
  default:
    *s = repeated_end(m, *s, (*p)[1]);
    *p += 2;
    return *s != NULL;
  }
}

static inline bool is_special(char c) { return c == 'b' || c == 'f' || isdigit((byte)c); }

/// Matches item after item; recursion is for what may have to be tried in another way.
static const char *match_items(cpatterns_matcher *m, const char *s, const char *p) {
  while (p != m->pattern_end) {
    switch (*p) {
    case '(':
      if (p[1] == ')') return match_opened(m, s, p + 2, CPATTERNS_POSITION);
      return match_opened(m, s, p + 1, CPATTERNS_OPEN);
    case ')': return match_closed(m, s, p + 1);
    case '$':
      if (p + 1 == m->pattern_end) return s == m->subject_end ? s : NULL;
      break;
    case ESCAPE:
      if (is_special(p[1])) {
        if (!match_special(m, &s, &p)) return NULL;
        continue;
      }
      break;
    }
    const char *end = item_end(m, p);
    if (!end) return NULL;
    if (!item_matches(m, s, p, end)) {
      if (*end != '*' && *end != '?' && *end != '-') return NULL;
      p = end + 1;
      continue;
    }
    switch (*end) {
    case '*': return match_longest(m, s, p, end);
    case '+': return match_longest(m, s + 1, p, end);
    case '-': return match_shortest(m, s, p, end);
    case '?': {
      const char *result = match(m, s + 1, end + 1);
      if (result || m->error) return result;
      p = end + 1;
      break;
    }
    default:
      s++;
      p = end;
    }
  }
  return s;
}

/// Whether the limits or the owner want matching to stop.
static inline bool must_stop(cpatterns_matcher *m) {
  if (m->limits && climits_must_stop(m->limits)) return true;
  return m->must_stop && ++m->steps % STEPS_BETWEEN_QUESTIONS == 0 && m->must_stop(m->context);
}

static const char *match(cpatterns_matcher *m, const char *s, const char *p) {
  if (must_stop(m)) return fail(m, CPATTERNS_STOPPED);
  if (m->depth-- == 0) return fail(m, CPATTERNS_TOO_COMPLEX);
  const char *result = match_items(m, s, p);
  m->depth++;
  return result;
}

void cpatterns_begin(cpatterns_matcher *m, const char *subject, size_t subject_length, const char *pattern,
                     size_t pattern_length, const climits *limits) {
  m->subject = subject;
  m->subject_end = subject + subject_length;
  m->pattern_end = pattern + pattern_length;
  m->limits = limits;
  m->must_stop = NULL;
  m->context = NULL;
  m->steps = 0;
  m->error = CPATTERNS_FINE;
}

const char *cpatterns_match(cpatterns_matcher *m, const char *s, const char *pattern) {
  m->count = 0;
  m->depth = CPATTERNS_DEPTH;
  return match(m, s, pattern);
}

/// Whether the pattern begins with a character that must be there as it is.
static bool begins_literally(const cpatterns_matcher *m, const char *p) {
  if (p == m->pattern_end) return false;
  if (memchr("().[%", *p, 5) || (*p == '$' && p + 1 == m->pattern_end)) return false;
  return !memchr("*?-", p[1], 3);
}

/// The letter of the class that one character must be in where the pattern begins; 0 where it begins otherwise.
static byte first_class(const cpatterns_matcher *m, const char *p) {
  if (m->pattern_end - p < 2 || *p != ESCAPE || !memchr("acdglpswux", p[1] | 0x20, 10)) return 0;
  return p + 2 < m->pattern_end && memchr("*?-", p[2], 3) ? 0 : (byte)p[1];
}

const char *cpatterns_next_candidate(const cpatterns_matcher *m, const char *s, const char *pattern) {
  byte letter = first_class(m, pattern);
  if (letter) {
    s = class_run_end(s, m->subject_end, letter ^ 0x20);
    return s < m->subject_end ? s : NULL;
  }
  if (!begins_literally(m, pattern)) return s;
  size_t rest = (size_t)(m->subject_end - s);
  return rest ? memchr(s, *pattern, rest) : NULL;
}

const char *cpatterns_find(cpatterns_matcher *m, const char *s, const char *pattern, const char **end) {
  bool anchored = *pattern == '^' && pattern < m->pattern_end;
  if (anchored) pattern++;
  for (; s <= m->subject_end; s++) {
    if (!anchored && !(s = cpatterns_next_candidate(m, s, pattern))) return NULL;
    *end = cpatterns_match(m, s, pattern);
    if (*end) return s;
    if (anchored || m->error) return NULL;
  }
  return NULL;
}

static const char *words(cpatterns_error error) {
  switch (error) {
  case CPATTERNS_FINE: return "";
  case CPATTERNS_STOPPED: return "interrupted";
  case CPATTERNS_TOO_COMPLEX: return "pattern too complex";
  case CPATTERNS_TOO_MANY_CAPTURES: return "too many captures";
  case CPATTERNS_NO_OPEN_CAPTURE: return "invalid pattern capture";
  case CPATTERNS_NO_SUCH_CAPTURE: return "invalid capture index %";
  case CPATTERNS_ENDS_WITH_ESCAPE: return "malformed pattern (ends with '%')";
  case CPATTERNS_MISSING_BRACKET: return "malformed pattern (missing ']')";
  case CPATTERNS_MISSING_ARGUMENTS: return "malformed pattern (missing arguments to '%b')";
  case CPATTERNS_MISSING_SET: return "missing '[' after '%f' in pattern";
  }
  return "";
}

void cpatterns_describe(const cpatterns_matcher *m, char *buffer) {
  const char *text = words(m->error);
  if (m->error == CPATTERNS_NO_SUCH_CAPTURE) snprintf(buffer, CPATTERNS_WORDS, "%s%d", text, m->missing);
  else snprintf(buffer, CPATTERNS_WORDS, "%s", text);
}
