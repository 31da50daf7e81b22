// A list sorted by the text that a function gives for each object; ties by key.
#include "host.h"

typedef struct {
  const char *key;  // Lua's own: the table of keys holds it while it is needed
  player *row;
} keyed_row;

static int by_key(const void *left, const void *right) {
  const keyed_row *a = left, *b = right;
  int order = strcmp(a->key, b->key);
  return order ? order : (a->row->id > b->row->id) - (a->row->id < b->row->id);
}

// sorted(list, function): another list, of the same records, which the given one keeps
static int l_sorted(lua_State *L) {
  players *list = luaL_checkudata(L, 1, "list");
  keyed_row *keyed = lua_newuserdatauv(L, list->count * sizeof *keyed, 0);
  lua_createtable(L, list->count, 0);
  int keys = lua_gettop(L);
  const player **object = lua_newuserdatauv(L, sizeof *object, 0);  // one object serves every call
  luaL_setmetatable(L, "player");
  for (int i = 0; i < list->count; i++) {
    *object = list->at[i];
    lua_pushvalue(L, 2);
    lua_pushvalue(L, keys + 1);
    lua_call(L, 1, 1);
    keyed[i] = (keyed_row){luaL_checkstring(L, -1), list->at[i]};
    lua_rawseti(L, keys, i + 1);
  }
  qsort(keyed, list->count, sizeof *keyed, by_key);
  players *sorted = push_list(L);
  sorted->at = malloc(list->count * sizeof *sorted->at);
  sorted->count = sorted->capacity = list->count;
  for (int i = 0; i < list->count; i++) sorted->at[i] = keyed[i].row;
  return finish_list(L, sorted);
}

void open_sorting(lua_State *L) { add_words(L, (luaL_Reg[]){{"sorted", l_sorted}, {0}}); }
