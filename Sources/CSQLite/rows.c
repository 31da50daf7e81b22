#include "CSQLite.h"

const void *csqlite_read(void *reader, intptr_t column) {
  csqlite_row *row = reader;
  row->bits = 0;
  row->length = 0;
  row->kind = CSQLITE_NULL;
  if (!*row->is_open) return &row->bits;
  // A statement that stands on no row answers NULL.
  sqlite3_value *value = sqlite3_column_value(row->statement, (int)column);
  switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
      row->kind = CSQLITE_INTEGER;
      row->bits = (uint64_t)sqlite3_value_int64(value);
      break;
    case SQLITE_FLOAT: {
      union {
        double number;
        uint64_t bits;
      } real = {.number = sqlite3_value_double(value)};
      row->kind = CSQLITE_REAL;
      row->bits = real.bits;
      break;
    }
    case SQLITE_TEXT:
      row->kind = CSQLITE_TEXT;
      row->bits = (uintptr_t)sqlite3_value_text(value);
      row->length = (uint32_t)sqlite3_value_bytes(value);
      break;
    case SQLITE_BLOB:
      row->kind = CSQLITE_DATA;
      row->bits = (uintptr_t)sqlite3_value_blob(value);
      row->length = (uint32_t)sqlite3_value_bytes(value);
      break;
    default: break;
  }
  return &row->bits;
}
