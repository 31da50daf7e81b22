#include <stdlib.h>
#include <string.h>

#include "CPostgreSQL.h"

/// The place for so many bytes more; NULL where there is no memory.
static char *room(cpq_copied *copied, size_t count) {
  if (copied->capacity - copied->count < count) {
    size_t capacity = (copied->capacity + count) * 2;
    char *larger = realloc(copied->bytes, capacity);
    if (!larger) return NULL;
    copied->bytes = larger;
    copied->capacity = capacity;
  }
  return copied->bytes + copied->count;
}

static int put(cpq_copied *copied, const char *text, size_t count) {
  char *target = room(copied, count);
  if (!target) return 0;
  memcpy(target, text, count);
  copied->count += count;
  return 1;
}

static int put_integer(cpq_copied *copied, int64_t number) {
  char digits[20];
  size_t place = sizeof digits;
  // The smallest integer has no positive counterpart of its own type.
  uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
  do {
    digits[--place] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  if (number < 0) digits[--place] = '-';
  return put(copied, digits + place, sizeof digits - place);
}

/// The letter that stands behind a backslash for a byte that would end a value or a row, or is one itself.
static char escape(char byte) {
  switch (byte) {
    case '\\': return '\\';
    case '\t': return 't';
    case '\n': return 'n';
    case '\r': return 'r';
    default: return 0;
  }
}

static int put_text(cpq_copied *copied, const char *text, size_t count) {
  char *target = room(copied, 2 * count);
  if (!target) return 0;
  for (size_t i = 0; i < count; i++) {
    if (text[i] == 0) return 0;
    char letter = escape(text[i]);
    if (letter) *target++ = '\\';
    *target++ = letter ? letter : text[i];
  }
  copied->count = (size_t)(target - copied->bytes);
  return 1;
}

static int put_data(cpq_copied *copied, const uint8_t *data, size_t count) {
  static const char digits[] = "0123456789abcdef";
  if (!put(copied, "\\\\x", 3)) return 0;
  char *target = room(copied, 2 * count);
  if (!target) return 0;
  for (size_t i = 0; i < count; i++) {
    *target++ = digits[data[i] >> 4];
    *target++ = digits[data[i] & 15];
  }
  copied->count += 2 * count;
  return 1;
}

int cpq_copy_cell(cpq_copied *copied, const moon_cell *cell) {
  switch (moon_code(cell)) {
    case MOON_INTEGER: return put_integer(copied, moon_integer(cell));
    case MOON_TEXT: return put_text(copied, moon_bytes(cell), moon_length(cell));
    case MOON_DATA: return put_data(copied, (const uint8_t *)moon_bytes(cell), moon_length(cell));
    default: return put(copied, "\\N", 2);
  }
}

int cpq_copy_bytes(cpq_copied *copied, const char *bytes, size_t count) { return put(copied, bytes, count); }

void cpq_free_copied(cpq_copied *copied) {
  free(copied->bytes);
  *copied = (cpq_copied){0};
}
