// Files in and out: a CSV file becomes checked rows, rows become a JSON file.
#include <fcntl.h>
#include <math.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "workloads.h"

// The next field, unquoted in place and closed by a NUL; `at` is behind its separator afterwards. `quoted` tells
// an empty text from no text.
static char *next_field(char **at, char *end, int *bytes, int *quoted) {
  char *start = *at, *to = start, *from = start;
  *quoted = from < end && *from == '"';
  if (*quoted) {
    to = start = ++from;
    for (;;) {
      char *quote = memchr(from, '"', end - from);
      if (!quote) fail("a quote is not closed");
      if (to != from) memmove(to, from, quote - from);
      to += quote - from;
      from = quote + 1;
      if (from == end || *from != '"') break;
      *to++ = '"';
      from++;
    }
  } else {
    while (from < end && *from != ',' && *from != '\n') from++;
    to = from;
  }
  *at = from + 1;
  *to = 0;
  *bytes = (int)(to - start);
  return start;
}

static sqlite3_int64 integer(const char *digits, int bytes) {
  sqlite3_int64 value = 0;
  if (bytes < 1 || bytes > 18) fail("not an integer");
  for (int i = 0; i < bytes; i++) {
    if (digits[i] < '0' || digits[i] > '9') fail("not an integer");
    value = 10 * value + digits[i] - '0';
  }
  return value;
}

static void read_record(char **at, char *end, player *p) {
  int bytes, quoted;
  char *field = next_field(at, end, &bytes, &quoted), *rest;
  p->id = integer(field, bytes);
  p->name = next_field(at, end, &p->name_bytes, &quoted);
  p->team = next_field(at, end, &p->team_bytes, &quoted);
  field = next_field(at, end, &bytes, &quoted);
  p->age = (int)integer(field, bytes);
  field = next_field(at, end, &bytes, &quoted);
  p->score = strtod(field, &rest);
  if (bytes == 0 || *rest) fail("not a number");
  p->joined = next_field(at, end, &p->joined_bytes, &quoted);
  p->bio = next_field(at, end, &p->bio_bytes, &quoted);
  if (p->bio_bytes == 0 && !quoted) p->bio = NULL;
}

