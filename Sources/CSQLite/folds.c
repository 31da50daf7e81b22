// What loops of Lua gather over rows, as aggregates: sums and extremes of values in the order in which they come.
//
// NULL adds nothing. Values are numbers, or all of them are texts.
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "CSQLite.h"
#include "functions.h"

// ---- sums: integers wrap around, and are real numbers from the first of these on

typedef struct {
  int is_real;
  int64_t integer;
  double real;
} csqlite_sum;

static void add_to_sum(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  int type = sqlite3_value_type(values[0]);
  if (type == SQLITE_NULL) return;
  csqlite_sum *sum = sqlite3_aggregate_context(context, sizeof(csqlite_sum));
  if (!sum) return sqlite3_result_error_nomem(context);
  // The user data says whether a loop begins with 0.0.
  if (!sum->is_real && (type == SQLITE_FLOAT || sqlite3_user_data(context))) {
    sum->is_real = 1;
    sum->real = (double)sum->integer;
  }
  if (sum->is_real) {
    sum->real += type == SQLITE_FLOAT ? sqlite3_value_double(values[0]) : (double)sqlite3_value_int64(values[0]);
  } else {
    sum->integer = (int64_t)((uint64_t)sum->integer + (uint64_t)sqlite3_value_int64(values[0]));
  }
}

/// What is not a number is NULL.
static void finish_sum(sqlite3_context *context) {
  csqlite_sum *sum = sqlite3_aggregate_context(context, 0);
  if (sum ? sum->is_real : sqlite3_user_data(context) != NULL) {
    sqlite3_result_double(context, sum ? sum->real : 0.0);
  } else {
    sqlite3_result_int64(context, sum ? sum->integer : 0);
  }
}

// ---- extremes: of equal values the first

/// Whether an integer is less than a real number (`LTintfloat` of lvm.c).
static int is_less_than_real(int64_t i, double f) {
  if (i >= -(INT64_C(1) << 53) && i <= INT64_C(1) << 53) return (double)i < f;
  if (f >= 0x1p63) return 1;
  return f > -0x1p63 && i < (int64_t)ceil(f);
}

static int is_real_less_than(double f, int64_t i) {
  if (i >= -(INT64_C(1) << 53) && i <= INT64_C(1) << 53) return f < (double)i;
  if (f >= 0x1p63) return 0;
  return f < -0x1p63 || (int64_t)floor(f) < i;
}

static int is_text_less(sqlite3_value *left, sqlite3_value *right) {
  csqlite_span a = csqlite_bytes(left), b = csqlite_bytes(right);
  const void *first = a.start ? (const void *)a.start : "", *second = b.start ? (const void *)b.start : "";
  int order = memcmp(first, second, (size_t)(a.count < b.count ? a.count : b.count));
  return order ? order < 0 : a.count < b.count;
}

static int is_less(sqlite3_value *left, sqlite3_value *right) {
  int a = sqlite3_value_type(left), b = sqlite3_value_type(right);
  if (a == SQLITE_INTEGER && b == SQLITE_INTEGER) return sqlite3_value_int64(left) < sqlite3_value_int64(right);
  if (a == SQLITE_INTEGER && b == SQLITE_FLOAT) {
    return is_less_than_real(sqlite3_value_int64(left), sqlite3_value_double(right));
  }
  if (a == SQLITE_FLOAT && b == SQLITE_INTEGER) {
    return is_real_less_than(sqlite3_value_double(left), sqlite3_value_int64(right));
  }
  if (a == SQLITE_FLOAT && b == SQLITE_FLOAT) return sqlite3_value_double(left) < sqlite3_value_double(right);
  return is_text_less(left, right);
}

static void keep_extreme(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  if (sqlite3_value_type(values[0]) == SQLITE_NULL) return;
  sqlite3_value **kept = sqlite3_aggregate_context(context, sizeof(sqlite3_value *));
  if (!kept) return sqlite3_result_error_nomem(context);
  int is_most = sqlite3_user_data(context) != NULL;
  if (*kept && !(is_most ? is_less(*kept, values[0]) : is_less(values[0], *kept))) return;
  sqlite3_value_free(*kept);
  *kept = sqlite3_value_dup(values[0]);
  if (!*kept) sqlite3_result_error_nomem(context);
}

static void finish_extreme(sqlite3_context *context) {
  sqlite3_value **kept = sqlite3_aggregate_context(context, 0);
  if (!kept || !*kept) return sqlite3_result_null(context);
  sqlite3_result_value(context, *kept);
  sqlite3_value_free(*kept);
  *kept = NULL;
}

int csqlite_add_folds(sqlite3 *database, int flags) {
  static char yes;
  const struct {
    const char *name;
    void *data;
    void (*step)(sqlite3_context *, int, sqlite3_value **);
    void (*finish)(sqlite3_context *);
  } folds[] = {
      {"lua_sum", NULL, add_to_sum, finish_sum},
      {"lua_real_sum", &yes, add_to_sum, finish_sum},
      {"lua_most", &yes, keep_extreme, finish_extreme},
      {"lua_least", NULL, keep_extreme, finish_extreme},
  };
  int code = SQLITE_OK;
  for (size_t i = 0; i < sizeof folds / sizeof *folds && code == SQLITE_OK; i++) {
    code = sqlite3_create_function(database, folds[i].name, 1, flags, folds[i].data, 0, folds[i].step, folds[i].finish);
  }
  return code;
}
