#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "CPostgreSQL.h"

static void take_integer(cpq_row *row, const char *text) {
  errno = 0;
  long long number = strtoll(text, NULL, 10);
  if (errno == ERANGE) row->overflow = 1;
  row->cell.code = MOON_INTEGER;
  row->cell.bits = (uint64_t)number;
}

/// What is no number is NULL, as it is everywhere in Moonshell.
static void take_real(cpq_row *row, const char *text) {
  union {
    double number;
    uint64_t bits;
  } real = {.number = cpq_real(text)};
  if (real.number != real.number) return;
  row->cell.code = MOON_REAL;
  row->cell.bits = real.bits;
}

/// An exact number is an integer where it is one; a column may hold one that is larger than integers are.
static void take_numeric(cpq_row *row, const char *text, int is_sum) {
  if (strspn(text, "-0123456789") != strlen(text)) {
    take_real(row, text);
    return;
  }
  take_integer(row, text);
  if (is_sum || !row->overflow) return;
  row->overflow = 0;
  take_real(row, text);
}

enum { time_size = 32 };

static void take_text(cpq_row *row, const char *text, int length) {
  row->cell.code = MOON_TEXT;
  row->cell.bits = (uintptr_t)text;
  row->cell.length = (uint32_t)length;
}

/// `2020-01-31 09:30:00.5+00` as `2020-01-31T09:30:00.500Z`, with so many digits of a second at least.
///
/// What is no moment of these years (`infinity`) stays as it is.
static void take_time(cpq_row *row, int column, const char *text, int length, int digits) {
  take_text(row, text, length);
  int given = 0;
  int end = 19;
  if (length < end || text[4] != '-' || text[10] != ' ') return;
  if (length > end && text[end] == '.') {
    end += 1;
    while (given < 6 && end < length && text[end] >= '0' && text[end] <= '9') {
      given += 1;
      end += 1;
    }
  }
  if (end != length && (length - end != 3 || memcmp(text + end, "+00", 3) != 0)) return;
  if (row->time_columns < row->columns) {
    char *larger = realloc(row->times, (size_t)row->columns * time_size);
    if (!larger) return;
    row->times = larger;
    row->time_columns = row->columns;
  }
  char *target = row->times + (size_t)column * time_size;
  memcpy(target, text, 19);
  target[10] = 'T';
  int count = 19;
  int kept = given > digits ? given : digits;
  if (kept > 0) target[count++] = '.';
  for (int i = 0; i < kept; i++) target[count++] = i < given ? text[20 + i] : '0';
  target[count++] = 'Z';
  take_text(row, target, count);
}

/// Blanks at the end of a text of fixed length are none of it.
static void take_padded(cpq_row *row, const char *text, int length) {
  while (length > 0 && text[length - 1] == ' ') length -= 1;
  take_text(row, text, length);
}

static int digit(char letter) { return letter <= '9' ? letter - '0' : (letter | 0x20) - 'a' + 10; }

/// Bytes of several columns lie in one place, each where it has room in any case.
static void take_bytes(cpq_row *row, int column, const char *text, int length) {
  size_t start = 0;
  size_t total = 0;
  for (int i = 0; i < row->columns; i++) {
    if (i == column) start = total;
    total += (size_t)cpq_length(row->result, row->row, i);
  }
  if (row->capacity < total) {
    uint8_t *larger = realloc(row->bytes, total * 2);
    if (!larger) return;
    row->bytes = larger;
    row->capacity = total * 2;
  }
  uint32_t count = length >= 2 ? (uint32_t)(length - 2) / 2 : 0;
  uint8_t *target = row->bytes + start;
  for (uint32_t i = 0; i < count; i++) {
    target[i] = (uint8_t)(digit(text[2 + 2 * i]) << 4 | digit(text[3 + 2 * i]));
  }
  row->cell.code = MOON_DATA;
  row->cell.bits = (uintptr_t)target;
  row->cell.length = count;
}

const moon_cell *cpq_read(void *reader, intptr_t place) {
  cpq_row *row = reader;
  int column = (int)place;
  if (row->cells) return &row->cells[column];
  row->cell = (moon_cell){0, 0, MOON_NULL};
  if (!row->result || column >= row->columns || cpq_is_null(row->result, row->row, column)) return &row->cell;
  const char *text = cpq_value(row->result, row->row, column);
  int length = cpq_length(row->result, row->row, column);
  switch (row->kinds[column]) {
    case CPQ_INTEGER: take_integer(row, text); break;
    case CPQ_REAL: take_real(row, text); break;
    case CPQ_NUMERIC: take_numeric(row, text, 0); break;
    case CPQ_SUM: take_numeric(row, text, 1); break;
    case CPQ_TRUTH:
      row->cell.code = MOON_INTEGER;
      row->cell.bits = text[0] == 't';
      break;
    case CPQ_BYTES: take_bytes(row, column, text, length); break;
    case CPQ_PADDED: take_padded(row, text, length); break;
    case CPQ_TEXT: take_text(row, text, length); break;
    default: take_time(row, column, text, length, row->kinds[column] - CPQ_TIME);
  }
  return &row->cell;
}

void cpq_free_row(cpq_row *row) {
  free(row->bytes);
  row->bytes = NULL;
  row->capacity = 0;
  free(row->times);
  row->times = NULL;
  row->time_columns = 0;
}
