// Lists in memory: sorted, in sections, compared.
#include "sections.h"
#include "workloads.h"

static int by_key(const player *a, const player *b) { return (a->id > b->id) - (a->id < b->id); }

static player **rows_to_sort(int *count) {
  static players list;
  if (!list.count) load_players(&list, prepare(source(), ALL_COLUMNS));
  player **rows = malloc(list.count * sizeof *rows);
  memcpy(rows, list.at, list.count * sizeof *rows);
  *count = list.count;
  return rows;
}

// The rows of a list for which something holds, in their order.
static double filtered(int (*holds)(const player *)) {
  int count, kept = 0;
  player **rows = rows_to_sort(&count);

  double start = clock_seconds();
  player **found = malloc((count + 1) * sizeof *found);
  for (int i = 0; i < count; i++)
    if (holds(rows[i])) found[kept++] = rows[i];
  double seconds = clock_seconds() - start;

  check_order(found, kept);
  free(found);
  free(rows);
  return seconds;
}

static int is_young_and_good(const player *p) { return p->age >= 20 && p->age < 30 && p->score > 50; }

// A function, tests and a text that say the same.
double list_filter(void) { return filtered(is_young_and_good); }
double list_tests(void) { return filtered(is_young_and_good); }
double list_text(void) { return filtered(is_young_and_good); }

static int has_ell(const player *p) { return strstr(p->name, "ell") != NULL; }

// A function that no condition says.
double list_function(void) { return filtered(has_ell); }

typedef struct {
  const char *last_name;
  player *row;
} keyed_row;

static int by_last_name(const void *left, const void *right) {
  const keyed_row *a = left, *b = right;
  int order = strcmp(a->last_name, b->last_name);
  return order ? order : by_key(a->row, b->row);
}

// The key of a row is made once, as a closure would: what follows the last space of the name.
double sort_key(void) {
  int count;
  player **rows = rows_to_sort(&count);

  double start = clock_seconds();
  keyed_row *keyed = malloc(count * sizeof *keyed);
  for (int i = 0; i < count; i++) {
    const char *space = strrchr(rows[i]->name, ' ');
    keyed[i] = (keyed_row){space ? space + 1 : rows[i]->name, rows[i]};
  }
  qsort(keyed, count, sizeof *keyed, by_last_name);
  for (int i = 0; i < count; i++) rows[i] = keyed[i].row;
  free(keyed);
  double seconds = clock_seconds() - start;

  check_order(rows, count);
  free(rows);
  return seconds;
}

static int by_team_and_score(const void *left, const void *right) {
  const player *a = *(player *const *)left, *b = *(player *const *)right;
  int order = strcmp(a->team, b->team);
  if (!order) order = (a->score < b->score) - (a->score > b->score);
  return order ? order : by_key(a, b);
}

double sort_comparator(void) {
  int count;
  player **rows = rows_to_sort(&count);

  double start = clock_seconds();
  qsort(rows, count, sizeof *rows, by_team_and_score);
  double seconds = clock_seconds() - start;

  check_order(rows, count);
  free(rows);
  return seconds;
}

// Sorts rows and gives where each section starts; `starts` has room for one more than all.
static int sort_into_sections(player **rows, int count, int *starts) {
  qsort(rows, count, sizeof *rows, by_section_and_name);
  int sections = 0;
  for (int i = 0; i < count; i++)
    if (i == 0 || rows[i]->name[0] != rows[i - 1]->name[0]) starts[sections++] = i;
  return sections;
}

static void check_sections(player *const *rows, int count, const int *starts, int sections) {
  snprintf(check, sizeof check, "%d:%d:%lld:%lld", count, sections, rows[starts[1]]->id, rows[count - 1]->id);
}

double group(void) {
  int count;
  player **rows = rows_to_sort(&count);

  double start = clock_seconds();
  int *starts = malloc((count + 1) * sizeof *starts), sections = sort_into_sections(rows, count, starts);
  double seconds = clock_seconds() - start;

  check_sections(rows, count, starts, sections);
  free(rows);
  free(starts);
  return seconds;
}

double sections(void) {
  sqlite3 *database = source();
  double start = clock_seconds();
  players list = {0};
  sqlite3_stmt *statement = prepare(database, ALL_COLUMNS);
  load_players(&list, statement);
  int *starts = malloc((list.count + 1) * sizeof *starts), sections = sort_into_sections(list.at, list.count, starts);
  double seconds = clock_seconds() - start;

  check_sections(list.at, list.count, starts, sections);
  free(starts);
  free_players(&list);
  sqlite3_finalize(statement);
  return seconds;
}

double difference(void) {
  sqlite3 *database = source();
  static players old, new;
  if (!old.count) {
    char path[4096], copy[4200];
    snprintf(path, sizeof path, "%s/limit-changed.sqlite", scratch);
    snprintf(copy, sizeof copy, "VACUUM INTO '%s'", path);
    remove(path);
    execute(database, copy);
    sqlite3 *changed = open_database(path, 0);
    execute(changed, CHANGES);
    load_players(&old, prepare(database, IN_SECTIONS));
    load_players(&new, prepare(changed, IN_SECTIONS));
  }
  double start = clock_seconds();
  difference_counts counts = compare_lists(&old, &new);
  double seconds = clock_seconds() - start;
  snprintf(check, sizeof check, "%d:%d:%d:%d", counts.deleted, counts.inserted, counts.updated, counts.moved);
  return seconds;
}
