#ifndef CSQLITE_H
#define CSQLITE_H

#include <CCells.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Sets a switch of a connection: sqlite3_db_config is variadic, which Swift cannot call.
int csqlite_configure(sqlite3 *database, int option, int value);

/// The name of a VFS whose databases are made when they are first written, where they are not there; null without memory.
/// Until then they read as empty ones.
const char *csqlite_late_files(void);

/// Lets SQLite's files come from outside the sandbox that this process is in; false where this SQLite cannot.
///
/// In C because the replaced system calls are C functions. Before the first database is open.
bool csqlite_confine(const char *database);

/// Whether the file of a connection is in WAL mode, which is asked of its first bytes: SQLite has opened no other file for
/// that.
bool csqlite_is_wal(sqlite3 *database);

/// Lets SQLite keep no account of its memory, which costs a lock for every piece; before the first database is open.
void csqlite_begin(void);

/// Takes SQLite's memory from the budget of the process, where there is one; before the first database is open.
///
/// In C because the replaced functions are called by C for every piece.
void csqlite_count_memory(void);

/// Refuses values of which the budget of the process holds no copies. In C as `csqlite_count_memory` is.
void csqlite_limit_values(sqlite3 *database);

/// The "copy these bytes" lifetime of a binding: SQLITE_TRANSIENT is a cast, which Swift does not import.
sqlite3_destructor_type csqlite_copied(void);

/// Binds text that stays where it is and is followed by NUL; SQLite is told so where no NUL is inside of it.
int csqlite_bind_terminated(sqlite3_stmt *statement, int position, const char *text, unsigned length);

/// Adds the functions that expressions of Lua need and SQLite lacks: callbacks that run per row are C.
///
/// `moonshell_floor_divide(a, b)` and `moonshell_modulo(a, b)` are Lua's `//` and `%`; NULL for NULL and for a `b` of 0.
/// `moonshell_classes(typeof(x))` sums up the storage classes of a column as bits.
/// `lua_len`, `lua_sub`, `lua_upper`, `lua_lower`, `lua_reverse`, `lua_byte`, `lua_tonumber` and `lua_floor` are those of `string` and `math`.
int csqlite_add_functions(sqlite3 *database);

/// Whether the user still wants what takes long; asked now and then.
typedef struct {
  bool (*must_stop)(void *context);
  void *context;
} csqlite_patience;

/// Adds `lua_find(s, pattern)`, `lua_match(s, pattern)` and `lua_gsub(s, pattern, text)`; `patience` must outlive the connection, or is null.
int csqlite_add_patterns(sqlite3 *database, const csqlite_patience *patience);

/// The row that a statement stands on, and the cell of it that was read last.
typedef struct {
  sqlite3_stmt *statement;
  const bool *is_open;  // whether the connection still has its statements
  moon_cell cell;
} csqlite_row;

/// Reads a column of a `csqlite_row`: the address of its cell, which holds until the next is read. NULL where there is no
/// row. In C because it runs for every field that a function looks at.
const moon_cell *csqlite_read(void *row, intptr_t column);

/// The table and the column that a column of an answer is; null where it is none, or SQLite was built without that.
const char *csqlite_origin_table(sqlite3_stmt *statement, int column);
const char *csqlite_origin_column(sqlite3_stmt *statement, int column);

/// Begins to record what is written to tables with keys; null where this SQLite cannot.
void *csqlite_record(sqlite3 *database);

void csqlite_record_end(void *recorder);

/// The bytes that a record takes.
int64_t csqlite_record_size(void *recorder);

/// Records no more.
void csqlite_record_pause(void *recorder);

/// What has changed since the record began, to be given back with `sqlite3_free`.
int csqlite_record_changes(void *recorder, int *length, void **bytes);

/// A row that was changed: its values before and after, null where there are none or they stayed the same.
typedef struct {
  const char *table;
  int operation;  // SQLITE_INSERT, SQLITE_UPDATE or SQLITE_DELETE
  int columns;
  const unsigned char *keys;  // for each column whether it is part of the key
  sqlite3_value **before;
  sqlite3_value **after;
} csqlite_change;

typedef void (*csqlite_change_visitor)(void *context, const csqlite_change *change);

/// Shows each change of a record.
int csqlite_each_change(const void *bytes, int length, void *context, csqlite_change_visitor visit);

/// Takes the changes of a record back, all or none; shows the one that cannot be, since its row is another one by now.
int csqlite_undo(sqlite3 *database, const void *bytes, int length, void *context, csqlite_change_visitor visit);

/// Copies the whole database into another file.
int csqlite_copy(sqlite3 *database, const char *path);

#endif
