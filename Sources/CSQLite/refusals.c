// Functions of SQLite that no statement needs, and that would help to break into the program.
#include "CSQLite.h"
#include "functions.h"

// It gives addresses of memory as values, and takes values as addresses.
static void refuse_tokenizer(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  (void)values;
  sqlite3_result_error(context, "fts3_tokenizer is not available: it hands out addresses of memory", -1);
}

int csqlite_add_refusals(sqlite3 *database) {
  int code = SQLITE_OK;
  for (int count = 1; count <= 2 && code == SQLITE_OK; count++) {
    int flags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
    code = sqlite3_create_function(database, "fts3_tokenizer", count, flags, 0, refuse_tokenizer, 0, 0);
  }
  return code;
}
