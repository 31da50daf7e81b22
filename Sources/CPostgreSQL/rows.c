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

/// `2020-01-31 09:30:00+00` as `2020-01-31T09:30:00Z`, where it lies.
static void take_time(cpq_row *row, char *text, int length) {
  if (length > 10 && text[10] == ' ') text[10] = 'T';
  if (length > 3 && strcmp(text + length - 3, "+00") == 0) {
    text[length - 3] = 'Z';
    text[length - 2] = '\0';
    length -= 2;
  } else if (length > 10 && text[10] == 'T') {
    length = (int)strlen(text);
  }
  row->cell.code = MOON_TEXT;
  row->cell.bits = (uintptr_t)text;
  row->cell.length = (uint32_t)length;
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
    // The answer is this program's own copy.
    case CPQ_TIME: take_time(row, (char *)(uintptr_t)text, length); break;
    default:
      row->cell.code = MOON_TEXT;
      row->cell.bits = (uintptr_t)text;
      row->cell.length = (uint32_t)length;
  }
  return &row->cell;
}

void cpq_free_row(cpq_row *row) {
  free(row->bytes);
  row->bytes = NULL;
  row->capacity = 0;
}
