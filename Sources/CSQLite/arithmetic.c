// Lua's floor division and modulo as SQL functions, with Lua's results for every pair of numbers.
#include <math.h>
#include <stdint.h>

#include "CSQLite.h"
#include "functions.h"

// Nothing is done when an operand is NULL: a function's result is NULL unless it is set.
static int prepare(sqlite3_value **values) {
  int left = sqlite3_value_numeric_type(values[0]);
  int right = sqlite3_value_numeric_type(values[1]);
  if (left == SQLITE_NULL || right == SQLITE_NULL) return SQLITE_NULL;
  return left == SQLITE_INTEGER && right == SQLITE_INTEGER ? SQLITE_INTEGER : SQLITE_FLOAT;
}

static void divide_integers(sqlite3_context *context, sqlite3_int64 left, sqlite3_int64 right) {
  if (right == 0) return;
  // The one quotient that is out of range goes on as a real number.
  if (right == -1) {
    if (left == INT64_MIN) sqlite3_result_double(context, 9223372036854775808.0);
    else sqlite3_result_int64(context, -left);
    return;
  }
  sqlite3_int64 quotient = left / right;
  if (left % right != 0 && (left ^ right) < 0) quotient -= 1;
  sqlite3_result_int64(context, quotient);
}

static void floor_divide(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  int type = prepare(values);
  if (type == SQLITE_INTEGER) {
    divide_integers(context, sqlite3_value_int64(values[0]), sqlite3_value_int64(values[1]));
  } else if (type == SQLITE_FLOAT) {
    double right = sqlite3_value_double(values[1]);
    if (right != 0) sqlite3_result_double(context, floor(sqlite3_value_double(values[0]) / right));
  }
}

static void modulo(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  int type = prepare(values);
  if (type == SQLITE_INTEGER) {
    sqlite3_int64 left = sqlite3_value_int64(values[0]), right = sqlite3_value_int64(values[1]);
    if (right == 0) return;
    // INT64_MIN % -1 traps.
    sqlite3_int64 rest = right == -1 ? 0 : left % right;
    if (rest != 0 && (rest ^ right) < 0) rest += right;
    sqlite3_result_int64(context, rest);
  } else if (type == SQLITE_FLOAT) {
    double right = sqlite3_value_double(values[1]);
    if (right == 0) return;
    double rest = fmod(sqlite3_value_double(values[0]), right);
    if (rest > 0 ? right < 0 : rest < 0 && right > 0) rest += right;
    sqlite3_result_double(context, rest);
  }
}

/// `math.floor` of a number within the range of integers.
static void round_down(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  int type = sqlite3_value_type(values[0]);
  if (type == SQLITE_NULL) return;
  // As a real number, a large one would be another.
  if (type == SQLITE_INTEGER) {
    sqlite3_result_value(context, values[0]);
    return;
  }
  double whole = floor(sqlite3_value_double(values[0]));
  // Out of range it is NULL, not an error.
  if (whole >= -0x1p63 && whole < 0x1p63) sqlite3_result_int64(context, (sqlite3_int64)whole);
}

int csqlite_add(sqlite3 *database, int flags, const csqlite_function *functions) {
  for (; functions->name; functions++) {
    int code = sqlite3_create_function(
        database, functions->name, functions->arguments, flags, 0, functions->call, 0, 0);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}

int csqlite_add_functions(sqlite3 *database) {
  static const csqlite_function functions[] = {{"moonshell_floor_divide", 2, floor_divide},
                                               {"moonshell_modulo", 2, modulo},
                                               {"lua_floor", 1, round_down},
                                               {0, 0, 0}};
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  int code = csqlite_add(database, flags, functions);
  if (code == SQLITE_OK) code = csqlite_add_conversions(database, flags);
  if (code == SQLITE_OK) code = csqlite_add_folds(database, flags);
  if (code == SQLITE_OK) code = csqlite_add_writing(database, flags);
  if (code == SQLITE_OK) code = csqlite_add_classes(database, flags);
  if (code == SQLITE_OK) code = csqlite_add_sums(database);
  if (code == SQLITE_OK) code = csqlite_add_refusals(database);
  return code == SQLITE_OK ? csqlite_add_strings(database, flags) : code;
}
