// What rows.c and lists.c know of each other.
#ifndef MOONSHELL_ROWS_INTERNAL_H
#define MOONSHELL_ROWS_INTERNAL_H

#include "rows.h"

extern const char moon_object_magic;
extern const char moon_list_magic;

// Makes the metatable of lists from their methods and their tostring, which stand at these places of the stack.
void moon_lists_open(lua_State *L, int methods, int tostring);

#endif
