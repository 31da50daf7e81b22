#include "CSQLite.h"

#include <string.h>

int csqlite_configure(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

/// What SQLite may use; 0 for no limit.
static int64_t memory_limit = 0;

void csqlite_limit_memory(int64_t bytes) { memory_limit = bytes; }

int64_t csqlite_memory_limit(void) { return memory_limit; }

// Too late it changes nothing, and SQLite says so. A limit needs the account.
void csqlite_begin(void) {
  if (memory_limit == 0) sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  else sqlite3_hard_heap_limit64(memory_limit);
}

void csqlite_limit_values(sqlite3 *database) {
  // Of one value there are up to three copies at a time: SQLite's, that of the row, and Lua's.
  int64_t most = memory_limit / 4;
  if (memory_limit != 0 && most < 1000000000) sqlite3_limit(database, SQLITE_LIMIT_LENGTH, (int)most);
}

sqlite3_destructor_type csqlite_copied(void) { return SQLITE_TRANSIENT; }

int csqlite_bind_terminated(sqlite3_stmt *statement, int position, const char *text, unsigned length) {
  if (strlen(text) != length) {
    return sqlite3_bind_text64(statement, position, text, length, SQLITE_STATIC, SQLITE_UTF8);
  }
  // Text whose end SQLite found itself is not copied where a function asks for a terminated one.
  return sqlite3_bind_text(statement, position, text, -1, SQLITE_STATIC);
}
