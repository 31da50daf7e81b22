// `tonumber`, `string.gsub`, `string.reverse`, `string.byte`, `string.rep`, `utf8.len`, powers and shifts as SQL functions, with Lua's results.
//
// Each is NULL where an operand is NULL, and none raises an error.
#include <CPatterns.h>
#include <ctype.h>
#include <math.h>
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

/// `string.rep`: at most a million bytes.
static void repeat(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  csqlite_span s = csqlite_bytes(values[0]);
  if (!s.start || sqlite3_value_type(values[1]) == SQLITE_NULL) return;
  sqlite3_int64 times = sqlite3_value_int64(values[1]);
  if (times < 0 || s.count == 0) times = 0;
  if (times > 1000000 || times * s.count > 1000000) return;
  unsigned char *copy = sqlite3_malloc64((sqlite3_uint64)(times * s.count) + 1);
  if (!copy) {
    sqlite3_result_error_nomem(context);
    return;
  }
  for (sqlite3_int64 i = 0; i < times; i++) memcpy(copy + i * s.count, s.start, (size_t)s.count);
  csqlite_answer(context, values[0], copy, (int)(times * s.count));
  sqlite3_free(copy);
}

/// How many bytes the character at a place has; 0 for what is no UTF-8, as `utf8.len` has it.
static int character_at(const unsigned char *s, int rest) {
  unsigned char c = s[0];
  if (c < 0x80) return 1;
  int length = c >= 0xF0 && c < 0xF8 ? 4 : c >= 0xE0 && c < 0xF0 ? 3 : c >= 0xC2 && c < 0xE0 ? 2 : 0;
  if (length == 0 || length > rest) return 0;
  uint32_t value = c & (0x7Fu >> length);
  for (int i = 1; i < length; i++) {
    if ((s[i] & 0xC0) != 0x80) return 0;
    value = value << 6 | (s[i] & 0x3Fu);
  }
  if (length == 3 && (value < 0x800 || (value >= 0xD800 && value < 0xE000))) return 0;
  return length == 4 && (value < 0x10000 || value > 0x10FFFF) ? 0 : length;
}

static void count_characters(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  csqlite_span s = csqlite_bytes(values[0]);
  if (!s.start) return;
  sqlite3_int64 characters = 0;
  for (int place = 0; place < s.count; characters++) {
    int length = character_at(s.start + place, s.count - place);
    if (length == 0) return;
    place += length;
  }
  sqlite3_result_int64(context, characters);
}

// ---- arithmetic

static void power(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  if (sqlite3_value_type(values[0]) == SQLITE_NULL || sqlite3_value_type(values[1]) == SQLITE_NULL) return;
  double a = sqlite3_value_double(values[0]), b = sqlite3_value_double(values[1]);
  // As `luai_numpow` has it. What is no number is NULL.
  sqlite3_result_double(context, b == 2 ? a * a : pow(a, b));
}

static void square_root(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  if (sqlite3_value_type(values[0]) == SQLITE_NULL) return;
  sqlite3_result_double(context, sqrt(sqlite3_value_double(values[0])));
}

/// `a << b`; the other way where `b` is negative.
static int64_t shifted(int64_t a, int64_t b) {
  if (b <= -64 || b >= 64) return 0;
  return (int64_t)(b < 0 ? (uint64_t)a >> -b : (uint64_t)a << b);
}

static void shift_left(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  if (sqlite3_value_type(values[0]) == SQLITE_NULL || sqlite3_value_type(values[1]) == SQLITE_NULL) return;
  sqlite3_result_int64(context, shifted(sqlite3_value_int64(values[0]), sqlite3_value_int64(values[1])));
}

static void shift_right(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  if (sqlite3_value_type(values[0]) == SQLITE_NULL || sqlite3_value_type(values[1]) == SQLITE_NULL) return;
  int64_t places = sqlite3_value_int64(values[1]);
  sqlite3_result_int64(context, shifted(sqlite3_value_int64(values[0]), places == INT64_MIN ? 64 : -places));
}

// ---- patterns

/// `string.gsub` with a replacement that is taken as it is; the pattern ends in a zero byte. Without one: how often it is
/// found.
static void substitute(sqlite3_context *context, int count, sqlite3_value **values) {
  csqlite_span s = csqlite_bytes(values[0]), pattern = csqlite_bytes(values[1]);
  csqlite_span other = count > 2 ? csqlite_bytes(values[2]) : (csqlite_span){(const unsigned char *)"", 0};
  sqlite3_int64 times = 0;
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
      times++;
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
    if (count == 2) sqlite3_result_int64(context, times);
    else csqlite_answer(context, values[0], (const unsigned char *)(length ? sqlite3_str_value(result) : ""), length);
  } else {
    sqlite3_result_error(context, "a text cannot be changed", -1);
  }
  sqlite3_free(sqlite3_str_finish(result));
}

/// A decimal that is stored as a number, without its point: two real numbers that 15 digits tell apart are two decimals,
/// and of each of them it is known which.
static void coefficient(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  sqlite3_int64 digits = sqlite3_value_int64(values[1]), whole = 1;
  if (sqlite3_value_type(values[1]) == SQLITE_NULL || digits < 0 || digits > 18) return;
  for (sqlite3_int64 i = 0; i < digits; i++) whole *= 10;
  int type = sqlite3_value_type(values[0]);
  if (type == SQLITE_INTEGER) {
    long long product;
    if (!__builtin_mul_overflow(sqlite3_value_int64(values[0]), whole, &product)) sqlite3_result_int64(context, product);
  } else if (type == SQLITE_FLOAT) {
    double number = sqlite3_value_double(values[0]), shifted = rint(number * (double)whole);
    // What is NULL is larger than that, has more digits, or is no finite number.
    if (fabs(shifted) < 1e15 && shifted / (double)whole == number) {
      sqlite3_result_int64(context, (sqlite3_int64)shifted);
    }
  }
}

int csqlite_add_conversions(sqlite3 *database, int flags) {
  static const csqlite_function functions[] = {
      {"lua_tonumber", 1, to_number}, {"lua_reverse", 1, reverse}, {"lua_byte", 2, byte_at},
      {"lua_rep", 2, repeat}, {"lua_utf8len", 1, count_characters}, {"lua_pow", 2, power}, {"lua_sqrt", 1, square_root},
      {"lua_shl", 2, shift_left}, {"lua_shr", 2, shift_right}, {"moonshell_coefficient", 2, coefficient}, {0, 0, 0}};
  return csqlite_add(database, flags, functions);
}

int csqlite_add_substitution(sqlite3 *database, const csqlite_patience *patience, int flags) {
  int code = sqlite3_create_function(database, "lua_gsub", 3, flags, (void *)patience, substitute, 0, 0);
  if (code != SQLITE_OK) return code;
  return sqlite3_create_function(database, "lua_gsub_count", 2, flags, (void *)patience, substitute, 0, 0);
}
