// What not every SQLite is built with: its own record of changes, and where a column of an answer comes from.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include "CSQLite.h"

#include <stdlib.h>

#pragma weak sqlite3_column_table_name
#pragma weak sqlite3_column_origin_name
#pragma weak sqlite3session_create
#pragma weak sqlite3session_delete
#pragma weak sqlite3session_attach
#pragma weak sqlite3session_enable
#pragma weak sqlite3session_changeset
#pragma weak sqlite3session_memory_used
#pragma weak sqlite3changeset_start
#pragma weak sqlite3changeset_next
#pragma weak sqlite3changeset_op
#pragma weak sqlite3changeset_pk
#pragma weak sqlite3changeset_old
#pragma weak sqlite3changeset_new
#pragma weak sqlite3changeset_finalize
#pragma weak sqlite3changeset_invert
#pragma weak sqlite3changeset_apply

const char *csqlite_origin_table(sqlite3_stmt *statement, int column) {
  return sqlite3_column_table_name == NULL ? NULL : sqlite3_column_table_name(statement, column);
}

const char *csqlite_origin_column(sqlite3_stmt *statement, int column) {
  return sqlite3_column_origin_name == NULL ? NULL : sqlite3_column_origin_name(statement, column);
}

void *csqlite_record(sqlite3 *database) {
  sqlite3_session *session = NULL;
  if (sqlite3session_create == NULL || sqlite3session_memory_used == NULL ||
      sqlite3session_create(database, "main", &session) != SQLITE_OK) {
    return NULL;
  }
  if (sqlite3session_attach(session, NULL) != SQLITE_OK) {
    sqlite3session_delete(session);
    return NULL;
  }
  return session;
}

void csqlite_record_end(void *recorder) { sqlite3session_delete(recorder); }

int64_t csqlite_record_size(void *recorder) { return sqlite3session_memory_used(recorder); }

void csqlite_record_pause(void *recorder) { sqlite3session_enable(recorder, 0); }

int csqlite_record_changes(void *recorder, int *length, void **bytes) {
  *length = 0;
  *bytes = NULL;
  return sqlite3session_changeset(recorder, length, bytes);
}

typedef int value_getter(sqlite3_changeset_iter *, int, sqlite3_value **);

// Shows the change that an iterator stands on.
static int show(sqlite3_changeset_iter *changes, void *context, csqlite_change_visitor visit) {
  csqlite_change change = {0};
  int indirect = 0;
  int code = sqlite3changeset_op(changes, &change.table, &change.columns, &change.operation, &indirect);
  if (code != SQLITE_OK) {
    return code;
  }
  unsigned char *keys = NULL;
  sqlite3changeset_pk(changes, &keys, NULL);
  change.keys = keys;
  size_t count = change.columns > 0 ? (size_t)change.columns : 1;
  change.before = calloc(count, sizeof *change.before);
  change.after = calloc(count, sizeof *change.after);
  if (change.before == NULL || change.after == NULL) {
    code = SQLITE_NOMEM;
  }
  for (int column = 0; code == SQLITE_OK && column < change.columns; column++) {
    if (change.operation != SQLITE_INSERT) {
      sqlite3changeset_old(changes, column, &change.before[column]);
    }
    if (change.operation != SQLITE_DELETE) {
      sqlite3changeset_new(changes, column, &change.after[column]);
    }
  }
  if (code == SQLITE_OK) {
    visit(context, &change);
  }
  free(change.before);
  free(change.after);
  return code;
}

int csqlite_each_change(const void *bytes, int length, void *context, csqlite_change_visitor visit) {
  sqlite3_changeset_iter *changes = NULL;
  int code = sqlite3changeset_start(&changes, length, (void *)bytes);
  while (code == SQLITE_OK && sqlite3changeset_next(changes) == SQLITE_ROW) {
    code = show(changes, context, visit);
  }
  int end = sqlite3changeset_finalize(changes);
  return code == SQLITE_OK ? end : code;
}

typedef struct {
  void *context;
  csqlite_change_visitor visit;
} conflict_context;

static int on_conflict(void *context, int reason, sqlite3_changeset_iter *changes) {
  (void)reason;
  conflict_context *conflict = context;
  show(changes, conflict->context, conflict->visit);
  return SQLITE_CHANGESET_ABORT;
}

int csqlite_undo(sqlite3 *database, const void *bytes, int length, void *context, csqlite_change_visitor visit) {
  int inverse_length = 0;
  void *inverse = NULL;
  int code = sqlite3changeset_invert(length, bytes, &inverse_length, &inverse);
  if (code != SQLITE_OK) {
    return code;
  }
  // What triggers and cascades did is among the changes: they must not do it again.
  int triggers = 1;
  int keys = 0;
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, -1, &triggers);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_FKEY, -1, &keys);
  csqlite_configure(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0);
  csqlite_configure(database, SQLITE_DBCONFIG_ENABLE_FKEY, 0);
  conflict_context conflict = {context, visit};
  code = sqlite3changeset_apply(database, inverse_length, inverse, NULL, on_conflict, &conflict);
  csqlite_configure(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, triggers);
  csqlite_configure(database, SQLITE_DBCONFIG_ENABLE_FKEY, keys);
  sqlite3_free(inverse);
  return code;
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
