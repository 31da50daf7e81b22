// `tostring` and `string.format` of numbers as SQL functions, with Lua's results.
//
// Each is NULL where an operand is NULL, and none raises an error.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "CSQLite.h"
#include "functions.h"

static int is_number(sqlite3_value *value) {
  int type = sqlite3_value_type(value);
  return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

static void write_text(char *text, size_t size, sqlite3_value *value, int is_real) {
  if (!is_real) {
    snprintf(text, size, "%lld", (long long)sqlite3_value_int64(value));
    return;
  }
  snprintf(text, size - 2, "%.14g", sqlite3_value_double(value));
  // What looks like an integer is told from one.
  if (!text[strspn(text, "-0123456789")]) strcat(text, ".0");
}

/// A number as `tostring` writes it (`tostringbuff` of lobject.c); as a real number where the second operand says so.
static void write_number(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  if (!is_number(values[0]) || sqlite3_value_type(values[1]) == SQLITE_NULL) return;
  char text[64];
  int is_real = sqlite3_value_type(values[0]) == SQLITE_FLOAT || sqlite3_value_int(values[1]);
  write_text(text, sizeof text, values[0], is_real);
  sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

/// The same of a number alone; any other value stays.
static void write_word(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  if (!is_number(values[0])) {
    sqlite3_result_value(context, values[0]);
    return;
  }
  char text[64];
  write_text(text, sizeof text, values[0], sqlite3_value_type(values[0]) == SQLITE_FLOAT);
  sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

/// Digits of a form, two at most.
static const char *skip_digits(const char *form) {
  for (int place = 0; place < 2 && *form >= '0' && *form <= '9'; place++) form++;
  return form;
}

/// The letter that a form of one number ends in, as in `%-8.2f`; 0 for what is none.
static char letter_of(const char *form, int length) {
  const char *end = form + length;
  if (length < 2 || strlen(form) != (size_t)length || *form != '%') return 0;
  size_t flags = strspn(++form, "-+ #0");
  if (flags > 5) return 0;
  form = skip_digits(form + flags);
  if (*form == '.') form = skip_digits(form + 1);
  return form + 1 == end ? *form : 0;
}

/// One number in a form that `string.format` takes; NULL for another one.
static void format_number(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  if (sqlite3_value_type(values[0]) != SQLITE_TEXT || !is_number(values[1])) return;
  const char *form = (const char *)sqlite3_value_text(values[0]);
  int length = sqlite3_value_bytes(values[0]);
  char letter = form ? letter_of(form, length) : 0;
  if (!letter) return;
  // Two digits of width, two behind the point, and the 309 in front of it.
  char text[512];
  if (strchr("aAeEfgG", letter)) {
    snprintf(text, sizeof text, form, sqlite3_value_double(values[1]));
  } else if (strchr("dixXo", letter) && sqlite3_value_type(values[1]) == SQLITE_INTEGER) {
    char wide[32];
    snprintf(wide, sizeof wide, "%.*sll%c", length - 1, form, letter);
    snprintf(text, sizeof text, wide, (long long)sqlite3_value_int64(values[1]));
  } else {
    return;
  }
  sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

int csqlite_add_writing(sqlite3 *database, int flags) {
  static const csqlite_function functions[] = {
      {"lua_tostring", 2, write_number}, {"lua_word", 1, write_word}, {"lua_format", 2, format_number}, {0, 0, 0}};
  return csqlite_add(database, flags, functions);
}
