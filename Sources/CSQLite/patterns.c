// Lua's patterns as SQL functions: the language of the reference manual, section 6.4.1, on bytes and ASCII letters.
//
// The layer above asks for well-formed patterns only (`LuaPattern.isHarmless`): what is none of them matches nothing.
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "CSQLite.h"
#include "functions.h"

typedef unsigned char byte;

enum { CAPTURES = 32, DEPTH = 200, STEPS_BETWEEN_QUESTIONS = 1 << 14 };

typedef struct {
  const byte *start;
  ptrdiff_t length;  // -1 while it is open
} capture;

typedef struct {
  const byte *subject, *subject_end, *pattern_end;
  const csqlite_patience *patience;
  int depth, count, steps;
  bool stopped;
  capture captures[CAPTURES];
} matcher;

static const byte *match(matcher *m, const byte *s, const byte *p);

// ---- classes

static bool is_lower(byte c) { return c >= 'a' && c <= 'z'; }
static bool is_upper(byte c) { return c >= 'A' && c <= 'Z'; }
static bool is_digit(byte c) { return c >= '0' && c <= '9'; }
static bool is_graphic(byte c) { return c > 32 && c < 127; }
static bool is_hexadecimal(byte c) { return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }

static bool in_named_class(byte c, byte name) {
  bool letter = is_lower(c) || is_upper(c), result;
  switch (name | 0x20) {
    case 'a': result = letter; break;
    case 'c': result = c < 32 || c == 127; break;
    case 'd': result = is_digit(c); break;
    case 'g': result = is_graphic(c); break;
    case 'l': result = is_lower(c); break;
    case 'p': result = is_graphic(c) && !letter && !is_digit(c); break;
    case 's': result = c == ' ' || (c >= 9 && c <= 13); break;
    case 'u': result = is_upper(c); break;
    case 'w': result = letter || is_digit(c); break;
    case 'x': result = is_hexadecimal(c); break;
    default: return name == c;
  }
  // A capital means all others; only letters name classes.
  return is_upper(name) ? !result : result;
}

/// The end of the single item that begins at `p`.
static const byte *item_end(const matcher *m, const byte *p) {
  byte first = *p++;
  if (first == '%') return p < m->pattern_end ? p + 1 : p;
  if (first != '[') return p;
  if (p < m->pattern_end && *p == '^') p++;
  // A bracket that comes first stands for itself.
  do {
    if (p >= m->pattern_end) return p;
    if (*p++ == '%' && p < m->pattern_end) p++;
  } while (p >= m->pattern_end || *p != ']');
  return p + 1;
}

/// Whether a byte is in the set that `p` begins and that ends with the bracket at `last`.
static bool in_set(byte c, const byte *p, const byte *last) {
  bool found = true;
  if (p[1] == '^') {
    found = false;
    p++;
  }
  while (++p < last) {
    if (*p == '%') {
      p++;
      if (in_named_class(c, *p)) return found;
    } else if (p[1] == '-' && p + 2 < last) {
      p += 2;
      if (p[-2] <= c && c <= *p) return found;
    } else if (*p == c) {
      return found;
    }
  }
  return !found;
}

static bool fits(const matcher *m, const byte *s, const byte *p, const byte *end) {
  if (s >= m->subject_end) return false;
  switch (*p) {
    case '.': return true;
    case '%': return in_named_class(*s, p[1]);
    case '[': return in_set(*s, p, end - 1);
    default: return *p == *s;
  }
}

// ---- items

static const byte *match_most(matcher *m, const byte *s, const byte *p, const byte *end) {
  ptrdiff_t count = 0;
  while (fits(m, s + count, p, end)) count++;
  for (; count >= 0 && !m->stopped; count--) {
    const byte *result = match(m, s + count, end + 1);
    if (result) return result;
  }
  return NULL;
}

static const byte *match_fewest(matcher *m, const byte *s, const byte *p, const byte *end) {
  while (!m->stopped) {
    const byte *result = match(m, s, end + 1);
    if (result) return result;
    if (!fits(m, s, p, end)) return NULL;
    s++;
  }
  return NULL;
}

static const byte *match_balanced(const matcher *m, const byte *s, const byte *p) {
  if (s >= m->subject_end || *s != p[0]) return NULL;
  int open = 1;
  while (++s < m->subject_end) {
    if (*s == p[1]) {
      if (--open == 0) return s + 1;
    } else if (*s == p[0]) {
      open++;
    }
  }
  return NULL;
}

static const byte *open_capture(matcher *m, const byte *s, const byte *p) {
  if (m->count >= CAPTURES) return NULL;
  m->captures[m->count++] = (capture){s, -1};
  const byte *result = match(m, s, p);
  if (!result) m->count--;
  return result;
}

static const byte *close_capture(matcher *m, const byte *s, const byte *p) {
  int last = m->count - 1;
  while (last >= 0 && m->captures[last].length >= 0) last--;
  if (last < 0) return NULL;
  m->captures[last].length = s - m->captures[last].start;
  const byte *result = match(m, s, p);
  if (!result) m->captures[last].length = -1;
  return result;
}

