// What the files of SQL functions share.
#ifndef CSQLITE_FUNCTIONS_H
#define CSQLITE_FUNCTIONS_H

#include <sqlite3.h>

#include "CSQLite.h"

typedef struct {
  const char *name;
  int arguments;
  void (*call)(sqlite3_context *, int, sqlite3_value **);
} csqlite_function;

/// Adds the functions of a list that ends in one without a name.
int csqlite_add(sqlite3 *database, int flags, const csqlite_function *functions);

/// The bytes of a text or of bytes; no address for NULL.
typedef struct {
  const unsigned char *start;
  int count;
} csqlite_span;

csqlite_span csqlite_bytes(sqlite3_value *value);

/// Answers some bytes of a value, in its class: text of text, though a character may be cut.
void csqlite_answer(sqlite3_context *context, sqlite3_value *source, const unsigned char *start, int count);

int csqlite_add_strings(sqlite3 *database, int flags);
int csqlite_add_conversions(sqlite3 *database, int flags);
int csqlite_add_substitution(sqlite3 *database, const csqlite_patience *patience, int flags);
int csqlite_add_folds(sqlite3 *database, int flags);
int csqlite_add_writing(sqlite3 *database, int flags);
int csqlite_add_classes(sqlite3 *database, int flags);
int csqlite_add_sums(sqlite3 *database);

/// Takes the functions away that hand out addresses of memory.
int csqlite_add_refusals(sqlite3 *database);

#endif
