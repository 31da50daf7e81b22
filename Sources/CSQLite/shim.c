#include "CSQLite.h"

#include <CLimits.h>

#include <string.h>

int csqlite_configure(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

// Too late it changes nothing, and SQLite says so.
void csqlite_begin(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  if (climits_of_process) csqlite_count_memory();
}

sqlite3_destructor_type csqlite_copied(void) { return SQLITE_TRANSIENT; }

int csqlite_bind_terminated(sqlite3_stmt *statement, int position, const char *text, unsigned length) {
  if (strlen(text) != length) {
    return sqlite3_bind_text64(statement, position, text, length, SQLITE_STATIC, SQLITE_UTF8);
  }
  // Text whose end SQLite found itself is not copied where a function asks for a terminated one.
  return sqlite3_bind_text(statement, position, text, -1, SQLITE_STATIC);
}
