// The sum of SQLite, but for what is on the way to it: integers are added up in 128 bits, so that only a sum that no
// integer holds is an error, whatever the order of the rows. SQLite's own fails where a part of them is too large.
#include <stdint.h>

#include "CSQLite.h"
#include "functions.h"

// SQLite gives memory for words of eight bytes.
typedef __int128 csqlite_wide __attribute__((aligned(8)));

typedef struct {
  csqlite_wide whole;
  double real;
  int64_t values;  // that are not NULL
  int is_real;     // whether one of them was no integer
} csqlite_total;

// The number that a value is to the sum, as SQLite reads it: what is no number is 0.0.
static void add(sqlite3_context *context, sqlite3_value *value, int sign) {
  csqlite_total *total = sqlite3_aggregate_context(context, sizeof *total);
  if (!total) return sqlite3_result_error_nomem(context);
  int type = sqlite3_value_numeric_type(value);
  if (type == SQLITE_NULL) return;
  total->values += sign;
  if (type == SQLITE_INTEGER) {
    int64_t number = sqlite3_value_int64(value);
    total->whole += sign * (__int128)number;
    total->real += sign * (double)number;
  } else {
    total->real += sign * sqlite3_value_double(value);
    total->is_real = 1;
  }
}

static void step(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  add(context, values[0], 1);
}

// Takes a row back that leaves the frame of a window.
static void leave(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  add(context, values[0], -1);
}

static void finish(sqlite3_context *context) {
  const csqlite_total *total = sqlite3_aggregate_context(context, 0);
  if (!total || total->values == 0) return sqlite3_result_null(context);
  if (total->is_real) return sqlite3_result_double(context, total->real);
  if (total->whole > INT64_MAX || total->whole < INT64_MIN) {
    return sqlite3_result_error(context, "integer overflow", -1);
  }
  sqlite3_result_int64(context, (int64_t)total->whole);
}

int csqlite_add_sums(sqlite3 *database) {
  // Views and triggers of other programs may use it.
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
  return sqlite3_create_window_function(database, "sum", 1, flags, 0, step, finish, finish, leave, 0);
}
