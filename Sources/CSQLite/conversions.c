// `tonumber`, `string.gsub`, `string.reverse` and `string.byte` as SQL functions, with Lua's results.
//
// Each is NULL where an operand is NULL, and none raises an error.
#include <CPatterns.h>
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "CSQLite.h"
#include "functions.h"

// ---- numbers as Lua's reader takes them (`l_str2int` and `l_str2d` of lobject.c)

static const char *skip_blanks(const char *s) {
  while (isspace((unsigned char)*s)) s++;
  return s;
}

static int digit_of(unsigned char c) { return isdigit(c) ? c - '0' : tolower(c) - 'a' + 10; }

/// The end of an integer; NULL for what is none. Hexadecimal digits wrap around, others must fit.
static const char *read_integer(const char *s, int64_t *result) {
  uint64_t value = 0;
  int is_empty = 1;
  s = skip_blanks(s);
  int is_negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
    for (s += 2; isxdigit((unsigned char)*s); s++, is_empty = 0) value = value * 16 + (uint64_t)digit_of((unsigned char)*s);
  } else {
    for (; isdigit((unsigned char)*s); s++, is_empty = 0) {
      unsigned digit = (unsigned)(*s - '0');
      if (value > INT64_MAX / 10 || (value == INT64_MAX / 10 && digit > INT64_MAX % 10 + (unsigned)is_negative)) return NULL;
      value = value * 10 + digit;
    }
  }
  if (is_empty) return NULL;
  *result = (int64_t)(is_negative ? 0u - value : value);
  return skip_blanks(s);
}

/// The end of a real number; NULL for what is none, as `inf` and `nan` are.
static const char *read_real(const char *s, double *result) {
  if (strpbrk(s, "nN")) return NULL;
  char *end;
  *result = strtod(s, &end);
  return end == s ? NULL : skip_blanks(end);
}

static void to_number(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  int type = sqlite3_value_type(values[0]);
  if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) sqlite3_result_value(context, values[0]);
  if (type != SQLITE_TEXT && type != SQLITE_BLOB) return;
  csqlite_span span = csqlite_bytes(values[0]);
  // Lua's own reader gives up at the first NUL, too, and what follows it makes the whole no number.
  char *copy = sqlite3_malloc64((sqlite3_uint64)span.count + 1);
  if (!copy) {
    sqlite3_result_error_nomem(context);
    return;
  }
  memcpy(copy, span.start, (size_t)span.count);
  copy[span.count] = 0;
  int64_t integer;
  double real;
  const char *end = read_integer(copy, &integer);
  if (end && end == copy + span.count) {
    sqlite3_result_int64(context, integer);
  } else {
    end = read_real(copy, &real);
    if (end && end == copy + span.count) sqlite3_result_double(context, real);
  }
  sqlite3_free(copy);
}

// ---- strings

static void reverse(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  csqlite_span s = csqlite_bytes(values[0]);
  if (!s.start) return;
  unsigned char *copy = sqlite3_malloc64((sqlite3_uint64)s.count + 1);
  if (!copy) {
    sqlite3_result_error_nomem(context);
    return;
  }
  for (int i = 0; i < s.count; i++) copy[i] = s.start[s.count - 1 - i];
  csqlite_answer(context, values[0], copy, s.count);
  sqlite3_free(copy);
}

/// The byte at a place, which counts from the end where it is negative; NULL where there is none.
static void byte_at(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  csqlite_span s = csqlite_bytes(values[0]);
  if (!s.start || sqlite3_value_type(values[1]) == SQLITE_NULL) return;
  sqlite3_int64 place = sqlite3_value_int64(values[1]);
  if (place < 0) place = place < -(sqlite3_int64)s.count ? 0 : s.count + place + 1;
  if (place >= 1 && place <= s.count) sqlite3_result_int(context, s.start[place - 1]);
}

/// `string.gsub` with a replacement that is taken as it is; the pattern ends in a zero byte.
static void substitute(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  csqlite_span s = csqlite_bytes(values[0]), pattern = csqlite_bytes(values[1]), other = csqlite_bytes(values[2]);
  if (!s.start || !pattern.start || !other.start || sqlite3_value_type(values[1]) != SQLITE_TEXT) return;
  const char *p = (const char *)pattern.start, *source = (const char *)s.start, *end = source + s.count, *last = NULL;
  sqlite3_str *result = sqlite3_str_new(sqlite3_context_db_handle(context));
  int is_anchored = *p == '^';
  cpatterns_matcher m;
  cpatterns_begin(&m, source, (size_t)s.count, p + is_anchored, (size_t)(pattern.count - is_anchored), NULL);
  const csqlite_patience *patience = sqlite3_user_data(context);
  if (patience) {
    m.must_stop = patience->must_stop;
    m.context = patience->context;
  }
  do {
    const char *found = cpatterns_match(&m, source, p + is_anchored);
    if (m.error) break;
    if (found && found != last) {
      sqlite3_str_append(result, (const char *)other.start, other.count);
      source = last = found;
    } else if (source < end) {
      sqlite3_str_append(result, source++, 1);
    } else {
      break;
    }
  } while (!is_anchored);
  if (m.error == CPATTERNS_STOPPED) {
    sqlite3_result_error_code(context, SQLITE_INTERRUPT);
  } else if (!m.error && sqlite3_str_errcode(result) == SQLITE_OK) {
    if (source < end) sqlite3_str_append(result, source, (int)(end - source));
    int length = sqlite3_str_length(result);
    csqlite_answer(context, values[0], (const unsigned char *)(length ? sqlite3_str_value(result) : ""), length);
  } else {
    sqlite3_result_error(context, "a text cannot be changed", -1);
  }
  sqlite3_free(sqlite3_str_finish(result));
}

int csqlite_add_conversions(sqlite3 *database, int flags) {
  static const csqlite_function functions[] = {
      {"lua_tonumber", 1, to_number}, {"lua_reverse", 1, reverse}, {"lua_byte", 2, byte_at}, {0, 0, 0}};
  return csqlite_add(database, flags, functions);
}

int csqlite_add_substitution(sqlite3 *database, const csqlite_patience *patience, int flags) {
  return sqlite3_create_function(database, "lua_gsub", 3, flags, (void *)patience, substitute, 0, 0);
}
