// What rows.c and lists.c know of each other.
#ifndef MOONSHELL_ROWS_INTERNAL_H
#define MOONSHELL_ROWS_INTERNAL_H

#include "rows.h"

extern const char moon_object_magic;
extern const char moon_list_magic;

// Calls the script's function for the object on top of the stack, which was just made of a row.
void moon_after_load(lua_State *L, const moon_shape *shape);

// Makes the metatable of lists from their methods and their tostring, which stand at these places of the stack.
void moon_lists_open(lua_State *L, int methods, int tostring);

#endif
