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

/// Locks the file of a connection that has read nothing yet, so that nobody else has it open or can open it; false
/// where somebody has, or where it may not be written.
bool csqlite_lock_alone(sqlite3 *database);

/// Ends that.
void csqlite_unlock(sqlite3 *database);

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
/// `lua_tostring(x, is_real)` and `lua_format(form, x)` write one number.
/// `lua_sum`, `lua_real_sum` (which begins with 0.0), `lua_most` and `lua_least` gather values as loops of Lua do, in their order.
int csqlite_add_functions(sqlite3 *database);

/// Whether the user still wants what takes long; asked now and then.
typedef struct {
  bool (*must_stop)(void *context);
  void *context;
} csqlite_patience;

/// Adds `lua_find(s, pattern)`, `lua_match(s, pattern)` `lua_gsub(s, pattern, text)` and `lua_gsub_count(s, pattern)`; `patience` must outlive the connection, or is null.
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

/// Told of a row before it is written: the operation (SQLITE_INSERT, SQLITE_UPDATE or SQLITE_DELETE), the schema, the
/// table, and the numbers that it has before and after, which mean nothing for a table without them.
typedef void (*csqlite_watcher)(void *context, sqlite3 *database, int operation, const char *schema, const char *table,
                                sqlite3_int64 old_number, sqlite3_int64 new_number);

/// Lets somebody see each row before it is written; false where this SQLite cannot.
bool csqlite_watch(sqlite3 *database, void *context, csqlite_watcher watcher);

/// A value of the row that is about to be written, as it was or as it is to be.
int csqlite_written_value(sqlite3 *database, bool is_new, int column, sqlite3_value **value);

/// How a switch of a connection is set.
int csqlite_switch(sqlite3 *database, int option);

/// Copies the whole database into another file.
int csqlite_copy(sqlite3 *database, const char *path);

#endif
