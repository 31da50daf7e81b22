#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

/// Sets a switch of a connection: sqlite3_db_config is variadic, which Swift cannot call.
int csqlite_configure(sqlite3 *database, int option, int value);

/// The "copy these bytes" lifetime of a binding: SQLITE_TRANSIENT is a cast, which Swift does not import.
sqlite3_destructor_type csqlite_copied(void);

/// Adds the functions that expressions of Lua need and SQLite lacks: callbacks that run per row are C.
///
/// `moonshell_floor_divide(a, b)` and `moonshell_modulo(a, b)` are Lua's `//` and `%`; NULL for NULL and for a `b` of 0.
int csqlite_add_functions(sqlite3 *database);

#endif
