#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "CPostgreSQL.h"

static void set_integer(moon_cell *cell, int64_t number) {
  *cell = moon_cell_of_integer(number);
}

static void set_text(moon_cell *cell, const char *text, int length) {
  *cell = moon_cell_of_bytes((uintptr_t)text, (size_t)length, MOON_TEXT);
}

/// What is no number is NULL, as it is everywhere in Moonshell.
static void set_real(moon_cell *cell, double number) {
  if (number == number) *cell = moon_cell_of_real(number);
}

static void take_integer(cpq_row *row, moon_cell *cell, const char *text) {
  errno = 0;
  long long number = strtoll(text, NULL, 10);
  if (errno == ERANGE) row->overflow = 1;
  set_integer(cell, number);
}

/// So many bytes, the highest first, as a number.
static uint64_t big_endian(const char *bytes, int length) {
  uint64_t number = 0;
  for (int i = 0; i < length; i++) number = number << 8 | (uint8_t)bytes[i];
  return number;
}

/// An integer of 2, 4 or 8 bytes.
static int64_t binary_integer(const char *bytes, int length) {
  int unused = 64 - 8 * length;
  return (int64_t)(big_endian(bytes, length) << unused) >> unused;
}

static double binary_real(const char *bytes) {
  uint64_t bits = big_endian(bytes, 8);
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

/// So many digits behind its point has a zero that is below zero, which the server's exact numbers do not tell
/// (`NumberSQL`).
enum { negative_zero_digits = 40 };

static int is_negative_zero(const char *text) {
  return text[0] == '0' && text[1] == '.' && strspn(text + 2, "0") == negative_zero_digits &&
         !text[2 + negative_zero_digits];
}

/// An exact number is an integer where it is one; a column may hold one that is larger than integers are.
static void take_numeric(cpq_row *row, moon_cell *cell, const char *text, int is_sum) {
  if (strspn(text, "-0123456789") != strlen(text)) {
    set_real(cell, is_negative_zero(text) ? -0.0 : cpq_real(text));
    return;
  }
  take_integer(row, cell, text);
  if (is_sum || !row->overflow) return;
  row->overflow = 0;
  set_real(cell, cpq_real(text));
}

/// How many digits a decimal has of which a real number tells each.
enum { told_digits = 15 };

/// A decimal of a column is what it says: a text where neither an integer nor a real number tells all its digits.
static void take_decimal(cpq_row *row, moon_cell *cell, const char *text, int length) {
  int digits = 0, is_whole = 1;
  for (int i = 0; i < length; i++) {
    if (text[i] == '.') {
      is_whole = 0;
    } else if (text[i] >= '0' && text[i] <= '9') {
      digits += digits > 0 || text[i] != '0';
    } else if (i > 0 || text[i] != '-') {
      set_real(cell, cpq_real(text));
      return;
    }
  }
  if (!is_whole && digits > told_digits) {
    set_text(cell, text, length);
    return;
  }
  take_numeric(row, cell, text, 0);
  if (is_whole && moon_code(cell) == MOON_REAL) set_text(cell, text, length);
}

enum { time_size = 32 };

/// `2020-01-31 09:30:00.5+00` as `2020-01-31T09:30:00.500Z`, with so many digits of a second at least.
///
/// What is no moment of these years (`infinity`) stays as it is.
static void take_time(cpq_row *row, moon_cell *cell, int column, const char *text, int length, int digits) {
  set_text(cell, text, length);
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
  set_text(cell, target, count);
}

/// Blanks at the end of a text of fixed length are none of it.
static void take_padded(moon_cell *cell, const char *text, int length) {
  while (length > 0 && text[length - 1] == ' ') length -= 1;
  set_text(cell, text, length);
}

static int digit(char letter) { return letter <= '9' ? letter - '0' : (letter | 0x20) - 'a' + 10; }

/// Where what is made of a column lies: all columns of a row have one place, each with room in any case.
static uint8_t *room_of_column(cpq_row *row, int column) {
  size_t start = 0;
  size_t total = 0;
  for (int i = 0; i < row->columns; i++) {
    if (i == column) start = total;
    total += (size_t)cpq_length(row->result, row->row, i);
  }
  if (row->capacity < total) {
    uint8_t *larger = realloc(row->bytes, total * 2);
    if (!larger) return NULL;
    row->bytes = larger;
    row->capacity = total * 2;
  }
  return row->bytes + start;
}

/// Bytes in the older form of the server, in which some of them are escaped: a function may have asked for it.
static uint32_t take_escaped(uint8_t *target, const char *text, int length) {
  uint32_t count = 0;
  for (int i = 0; i < length; i++) {
    if (text[i] != '\\') {
      target[count++] = (uint8_t)text[i];
    } else if (i + 3 < length && text[i + 1] != '\\') {
      target[count++] = (uint8_t)((text[i + 1] - '0') << 6 | (text[i + 2] - '0') << 3 | (text[i + 3] - '0'));
      i += 3;
    } else {
      target[count++] = '\\';
      i++;
    }
  }
  return count;
}

static void take_bytes(cpq_row *row, moon_cell *cell, int column, const char *text, int length) {
  uint8_t *target = room_of_column(row, column);
  if (!target) return;
  if (length < 2 || text[0] != '\\' || text[1] != 'x') {
    *cell = moon_cell_of_bytes((uintptr_t)target, take_escaped(target, text, length), MOON_DATA);
    return;
  }
  uint32_t count = (uint32_t)(length - 2) / 2;
  for (uint32_t i = 0; i < count; i++) {
    target[i] = (uint8_t)(digit(text[2 + 2 * i]) << 4 | digit(text[3 + 2 * i]));
  }
  *cell = moon_cell_of_bytes((uintptr_t)target, count, MOON_DATA);
}

static int is_blank(char letter) { return letter == ' ' || letter == '\n' || letter == '\t' || letter == '\r'; }

/// A document without the blanks between its parts: the server writes them into those of its own type.
static void take_json(cpq_row *row, moon_cell *cell, int column, const char *text, int length) {
  char *target = (char *)room_of_column(row, column);
  if (!target) return;
  int count = 0, is_text = 0;
  for (int i = 0; i < length; i++) {
    if (!is_text && is_blank(text[i])) continue;
    if (text[i] == '"') is_text = !is_text;
    target[count++] = text[i];
    if (is_text && text[i] == '\\' && i + 1 < length) target[count++] = text[++i];
  }
  set_text(cell, target, count);
}

/// Infinities of both signs have no sum.
static void forget_nan(moon_cell *cell) {
  if (moon_is_no_number(cell)) *cell = moon_null();
}

/// Makes the cell of a column of the answer.
static void take(cpq_row *row, int column, moon_cell *cell) {
  *cell = moon_null();
  int length = cpq_length(row->result, row->row, column);
  uint8_t kind = row->kinds[column];
  if (length == 0 && cpq_is_null(row->result, row->row, column)) {
    if (kind & CPQ_OF_SOME) set_integer(cell, 0);
    return;
  }
  const char *text = cpq_value(row->result, row->row, column);
  switch (kind & ~CPQ_OF_SOME) {
    case CPQ_TEXT: set_text(cell, text, length); break;
    case CPQ_BINARY_INTEGER: set_integer(cell, binary_integer(text, length)); break;
    case CPQ_BINARY_REAL: set_real(cell, binary_real(text)); break;
    case CPQ_BINARY_TRUTH: set_integer(cell, text[0] != 0); break;
    case CPQ_BINARY_BYTES: *cell = moon_cell_of_bytes((uintptr_t)text, (size_t)length, MOON_DATA); break;
    case CPQ_INTEGER: take_integer(row, cell, text); break;
    case CPQ_REAL: set_real(cell, cpq_real(text)); break;
    case CPQ_NUMERIC: take_numeric(row, cell, text, 0); break;
    case CPQ_SUM: take_numeric(row, cell, text, 1); break;
    case CPQ_DECIMAL: take_decimal(row, cell, text, length); break;
    case CPQ_TRUTH: set_integer(cell, text[0] == 't'); break;
    case CPQ_BYTES: take_bytes(row, cell, column, text, length); break;
    case CPQ_JSON: take_json(row, cell, column, text, length); break;
    case CPQ_PADDED: take_padded(cell, text, length); break;
    default: take_time(row, cell, column, text, length, kind - CPQ_TIME);
  }
  if (kind & CPQ_OF_SOME) forget_nan(cell);
}

const moon_cell *cpq_read(void *reader, intptr_t place) {
  cpq_row *row = reader;
  int column = (int)place;
  if (row->cells) return &row->cells[column];
  if (row->result && column < row->columns) {
    take(row, column, &row->cell);
  } else {
    row->cell = moon_null();
  }
  return &row->cell;
}

void cpq_read_all(cpq_row *row, moon_cell *cells) {
  for (int column = 0; column < row->columns; column++) {
    if (row->cells || !row->result) {
      cells[column] = row->cells ? row->cells[column] : moon_null();
    } else {
      take(row, column, &cells[column]);
    }
  }
}

void cpq_free_row(cpq_row *row) {
  free(row->bytes);
  row->bytes = NULL;
  row->capacity = 0;
  free(row->times);
  row->times = NULL;
  row->time_columns = 0;
}
