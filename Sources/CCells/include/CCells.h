// What a cell and a row of cells are, in bytes.
//
// An engine fills rows of cells, Lua reads them through objects, Swift through `Schema.Cell` and `Store.RowBuffer`: all
// of them import this.

#ifndef CCELLS_H
#define CCELLS_H

#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// What a cell holds.
enum { MOON_NULL, MOON_INTEGER, MOON_REAL, MOON_TEXT, MOON_DATA };

/// One stored value, its text or bytes borrowed.
typedef struct moon_cell {
  /// An integer, the bit pattern of a real, or the address of the first byte of text or data.
  uint64_t bits;
  /// The number of bytes of text or data.
  uint32_t length;
  /// `MOON_NULL` and so on.
  uint8_t code;
} moon_cell;

/// Rows of cells. The address of this struct is stable; the cells may move.
typedef struct moon_rows {
  moon_cell *cells;
  intptr_t columns;
  intptr_t rows;
  /// Where rows are not stored but read as they pass: gives the cell of a column of the present row.
  const moon_cell *(*read)(void *reader, intptr_t column);
  void *reader;
  /// Whether an object that was made of one of them may be something else by now: given values, deleted, read anew.
  bool are_left;
} moon_rows;

/// The cell of a column of a row.
static inline const moon_cell *moon_rows_cell(const moon_rows *rows, intptr_t row, intptr_t column) {
  if (rows->read) return rows->read(rows->reader, column);
  return rows->cells + row * rows->columns + column;
}

/// Whether two cells hold the same, byte for byte.
static inline bool moon_cell_is_same(const moon_cell *cell, const moon_cell *other) {
  if (cell->code != other->code) return false;
  switch (cell->code) {
    case MOON_NULL: return true;
    case MOON_INTEGER:
    case MOON_REAL: return cell->bits == other->bits;
    default: break;
  }
  if (cell->length != other->length) return false;
  return !cell->length || !memcmp((const void *)(uintptr_t)cell->bits, (const void *)(uintptr_t)other->bits, cell->length);
}

/// The same of the cells of some columns of two rows.
bool moon_cells_are_same(const moon_cell *row, const moon_cell *other, const intptr_t *columns, intptr_t count);

#endif
