// What SQLite takes, for sorting, for texts, for tables in memory, is taken from the budget of the process.
#include "CSQLite.h"

#include <CLimits.h>

static sqlite3_mem_methods stock;

static void *take(int size) {
  if (!climits_has_room((size_t)size)) return NULL;
  void *block = stock.xMalloc(size);
  if (block) climits_hold(stock.xSize(block));
  return block;
}

static void give_back(void *block) {
  climits_hold(-(intptr_t)stock.xSize(block));
  stock.xFree(block);
}

static void *resize(void *block, int size) {
  int old_size = stock.xSize(block);
  if (size > old_size && !climits_has_room((size_t)(size - old_size))) return NULL;
  void *result = stock.xRealloc(block, size);
  if (result) climits_hold((intptr_t)stock.xSize(result) - old_size);
  return result;
}

// Once SQLite is at work it is too late, and it says so: then nothing is counted.
void csqlite_count_memory(void) {
  if (stock.xMalloc || sqlite3_config(SQLITE_CONFIG_GETMALLOC, &stock) != SQLITE_OK) return;
  sqlite3_mem_methods counting = stock;
  counting.xMalloc = take;
  counting.xFree = give_back;
  counting.xRealloc = resize;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &counting);
}

void csqlite_limit_values(sqlite3 *database) {
  // Of one value there are up to three copies at a time: SQLite's, that of the row, and Lua's.
  size_t most = climits_process_cap() / 4;
  if (most != 0 && most < 1000000000) sqlite3_limit(database, SQLITE_LIMIT_LENGTH, (int)most);
}
