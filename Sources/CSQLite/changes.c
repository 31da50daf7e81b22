// What not every SQLite is built with: a look at each row before it is written, and where a column of an answer comes from.
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include "CSQLite.h"

#pragma weak sqlite3_column_table_name
#pragma weak sqlite3_column_origin_name
#pragma weak sqlite3_preupdate_hook
#pragma weak sqlite3_preupdate_old
#pragma weak sqlite3_preupdate_new

const char *csqlite_origin_table(sqlite3_stmt *statement, int column) {
  return sqlite3_column_table_name == NULL ? NULL : sqlite3_column_table_name(statement, column);
}

const char *csqlite_origin_column(sqlite3_stmt *statement, int column) {
  return sqlite3_column_origin_name == NULL ? NULL : sqlite3_column_origin_name(statement, column);
}

bool csqlite_watch(sqlite3 *database, void *context, csqlite_watcher watcher) {
  if (sqlite3_preupdate_hook == NULL || sqlite3_preupdate_old == NULL || sqlite3_preupdate_new == NULL) {
    return false;
  }
  sqlite3_preupdate_hook(database, watcher, context);
  return true;
}

int csqlite_written_value(sqlite3 *database, bool is_new, int column, sqlite3_value **value) {
  return is_new ? sqlite3_preupdate_new(database, column, value) : sqlite3_preupdate_old(database, column, value);
}

int csqlite_switch(sqlite3 *database, int option) {
  int value = 0;
  sqlite3_db_config(database, option, -1, &value);
  return value;
}

int csqlite_copy(sqlite3 *database, const char *path) {
  sqlite3 *target = NULL;
  int code = sqlite3_open_v2(path, &target, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
  if (code == SQLITE_OK) {
    sqlite3_backup *copy = sqlite3_backup_init(target, "main", database, "main");
    if (copy != NULL) {
      while ((code = sqlite3_backup_step(copy, 1000)) == SQLITE_OK) {
      }
      sqlite3_backup_finish(copy);
    } else {
      code = sqlite3_errcode(target);
    }
  }
  sqlite3_close(target);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}
