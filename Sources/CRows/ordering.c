// Elements of lists, and rows, for the sort that `slua_sorting` describes.

#include "rows_internal.h"

enum { SOURCE = 2, SECOND };

void moon_push_sorted_element(lua_State *L, intptr_t place, bool is_second) {
  (void)is_second;
  moon_list *list = moon_to_list(L, SOURCE);
  if (list) moon_list_push(L, SOURCE, list, place + 1);
  else lua_pushnil(L);
}

void moon_push_sorted_row(lua_State *L, intptr_t place, bool is_second) {
  int index = is_second ? SECOND : SOURCE;
  moon_object *lent = moon_to_object(L, index);
  if (lent) moon_object_show(lent, lent->rows, place);
  lua_pushvalue(L, index);
}
