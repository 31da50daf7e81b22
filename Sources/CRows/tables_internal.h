// What the files about plain tables know of each other.
#ifndef MOONSHELL_TABLES_INTERNAL_H
#define MOONSHELL_TABLES_INTERNAL_H

#include "CRows.h"

// Adds what a simple value is to a mark; false for any other value.
bool moon_mark_value(lua_State *L, int index, moon_mark *mark);

// More columns than this are those of tables that have little in common.
enum { MOST_COLUMNS = 32, KNOWN_KEYS = 64, KEY_STEPS = 8 };

// Columns by the keys of tables: those that are texts are mostly at the same address in all of them.
typedef struct {
  int keys;  // the place on the stack of the list of keys, in the order of their columns
  int width;
  int expected;  // the column that the next key goes to in most tables: callers begin each one with the first
  const void *addresses[MOST_COLUMNS];  // of keys that are texts, by their columns
  struct {
    uint64_t bits;
    int column, type;
  } known[KNOWN_KEYS];
} moon_columns;

// The column of the key at an absolute index, the next one where it is the first of its kind; -1 where it has none.
int moon_column_of(lua_State *L, moon_columns *columns, int key);

#endif
