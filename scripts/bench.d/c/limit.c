// The limit: each workload in C on sqlite3 alone, as fast as it reasonably goes.
//   limit WORKLOAD DATA SCRATCH REPETITIONS
// prints a line `seconds check` per repetition.
#include "workloads.h"

const char *data, *scratch;
char check[4200];

sqlite3 *source(void) {
  static sqlite3 *database;
  if (!database) database = open_database(data, 1);
  return database;
}

void check_sums(sqlite3 *target) {
  sqlite3_stmt *sums = prepare(target, SUMS_OF_ALL);
  sqlite3_step(sums);
  snprintf(check, sizeof check, "%s", sqlite3_column_text(sums, 0));
  sqlite3_finalize(sums);
}

void check_order(player *const *rows, int count) {
  unsigned sum = 0;
  for (int i = 0; i < count; i++) sum = sum * 31 + (unsigned)rows[i]->id;
  snprintf(check, sizeof check, "%d:%u", count, sum);
}

// The whole process is what the driver times.
double start(void) {
  sqlite3_stmt *statement = prepare(source(), "SELECT count(*) FROM player WHERE id <= 10");
  sqlite3_step(statement);
  snprintf(check, sizeof check, "%d", sqlite3_column_int(statement, 0));
  return 0;
}

static const struct {
  const char *name;
  double (*run)(void);
} workloads[] = {
    {"insert", insert},         {"fetch", fetch},       {"stream", stream},
    {"filter", filter},         {"lookup", lookup},     {"where", where},
    {"closure", where},         {"equality", equality}, {"list-filter", list_filter},
    {"list-tests", list_tests},   {"list-text", list_text},
    {"list-function", list_function}, {"sort-key", sort_key},
    {"sort-comparator", sort_comparator},
    {"sort-names", sort_comparator},                    {"group", group},
    {"group-tables", group},    {"sections", sections}, {"difference", difference},
    {"difference-lists", difference},                   {"difference-tables", difference},
    {"lazy", lazy},             {"eager", eager},       {"related", related},
    {"counts", counts},         {"products", products}, {"import", import},
    {"export", export},         {"start", start},
};

int main(int count, char **arguments) {
  if (count != 5) fail("usage: limit WORKLOAD DATA SCRATCH REPETITIONS");
  data = arguments[2];
  scratch = arguments[3];
  for (size_t i = 0; i < sizeof workloads / sizeof *workloads; i++) {
    if (strcmp(workloads[i].name, arguments[1]) != 0) continue;
    for (int repetitions = atoi(arguments[4]); repetitions > 0; repetitions--) {
      double seconds = workloads[i].run();
      printf("%.6f %s\n", seconds, check);
    }
    return 0;
  }
  fail("unknown workload");
}
