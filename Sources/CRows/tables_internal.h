// What the files about plain tables know of each other.
#ifndef MOONSHELL_TABLES_INTERNAL_H
#define MOONSHELL_TABLES_INTERNAL_H

#include "CRows.h"

// Adds what a simple value is to a mark; false for any other value.
bool moon_mark_value(lua_State *L, int index, moon_mark *mark);

#endif
