// Which storage classes the values of a column have, in one look at each.
#include "CSQLite.h"
#include "functions.h"

// The bits are those of `StorageClasses`. The argument is `typeof(x)`: for that SQLite reads no long value.
static int class_of(const unsigned char *word) {
  switch (word ? word[0] : 'n') {
    case 'i': return 2;
    case 'r': return 4;
    case 't': return 8;
    case 'b': return 16;
    default: return 1;
  }
}

static void note(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  int *seen = sqlite3_aggregate_context(context, sizeof(int));
  if (seen) *seen |= class_of(sqlite3_value_text(values[0]));
}

static void answer(sqlite3_context *context) {
  int *seen = sqlite3_aggregate_context(context, 0);
  sqlite3_result_int(context, seen ? *seen : 0);
}

int csqlite_add_classes(sqlite3 *database, int flags) {
  return sqlite3_create_function(database, "moonshell_classes", 1, flags, 0, 0, note, answer);
}
