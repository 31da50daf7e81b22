// Sorts by a function of two values.
#include "CLuaLibrary.h"

#include <string.h>

enum { FUNCTION = 1, SOURCE, SECOND };

void slua_push_sorted_value(lua_State *L, intptr_t place, bool is_second) {
  (void)is_second;
  lua_rawgeti(L, SOURCE, place + 1);
}

// Whether the value at a place comes before the one at another.
static bool precedes(lua_State *L, const slua_sorting *sorting, intptr_t left, intptr_t right) {
  lua_pushvalue(L, FUNCTION);
  sorting->push(L, sorting->is_descending ? right : left, false);
  sorting->push(L, sorting->is_descending ? left : right, true);
  lua_call(L, 2, 1);
  bool answer = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return answer;
}

// Merges two sorted runs; those that follow each other already are copied after one question.
static void merge(lua_State *L, const slua_sorting *sorting, const intptr_t *places, intptr_t start, intptr_t middle,
                  intptr_t end, intptr_t *merged) {
  intptr_t left = start, right = middle, target = start;
  if (right == end || !precedes(L, sorting, places[right], places[right - 1])) {
    memcpy(merged + start, places + start, (size_t)(end - start) * sizeof *places);
    return;
  }
  while (left < middle && right < end) {
    bool takes_right = precedes(L, sorting, places[right], places[left]);
    merged[target++] = places[takes_right ? right++ : left++];
  }
  while (left < middle) merged[target++] = places[left++];
  while (right < end) merged[target++] = places[right++];
}

int slua_sort(lua_State *L) {
  const slua_sorting *sorting = slua_take_over(L);
  if (!sorting) return luaL_error(L, "this function is the host's");
  luaL_checkstack(L, 16, "too many functions call each other");
  lua_settop(L, SECOND);
  intptr_t *places = sorting->places, *merged = sorting->scratch, count = sorting->count;
  for (intptr_t place = 0; place < count; place++) places[place] = place;
  for (intptr_t width = 1; width < count; width *= 2) {
    for (intptr_t start = 0; start < count; start += 2 * width) {
      intptr_t middle = start + width < count ? start + width : count;
      merge(L, sorting, places, start, middle, middle + width < count ? middle + width : count, merged);
    }
    intptr_t *last = places;
    places = merged;
    merged = last;
  }
  if (places != sorting->places) memcpy(sorting->places, places, (size_t)count * sizeof *places);
  return 0;
}
