// The limit: each workload in C on sqlite3 alone, as fast as it reasonably goes.
//   limit WORKLOAD DATA SCRATCH REPETITIONS
// prints a line `seconds check` per repetition.
#include "sections.h"

static const char *data, *scratch;
static char check[200];

static const char *const teams[] = {"Apollo",  "Ariel",  "Callisto", "Ceres",  "Charon",  "Deimos",  "Dione",
                                    "Eris",    "Europa", "Ganymede", "Io",     "Luna",    "Mimas",   "Miranda",
                                    "Nereid",  "Oberon", "Phobos",   "Rhea",   "Titan",   "Triton"};

static int characters(const char *text) {
  int count = 0;
  for (; *text; text++) count += (*text & 0xC0) != 0x80;
  return count;
}

static int number(const char *digits, int count) {
  int value = 0;
  for (int i = 0; i < count; i++) {
    if (digits[i] < '0' || digits[i] > '9') return -1;
    value = 10 * value + digits[i] - '0';
  }
  return value;
}

static int is_date(const char *text, int bytes) {
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (bytes != 10 || text[4] != '-' || text[7] != '-') return 0;
  int year = number(text, 4), month = number(text + 5, 2), day = number(text + 8, 2);
  if (year < 0 || month < 1 || month > 12 || day < 1) return 0;
  int leap = month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return day <= days[month - 1] + leap;
}

static int is_valid(const player *p) {
  int length = characters(p->name), team = 0;
  while (team < 20 && strcmp(teams[team], p->team) != 0) team++;
  return length >= 1 && length <= 64 && team < 20 && p->age >= 16 && p->age <= 60 && p->score >= 0 && p->score <= 100 &&
         is_date(p->joined, p->joined_bytes) && (!p->bio || characters(p->bio) <= 280);
}

static void load(players *list, sqlite3_stmt *statement) {
  while (sqlite3_step(statement) == SQLITE_ROW) append_player(list, statement);
  sqlite3_reset(statement);
}

static void insert_one(sqlite3_stmt *statement, const player *p) {
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

static double insert(sqlite3 *database) {
  static players list;
  if (!list.count) load(&list, prepare(database, ALL_COLUMNS));
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
  sqlite3_stmt *sum = prepare(target, COUNT_AND_SUM);
  sqlite3_step(sum);
  snprintf(check, sizeof check, "%s", sqlite3_column_text(sum, 0));
  sqlite3_finalize(sum);
  sqlite3_close(target);
  return seconds;
}

static double fetch(sqlite3 *database) {
  double start = clock_seconds();
  players list = {0};
  sqlite3_stmt *statement = prepare(database, ALL_COLUMNS);
  load(&list, statement);
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

static double stream(sqlite3 *database) {
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

static double filter(sqlite3 *database) {
  double start = clock_seconds();
  players list = {0};
  sqlite3_stmt *statement = prepare(database, ALL_COLUMNS);
  while (sqlite3_step(statement) == SQLITE_ROW) {
    int age = sqlite3_column_int(statement, 3);
    const char *name = (const char *)sqlite3_column_text(statement, 1);
    int bytes = sqlite3_column_bytes(statement, 1);
    if (age >= 20 && age < 30 && bytes >= 3 && memcmp(name + bytes - 3, "ell", 3) == 0) append_player(&list, statement);
  }
  snprintf(check, sizeof check, "%d", list.count);
  free_players(&list);
  sqlite3_finalize(statement);
  return clock_seconds() - start;
}

static double lookup(sqlite3 *database) {
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

static double group(sqlite3 *database) {
  static players list;
  if (!list.count) load(&list, prepare(database, ALL_COLUMNS));
  player **rows = malloc(list.count * sizeof *rows);
  memcpy(rows, list.at, list.count * sizeof *rows);

  double start = clock_seconds();
  qsort(rows, list.count, sizeof *rows, by_section_and_name);
  int *sections = malloc((list.count + 1) * sizeof *sections), count = 0;
  for (int i = 0; i < list.count; i++)
    if (i == 0 || rows[i]->name[0] != rows[i - 1]->name[0]) sections[count++] = i;
  double seconds = clock_seconds() - start;

  snprintf(check, sizeof check, "%d:%d:%lld:%lld", list.count, count, rows[sections[1]]->id, rows[list.count - 1]->id);
  free(rows);
  free(sections);
  return seconds;
}

static double difference(sqlite3 *database) {
  static players old, new;
  if (!old.count) {
    char path[4096], copy[4200];
    snprintf(path, sizeof path, "%s/limit-changed.sqlite", scratch);
    snprintf(copy, sizeof copy, "VACUUM INTO '%s'", path);
    remove(path);
    execute(database, copy);
    sqlite3 *changed = open_database(path, 0);
    execute(changed, CHANGES);
    load(&old, prepare(database, IN_SECTIONS));
    load(&new, prepare(changed, IN_SECTIONS));
  }
  double start = clock_seconds();
  difference_counts counts = compare_lists(&old, &new);
  double seconds = clock_seconds() - start;
  snprintf(check, sizeof check, "%d:%d:%d:%d", counts.deleted, counts.inserted, counts.updated, counts.moved);
  return seconds;
}

// The whole process is what the driver times.
static double start(sqlite3 *database) {
  sqlite3_stmt *statement = prepare(database, "SELECT count(*) FROM player WHERE id <= 10");
  sqlite3_step(statement);
  snprintf(check, sizeof check, "%d", sqlite3_column_int(statement, 0));
  return 0;
}

int main(int count, char **arguments) {
  static const struct {
    const char *name;
    double (*run)(sqlite3 *);
  } workloads[] = {{"insert", insert}, {"fetch", fetch},   {"stream", stream},
                   {"filter", filter}, {"lookup", lookup}, {"group", group},
                   {"difference", difference},             {"start", start}};
  if (count != 5) fail("usage: limit WORKLOAD DATA SCRATCH REPETITIONS");
  data = arguments[2];
  scratch = arguments[3];
  for (size_t i = 0; i < sizeof workloads / sizeof *workloads; i++) {
    if (strcmp(workloads[i].name, arguments[1]) != 0) continue;
    sqlite3 *database = open_database(data, 1);
    for (int repetitions = atoi(arguments[4]); repetitions > 0; repetitions--) {
      double seconds = workloads[i].run(database);
      printf("%.6f %s\n", seconds, check);
    }
    return 0;
  }
  fail("unknown workload");
}
