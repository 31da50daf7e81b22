// What rows.c and lists.c know of each other.
#ifndef MOONSHELL_ROWS_INTERNAL_H
#define MOONSHELL_ROWS_INTERNAL_H

#include "rows.h"

extern const char moon_object_magic;
extern const char moon_list_magic;

// Calls the script's function for the object on top of the stack, which was just made of a row.
void moon_after_load(lua_State *L, const moon_shape *shape);

// The shape of the object of a row; raises an error for a kind that is not known.
moon_shape *moon_check_shape_of_row(lua_State *L, moon_shape *shape, const moon_rows *rows, intptr_t row);

// Makes the metatable of lists from their methods and their tostring, which stand at these places of the stack.
void moon_lists_open(lua_State *L, int methods, int tostring);

#endif
