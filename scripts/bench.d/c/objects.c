// Objects one by one: stored, fetched, streamed, filtered, looked up.
#include "workloads.h"

void insert_one(sqlite3_stmt *statement, const player *p) {
  sqlite3_bind_int64(statement, 1, p->id);
  sqlite3_bind_text(statement, 2, p->name, p->name_bytes, SQLITE_STATIC);
  sqlite3_bind_text(statement, 3, p->team, p->team_bytes, SQLITE_STATIC);
  sqlite3_bind_int(statement, 4, p->age);
  sqlite3_bind_double(statement, 5, p->score);
  sqlite3_bind_text(statement, 6, p->joined, p->joined_bytes, SQLITE_STATIC);
  sqlite3_bind_text(statement, 7, p->bio, p->bio_bytes, SQLITE_STATIC);  // a NULL pointer binds NULL
  if (sqlite3_step(statement) != SQLITE_DONE) fail("insert");
  sqlite3_reset(statement);
}

double insert(void) {
  sqlite3 *database = source();
  static players list;
  if (!list.count) load_players(&list, prepare(database, ALL_COLUMNS));
  char path[4096];
  snprintf(path, sizeof path, "%s/limit.sqlite", scratch);
  sqlite3 *target = fresh_database(path);

  double start = clock_seconds();
  execute(target, "BEGIN");
  sqlite3_stmt *statement = prepare(target, INSERT);
  for (int i = 0; i < list.count; i++) {
    if (!is_valid(list.at[i])) fail("the data is not valid");
    insert_one(statement, list.at[i]);
  }
  execute(target, "COMMIT");
  double seconds = clock_seconds() - start;

  sqlite3_finalize(statement);
  check_sums(target);
  sqlite3_close(target);
  return seconds;
}

double fetch(void) {
  sqlite3 *database = source();
  double start = clock_seconds();
  players list = {0};
  sqlite3_stmt *statement = prepare(database, ALL_COLUMNS);
  load_players(&list, statement);
  long ages = 0, bytes = 0;
  double scores = 0;
  for (int i = 0; i < list.count; i++) {
    ages += list.at[i]->age;
    bytes += list.at[i]->name_bytes;
    scores += list.at[i]->score;
  }
  snprintf(check, sizeof check, "%d:%ld:%ld:%.0f", list.count, ages, bytes, scores);
  free_players(&list);
  sqlite3_finalize(statement);
  return clock_seconds() - start;
}

double stream(void) {
  sqlite3 *database = source();
  double start = clock_seconds();
  sqlite3_stmt *statement = prepare(database, ALL_COLUMNS);
  long count = 0, ages = 0, bytes = 0;
  double scores = 0;
  while (sqlite3_step(statement) == SQLITE_ROW) {
    count++;
    ages += sqlite3_column_int(statement, 3);
    bytes += sqlite3_column_bytes(statement, 1);
    scores += sqlite3_column_double(statement, 4);
  }
  snprintf(check, sizeof check, "%ld:%ld:%ld:%.0f", count, ages, bytes, scores);
  sqlite3_finalize(statement);
  return clock_seconds() - start;
}

double filter(void) {
  sqlite3 *database = source();
  double start = clock_seconds();
  players list = {0};
  sqlite3_stmt *statement = prepare(database, ALL_COLUMNS);
  while (sqlite3_step(statement) == SQLITE_ROW) {
    int age = sqlite3_column_int(statement, 3);
    const char *name = (const char *)sqlite3_column_text(statement, 1);
    int bytes = sqlite3_column_bytes(statement, 1);
    if (age >= 20 && age < 30 && bytes >= 3 && memcmp(name + bytes - 3, "ell", 3) == 0) append_player(&list, statement);
  }
  double seconds = clock_seconds() - start;
  check_order(list.at, list.count);
  free_players(&list);
  sqlite3_finalize(statement);
  return seconds;
}

double lookup(void) {
  sqlite3 *database = source();
  double start = clock_seconds();
  players list = {0};
  sqlite3_stmt *statement = prepare(database, BY_KEY);
  long bytes = 0;
  for (long i = 0; i < 100000; i++) {
    sqlite3_bind_int64(statement, 1, 1 + i * 7919 % 100000);
    if (sqlite3_step(statement) != SQLITE_ROW) fail("no such row");
    bytes += append_player(&list, statement)->name_bytes;
    sqlite3_reset(statement);
  }
  snprintf(check, sizeof check, "%ld", bytes);
  free_players(&list);
  sqlite3_finalize(statement);
  return clock_seconds() - start;
}
