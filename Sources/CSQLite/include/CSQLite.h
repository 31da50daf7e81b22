#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

/// Sets a switch of a connection: sqlite3_db_config is variadic, which Swift cannot call.
int csqlite_configure(sqlite3 *database, int option, int value);

/// The "copy these bytes" lifetime of a binding: SQLITE_TRANSIENT is a cast, which Swift does not import.
sqlite3_destructor_type csqlite_copied(void);

#endif
