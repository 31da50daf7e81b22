// Conditions that the database decides, on a million rows: with an index and without one it is the same program.
#include "workloads.h"

static double fetch_with(const char *sql) {
  sqlite3 *database = source();
  double start = clock_seconds();
  players list = {0};
  sqlite3_stmt *statement = prepare(database, sql);
  load_players(&list, statement);
  double seconds = clock_seconds() - start;

  check_order(list.at, list.count);
  free_players(&list);
  sqlite3_finalize(statement);
  return seconds;
}

// An ending that minds its case: LIKE would not. The order is said, as every list of objects has one.
double where(void) {
  return fetch_with(ALL_COLUMNS " WHERE age BETWEEN 20 AND 21 AND substr(name, -3) = 'ell' ORDER BY id");
}

double equality(void) { return fetch_with(ALL_COLUMNS " WHERE age = 33 ORDER BY id"); }
