// Lua's own library, interruptible: what could run without an end is replaced, and what would reach into the host.

#ifndef CLUALIBRARY_H
#define CLUALIBRARY_H

#include <CLua.h>

/// Puts the replacements into a state that `slua_open` has made.
///
/// In C because all of them are functions that raise.
void slua_open_library(lua_State *L);

/// Values that a function of two of them puts in order.
typedef struct slua_sorting {
  /// Pushes the value at a place from 0, as the first or the second of two. The source is at 2 of the stack, and what
  /// `second` is at 3.
  void (*push)(lua_State *L, intptr_t place, bool is_second);
  /// Two arrays of so many places. The first gets the places in their order.
  intptr_t *places, *scratch;
  intptr_t count;
  /// Whether the order is turned over.
  bool is_descending;
} slua_sorting;

/// For a protected call: takes a function of two values that says whether the first comes before the second, the source
/// and what shows the second value; is handed over a `slua_sorting`. A stable merge sort, which asks few questions and
/// ends whatever the answers are.
///
/// In C because it asks about n log n times: all of it is one protected call.
int slua_sort(lua_State *L);

/// Pushes the value at a place of the table that is the source.
void slua_push_sorted_value(lua_State *L, intptr_t place, bool is_second);

#endif
