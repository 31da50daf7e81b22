#include "CSQLite.h"

const moon_cell *csqlite_read(void *reader, intptr_t column) {
  csqlite_row *row = reader;
  moon_cell *cell = &row->cell;
  *cell = (moon_cell){0, 0, MOON_NULL};
  if (!*row->is_open) return cell;
  // A statement that stands on no row answers NULL.
  sqlite3_value *value = sqlite3_column_value(row->statement, (int)column);
  switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
      cell->code = MOON_INTEGER;
      cell->bits = (uint64_t)sqlite3_value_int64(value);
      break;
    case SQLITE_FLOAT: {
      union {
        double number;
        uint64_t bits;
      } real = {.number = sqlite3_value_double(value)};
      cell->code = MOON_REAL;
      cell->bits = real.bits;
      break;
    }
    case SQLITE_TEXT:
      cell->code = MOON_TEXT;
      cell->bits = (uintptr_t)sqlite3_value_text(value);
      cell->length = (uint32_t)sqlite3_value_bytes(value);
      break;
    case SQLITE_BLOB:
      cell->code = MOON_DATA;
      cell->bits = (uintptr_t)sqlite3_value_blob(value);
      cell->length = (uint32_t)sqlite3_value_bytes(value);
      break;
    default: break;
  }
  return cell;
}
