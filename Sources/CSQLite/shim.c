#include "CSQLite.h"

int csqlite_configure(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

sqlite3_destructor_type csqlite_copied(void) { return SQLITE_TRANSIENT; }
