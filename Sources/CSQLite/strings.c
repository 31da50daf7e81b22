// Lua's operations on strings as SQL functions: by bytes, of text and of bytes alike.
//
// Each is NULL where an operand is NULL, and none raises an error.
#include <stdint.h>
#include <string.h>

#include "CSQLite.h"
#include "functions.h"

csqlite_span csqlite_bytes(sqlite3_value *value) {
  csqlite_span result = {0, 0};
  int type = sqlite3_value_type(value);
  if (type == SQLITE_NULL) return result;
  // In this order: the length is that of the text, once it is made.
  result.start = type == SQLITE_BLOB ? sqlite3_value_blob(value) : (const void *)sqlite3_value_text(value);
  result.count = sqlite3_value_bytes(value);
  // No bytes have no address, which would mean NULL.
  if (!result.start) result.start = (const unsigned char *)"";
  return result;
}

static void length(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  csqlite_span s = csqlite_bytes(values[0]);
  if (s.start) sqlite3_result_int64(context, s.count);
}

/// The bytes of a text in UTF-8, however the database stores it.
static void bytes(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  csqlite_span s = csqlite_bytes(values[0]);
  if (s.start) sqlite3_result_blob(context, s.start, s.count, SQLITE_TRANSIENT);
}

/// Bytes as a text of UTF-8: SQLite itself takes them for what the database stores. Anything else stays.
static void text(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  if (sqlite3_value_type(values[0]) != SQLITE_BLOB) {
    sqlite3_result_value(context, values[0]);
    return;
  }
  csqlite_span s = csqlite_bytes(values[0]);
  sqlite3_result_text(context, (const char *)s.start, s.count, SQLITE_TRANSIENT);
}

/// Compares texts by their bytes in UTF-8: SQLite's own BINARY compares those that are stored.
static int compare(void *context, int left_count, const void *left, int right_count, const void *right) {
  (void)context;
  int order = memcmp(left, right, left_count < right_count ? left_count : right_count);
  return order ? order : left_count - right_count;
}

/// Answers bytes as text where they are of a text.
void csqlite_answer(sqlite3_context *context, sqlite3_value *source, const unsigned char *start, int count) {
  // No bytes may have no address, which would mean NULL.
  if (count == 0) start = (const unsigned char *)"";
  if (sqlite3_value_type(source) == SQLITE_BLOB) sqlite3_result_blob(context, start, count, SQLITE_TRANSIENT);
  else sqlite3_result_text(context, (const char *)start, count, SQLITE_TRANSIENT);
}

/// `string.sub`: places count from 1, or from -1 at the end.
static void sub(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  csqlite_span s = csqlite_bytes(values[0]);
  if (!s.start || sqlite3_value_type(values[1]) == SQLITE_NULL || sqlite3_value_type(values[2]) == SQLITE_NULL) return;
  sqlite3_int64 start = sqlite3_value_int64(values[1]), end = sqlite3_value_int64(values[2]);
  if (start < 0) start = start < -(sqlite3_int64)s.count ? 1 : s.count + start + 1;
  if (start == 0) start = 1;
  if (end > s.count) end = s.count;
  if (end < 0) end = end < -(sqlite3_int64)s.count ? 0 : s.count + end + 1;
  csqlite_answer(context, values[0], s.start + start - 1, start > end ? 0 : (int)(end - start + 1));
}

/// Letters of ASCII between `first` and `first + 25` become those of the other case; text stays text.
static void change_case(sqlite3_context *context, sqlite3_value *value, unsigned char first) {
  csqlite_span s = csqlite_bytes(value);
  if (!s.start) return;
  unsigned char *copy = sqlite3_malloc(s.count + 1);
  if (!copy) {
    sqlite3_result_error_nomem(context);
    return;
  }
  for (int i = 0; i < s.count; i++) copy[i] = s.start[i] - first < 26u ? s.start[i] ^ 0x20 : s.start[i];
  if (sqlite3_value_type(value) == SQLITE_BLOB) sqlite3_result_blob(context, copy, s.count, sqlite3_free);
  else sqlite3_result_text(context, (const char *)copy, s.count, sqlite3_free);
}

static void upper(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  change_case(context, values[0], 'a');
}

static void lower(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  change_case(context, values[0], 'A');
}

int csqlite_add_strings(sqlite3 *database, int flags) {
  static const csqlite_function functions[] = {
      {"lua_len", 1, length},  {"lua_sub", 3, sub},     {"lua_upper", 1, upper},
      {"lua_lower", 1, lower}, {"lua_bytes", 1, bytes}, {"lua_text", 1, text},
      {0, 0, 0}};
  int code = sqlite3_create_collation_v2(database, "moonshell_bytes", SQLITE_UTF8, 0, compare, 0);
  if (code != SQLITE_OK) return code;
  return csqlite_add(database, flags, functions);
}
