#include "CCells.h"

// Rows are arrays of these: what a million rows cost.
_Static_assert(sizeof(moon_cell) == 12, "a cell is 12 bytes");

bool moon_cells_are_same(const moon_cell *row, const moon_cell *other, const intptr_t *columns, intptr_t count) {
  for (intptr_t place = 0; place < count; place++) {
    if (!moon_cell_is_same(&row[columns[place]], &other[columns[place]])) return false;
  }
  return true;
}
