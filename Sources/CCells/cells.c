#include "CCells.h"

// Rows are arrays of these: 16 bytes a cell are what a million rows cost.
_Static_assert(sizeof(moon_cell) == 16, "a cell is 16 bytes");
_Static_assert(offsetof(moon_cell, length) == 8 && offsetof(moon_cell, code) == 12, "a cell has no gap but at its end");

bool moon_cells_are_same(const moon_cell *row, const moon_cell *other, const intptr_t *columns, intptr_t count) {
  for (intptr_t place = 0; place < count; place++) {
    if (!moon_cell_is_same(&row[columns[place]], &other[columns[place]])) return false;
  }
  return true;
}
