// Lua's floor division and modulo as SQL functions, with Lua's results for every pair of numbers.
#include <math.h>
#include <stdint.h>

#include "CSQLite.h"

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
    if (rest * right < 0) rest += right;
    sqlite3_result_double(context, rest);
  }
}

int csqlite_add_functions(sqlite3 *database) {
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  int code = sqlite3_create_function(database, "moonshell_floor_divide", 2, flags, 0, floor_divide, 0, 0);
  if (code != SQLITE_OK) return code;
  return sqlite3_create_function(database, "moonshell_modulo", 2, flags, 0, modulo, 0, 0);
}