double import(void) {
  char path[4096];
  snprintf(path, sizeof path, "%s/limit.sqlite", scratch);
  sqlite3 *target = fresh_database(path);

  double start = clock_seconds();
  int file = open(data, O_RDONLY);
  struct stat facts;
  if (file < 0 || fstat(file, &facts) != 0) fail("cannot open the CSV file");
  // Private, and a byte longer: fields are closed by NULs in the mapping itself.
  char *text = mmap(NULL, facts.st_size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
  if (text == MAP_FAILED) fail("cannot map the CSV file");
  char *end = text + facts.st_size, *at = memchr(text, '\n', facts.st_size);
  execute(target, "BEGIN");
  sqlite3_stmt *statement = prepare(target, INSERT);
  for (at = at ? at + 1 : end; at < end;) {
    player p;
    read_record(&at, end, &p);
    if (!is_valid(&p)) fail("the data is not valid");
    insert_one(statement, &p);
  }
  execute(target, "COMMIT");
  munmap(text, facts.st_size + 1);
  close(file);
  double seconds = clock_seconds() - start;

  sqlite3_finalize(statement);
  check_sums(target);
  sqlite3_close(target);
  return seconds;
}

static inline char *put(char *to, const char *text) {
  size_t bytes = strlen(text);
  memcpy(to, text, bytes);
  return to + bytes;
}

// Digits from the last to the first, at the end of a scrap, are the quickest way to write an integer.
static char *put_integer(char *to, sqlite3_int64 value) {
  char scrap[20], *end = scrap + sizeof scrap, *digits = end;
  sqlite3_uint64 rest = value < 0 ? -(sqlite3_uint64)value : (sqlite3_uint64)value;
  do *--digits = '0' + rest % 10;
  while (rest /= 10);
  if (value < 0) *to++ = '-';
  memcpy(to, digits, end - digits);
  return to + (end - digits);
}

// Runs without a byte to escape are copied whole.
static char *put_text(char *to, const char *text, int bytes) {
  const char *end = text + bytes;
  *to++ = '"';
  while (text < end) {
    const char *run = text;
    while (text < end && (unsigned char)*text >= 0x20 && *text != '"' && *text != '\\') text++;
    memcpy(to, run, text - run);
    to += text - run;
    if (text == end) break;
    unsigned char byte = *text++;
    if (byte < 0x20) {
      to += sprintf(to, "\\u%04x", byte);
    } else {
      *to++ = '\\';
      *to++ = byte;
    }
  }
  *to++ = '"';
  return to;
}

// The shortest of the forms that are tried and read back as the same number: hundredths are most of what people store.
static char *put_number(char *to, double value) {
  if (value > -1e13 && value < 1e13) {
    sqlite3_int64 hundredths = (sqlite3_int64)(value * 100 + (value < 0 ? -0.5 : 0.5));
    if (hundredths / 100.0 == value && (hundredths || !signbit(value))) {
      if (hundredths < 0) *to++ = '-';
      sqlite3_int64 size = hundredths < 0 ? -hundredths : hundredths;
      to = put_integer(to, size / 100);
      *to++ = '.';
      *to++ = '0' + size / 10 % 10;
      if (size % 10) *to++ = '0' + size % 10;
      return to;
    }
  }
  int bytes = sprintf(to, "%.15g", value);
  if (strtod(to, NULL) != value) bytes = sprintf(to, "%.17g", value);
  return to + bytes;
}

static char *put_column(char *to, sqlite3_stmt *row, int column) {
  const char *text = (const char *)sqlite3_column_text(row, column);
  return text ? put_text(to, text, sqlite3_column_bytes(row, column)) : put(to, "null");
}

static size_t text_bytes(sqlite3_stmt *row) {
  return sqlite3_column_bytes(row, 1) + sqlite3_column_bytes(row, 2) + sqlite3_column_bytes(row, 5) +
         sqlite3_column_bytes(row, 6);
}

static char *put_row(char *to, sqlite3_stmt *row) {
  to = put_integer(put(to, "{\"id\":"), sqlite3_column_int64(row, 0));
  to = put_column(put(to, ",\"name\":"), row, 1);
  to = put_column(put(to, ",\"team\":"), row, 2);
  to = put_integer(put(to, ",\"age\":"), sqlite3_column_int64(row, 3));
  to = put_number(put(to, ",\"score\":"), sqlite3_column_double(row, 4));
  to = put_column(put(to, ",\"joined\":"), row, 5);
  to = put_column(put(to, ",\"bio\":"), row, 6);
  return put(to, "}");
}

double export(void) {
  snprintf(check, sizeof check, "%s/limit.json", scratch);  // the driver reads the file
  sqlite3 *database = source();
  double start = clock_seconds();
  size_t size = 1 << 20, used = 1;
  char *buffer = malloc(size);
  FILE *file = fopen(check, "w");
  if (!file) fail("cannot write the JSON file");
  setvbuf(file, NULL, _IONBF, 0);
  buffer[0] = '[';
  sqlite3_stmt *statement = prepare(database, ALL_COLUMNS);
  for (int count = 0; sqlite3_step(statement) == SQLITE_ROW; count++) {
    size_t most = 200 + 6 * text_bytes(statement);  // a control character takes six
    if (used + most > size) {
      fwrite(buffer, 1, used, file);
      used = 0;
      if (most > size) buffer = realloc(buffer, size = most);
    }
    if (count) buffer[used++] = ',';
    used = put_row(buffer + used, statement) - buffer;
  }
  fwrite(buffer, 1, used, file);
  fwrite("]\n", 1, 2, file);
  if (fclose(file) != 0) fail("cannot write the JSON file");
  sqlite3_finalize(statement);
  free(buffer);
  return clock_seconds() - start;
}
