// Sorts by a function of two rows. In C, as it asks about n log n times: all of it is one protected call.
#include <lua5.4/lauxlib.h>
#include <string.h>

#include "rows_internal.h"

enum { FUNCTION = 1, SOURCE, SECOND, PLACES, SCRATCH, COUNT, DESCENDING };

typedef struct {
  lua_State *L;
  moon_list *list;               // whose elements are sorted, or
  moon_object *first, *second;   // which show one row after the other; else the values of a table are
  bool descending;
} sorting;

static void push(const sorting *sorting, intptr_t place, moon_object *lent, int index) {
  lua_State *L = sorting->L;
  if (sorting->list) {
    moon_list_push(L, SOURCE, sorting->list, place + 1);
  } else if (lent) {
    lent->row = place;
    lua_pushvalue(L, index);
  } else {
    lua_rawgeti(L, SOURCE, place + 1);
  }
}

// Whether the value at a place comes before the one at another.
static bool precedes(const sorting *sorting, intptr_t left, intptr_t right) {
  lua_State *L = sorting->L;
  lua_pushvalue(L, FUNCTION);
  push(sorting, sorting->descending ? right : left, sorting->first, SOURCE);
  push(sorting, sorting->descending ? left : right, sorting->second, SECOND);
  lua_call(L, 2, 1);
  bool answer = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return answer;
}

// Merges two sorted runs; those that follow each other already are copied after one question.
static void merge(const sorting *sorting, const intptr_t *places, intptr_t start, intptr_t middle, intptr_t end,
                  intptr_t *merged) {
  intptr_t left = start, right = middle, target = start;
  if (right == end || !precedes(sorting, places[right], places[right - 1])) {
    memcpy(merged + start, places + start, (size_t)(end - start) * sizeof *places);
    return;
  }
  while (left < middle && right < end) {
    bool takes_right = precedes(sorting, places[right], places[left]);
    merged[target++] = places[takes_right ? right++ : left++];
  }
  while (left < middle) merged[target++] = places[left++];
  while (right < end) merged[target++] = places[right++];
}

int moon_sort(lua_State *L) {
  luaL_checkstack(L, 16, "too many functions call each other");
  intptr_t *given = lua_touserdata(L, PLACES), *places = given, *merged = lua_touserdata(L, SCRATCH);
  intptr_t count = (intptr_t)lua_tointeger(L, COUNT);
  sorting sorting = {.L = L, .list = moon_to_list(L, SOURCE), .descending = lua_toboolean(L, DESCENDING)};
  if (!sorting.list) {
    sorting.first = moon_to_object(L, SOURCE);
    sorting.second = moon_to_object(L, SECOND);
  }
  for (intptr_t place = 0; place < count; place++) places[place] = place;
  for (intptr_t width = 1; width < count; width *= 2) {
    for (intptr_t start = 0; start < count; start += 2 * width) {
      intptr_t middle = start + width < count ? start + width : count;
      merge(&sorting, places, start, middle, middle + width < count ? middle + width : count, merged);
    }
    intptr_t *last = places;
    places = merged;
    merged = last;
  }
  if (places != given) memcpy(given, places, (size_t)count * sizeof *places);
  return 0;
}
