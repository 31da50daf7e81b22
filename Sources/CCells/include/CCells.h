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

/// One stored value, its text or bytes borrowed: read and made by the functions below.
///
/// Three words and no eight bytes in one, as a million rows of seven columns would cost 28 MB more for the gap behind
/// what the cell holds.
typedef struct moon_cell {
  /// The lower and the upper half of an integer, of the bit pattern of a real, or of the address of text or data.
  uint32_t low, high;
  /// `MOON_NULL` and so on; or for text and data, where the highest bit is set, the next one (whether it is data) and
  /// the number of bytes.
  uint32_t tail;
} moon_cell;

/// The most bytes that a text or data in a cell has: none of an engine is longer (SQLite ends at 1,000,000,000,
/// PostgreSQL here).
enum { MOON_LONGEST = 0x3fffffff };

/// An integer, the bit pattern of a real, or the address of the first byte of text or data.
static inline uint64_t moon_bits(const moon_cell *cell) { return (uint64_t)cell->high << 32 | cell->low; }

static inline void moon_set_bits(moon_cell *cell, uint64_t bits) {
  cell->low = (uint32_t)bits;
  cell->high = (uint32_t)(bits >> 32);
}

/// Whether it is text or data.
static inline bool moon_has_bytes(const moon_cell *cell) { return cell->tail >> 31; }

/// `MOON_NULL` and so on.
static inline uint8_t moon_code(const moon_cell *cell) {
  return (uint8_t)(moon_has_bytes(cell) ? MOON_TEXT - 2 + (cell->tail >> 30) : cell->tail);
}

/// The number of bytes of text or data.
static inline uint32_t moon_length(const moon_cell *cell) {
  return moon_has_bytes(cell) ? cell->tail & MOON_LONGEST : 0;
}

/// The first byte of text or data; NULL or another address where there is none.
static inline const char *moon_bytes(const moon_cell *cell) { return (const char *)(uintptr_t)moon_bits(cell); }

static inline int64_t moon_integer(const moon_cell *cell) { return (int64_t)moon_bits(cell); }

static inline double moon_real(const moon_cell *cell) {
  uint64_t bits = moon_bits(cell);
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

/// Whether it is a real number that is none.
static inline bool moon_is_no_number(const moon_cell *cell) {
  return cell->tail == MOON_REAL && moon_real(cell) != moon_real(cell);
}

/// A cell without bytes.
static inline moon_cell moon_cell_of_bits(uint64_t bits, uint8_t code) {
  return (moon_cell){(uint32_t)bits, (uint32_t)(bits >> 32), code};
}

static inline moon_cell moon_null(void) { return (moon_cell){0, 0, MOON_NULL}; }

static inline moon_cell moon_cell_of_integer(int64_t number) {
  return moon_cell_of_bits((uint64_t)number, MOON_INTEGER);
}

static inline moon_cell moon_cell_of_real(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return moon_cell_of_bits(bits, MOON_REAL);
}

/// Text or data. Of what is longer than cells hold, the beginning: that is longer than any engine takes, too.
static inline moon_cell moon_cell_of_bytes(uint64_t address, size_t length, uint8_t code) {
  uint32_t held = length < MOON_LONGEST ? (uint32_t)length : MOON_LONGEST;
  return (moon_cell){(uint32_t)address, (uint32_t)(address >> 32), (uint32_t)(code - MOON_TEXT + 2) << 30 | held};
}

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
  if (cell->tail != other->tail) return false;
  if (!moon_has_bytes(cell)) return cell->tail == MOON_NULL || moon_bits(cell) == moon_bits(other);
  uint32_t length = moon_length(cell);
  return !length || !memcmp(moon_bytes(cell), moon_bytes(other), length);
}

/// The same of the cells of some columns of two rows.
bool moon_cells_are_same(const moon_cell *row, const moon_cell *other, const intptr_t *columns, intptr_t count);

#endif
