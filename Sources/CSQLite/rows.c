#include "CSQLite.h"

const moon_cell *csqlite_read(void *reader, intptr_t column) {
  csqlite_row *row = reader;
  moon_cell *cell = &row->cell;
  *cell = moon_null();
  if (!*row->is_open) return cell;
  // A statement that stands on no row answers NULL.
  sqlite3_value *value = sqlite3_column_value(row->statement, (int)column);
  switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER: *cell = moon_cell_of_integer(sqlite3_value_int64(value)); break;
    case SQLITE_FLOAT: *cell = moon_cell_of_real(sqlite3_value_double(value)); break;
    case SQLITE_TEXT: {
      // The text comes first: asked for its size, SQLite answers for the form that it has by then.
      uintptr_t text = (uintptr_t)sqlite3_value_text(value);
      *cell = moon_cell_of_bytes(text, (size_t)sqlite3_value_bytes(value), MOON_TEXT);
      break;
    }
    case SQLITE_BLOB: {
      uintptr_t data = (uintptr_t)sqlite3_value_blob(value);
      *cell = moon_cell_of_bytes(data, (size_t)sqlite3_value_bytes(value), MOON_DATA);
      break;
    }
    default: break;
  }
  return cell;
}