static const byte *match_again(const matcher *m, const byte *s, byte digit) {
  int index = digit - '1';
  if (index < 0 || index >= m->count || m->captures[index].length < 0) return NULL;
  ptrdiff_t length = m->captures[index].length;
  if (m->subject_end - s < length || memcmp(m->captures[index].start, s, (size_t)length) != 0) return NULL;
  return s + length;
}

/// Whether a border between bytes outside and inside of a set is at `s`.
static bool is_border(const matcher *m, const byte *s, const byte *p, const byte *end) {
  byte before = s == m->subject ? 0 : s[-1], after = s < m->subject_end ? *s : 0;
  return !in_set(before, p, end - 1) && in_set(after, p, end - 1);
}

// ---- matching

static bool must_stop(matcher *m) {
  if (++m->steps % STEPS_BETWEEN_QUESTIONS == 0 && m->patience && m->patience->must_stop(m->patience->context)) {
    m->stopped = true;
  }
  return m->stopped;
}

static const byte *match_item(matcher *m, const byte *s, const byte *p) {
  const byte *end = item_end(m, p);
  byte suffix = end < m->pattern_end ? *end : 0;
  switch (suffix) {
    case '*': return match_most(m, s, p, end);
    case '+': return fits(m, s, p, end) ? match_most(m, s + 1, p, end) : NULL;
    case '-': return match_fewest(m, s, p, end);
    case '?': {
      const byte *result = fits(m, s, p, end) ? match(m, s + 1, end + 1) : NULL;
      return result ? result : match(m, s, end + 1);
    }
    default: return fits(m, s, p, end) ? match(m, s + 1, end) : NULL;
  }
}

/// The end of the match of the pattern from `p` on that begins at `s`, or NULL.
static const byte *match_here(matcher *m, const byte *s, const byte *p) {
  if (p >= m->pattern_end) return s;
  switch (*p) {
    case '(': return open_capture(m, s, p + 1);
    case ')': return close_capture(m, s, p + 1);
    case '$':
      if (p + 1 == m->pattern_end) return s == m->subject_end ? s : NULL;
      break;
    case '%':
      if (p + 1 >= m->pattern_end) return NULL;
      if (p[1] == 'b') {
        if (p + 3 >= m->pattern_end) return NULL;
        s = match_balanced(m, s, p + 2);
        return s ? match(m, s, p + 4) : NULL;
      }
      if (p[1] == 'f') {
        if (p + 2 >= m->pattern_end || p[2] != '[') return NULL;
        const byte *end = item_end(m, p + 2);
        return is_border(m, s, p + 2, end) ? match(m, s, end) : NULL;
      }
      if (is_digit(p[1])) {
        s = match_again(m, s, p[1]);
        return s ? match(m, s, p + 2) : NULL;
      }
      break;
    default: break;
  }
  return match_item(m, s, p);
}

static const byte *match(matcher *m, const byte *s, const byte *p) {
  if (must_stop(m) || m->depth >= DEPTH) return NULL;
  m->depth++;
  const byte *result = match_here(m, s, p);
  m->depth--;
  return result;
}

/// Finds the first match: where it begins, or NULL, and where it ends.
static const byte *search(matcher *m, csqlite_span subject, csqlite_span pattern, const byte **end) {
  m->subject = subject.start;
  m->subject_end = subject.start + subject.count;
  m->pattern_end = pattern.start + pattern.count;
  bool anchored = pattern.count > 0 && *pattern.start == '^';
  const byte *p = pattern.start + (anchored ? 1 : 0);
  for (const byte *s = m->subject; s <= m->subject_end && !m->stopped; s++) {
    m->count = 0;
    *end = match(m, s, p);
    if (*end) return s;
    if (anchored) break;
  }
  return NULL;
}

/// Prepares and searches; false when there is nothing to answer.
static bool run(sqlite3_context *context, sqlite3_value **values, matcher *m, const byte **start, const byte **end) {
  csqlite_span subject = csqlite_bytes(values[0]), pattern = csqlite_bytes(values[1]);
  if (!subject.start || !pattern.start) return false;
  m->patience = sqlite3_user_data(context);
  *start = search(m, subject, pattern, end);
  if (m->stopped) sqlite3_result_error_code(context, SQLITE_INTERRUPT);
  return !m->stopped;
}

static void find(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  matcher m = {0};
  const byte *start, *end;
  if (run(context, values, &m, &start, &end)) sqlite3_result_int64(context, start ? start - m.subject + 1 : 0);
}

static void match_first(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  matcher m = {0};
  const byte *start, *end;
  if (!run(context, values, &m, &start, &end) || !start) return;
  ptrdiff_t length = end - start;
  if (m.count > 0) {
    start = m.captures[0].start;
    length = m.captures[0].length;
  }
  csqlite_answer(context, values[0], start, (int)length);
}

int csqlite_add_patterns(sqlite3 *database, const csqlite_patience *patience) {
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
  int code = sqlite3_create_function(database, "lua_find", 2, flags, (void *)patience, find, 0, 0);
  if (code != SQLITE_OK) return code;
  return sqlite3_create_function(database, "lua_match", 2, flags, (void *)patience, match_first, 0, 0);
}
