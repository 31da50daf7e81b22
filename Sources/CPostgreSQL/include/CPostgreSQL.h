// The part of libpq that the engine uses, called through addresses that are looked up when they are first needed.
//
// Neither its headers nor the library are needed to build or to start the program: loading it takes longer than all
// else that a start does, and most people never need it.

#ifndef CPOSTGRESQL_H
#define CPOSTGRESQL_H

#include "CCells.h"
#include <stddef.h>
#include <stdint.h>

typedef struct cpq_connection cpq_connection;
typedef struct cpq_result cpq_result;
typedef struct cpq_cancel cpq_cancel;

/// Loads the library where it is not loaded yet: NULL, or why that does not work.
const char *cpq_load(void);

#define CPQ_FUNCTION(result, name, original, parameters, arguments) result name parameters;
#define CPQ_ACTION(name, original, parameters, arguments) void name parameters;
#include "functions.h"
#undef CPQ_FUNCTION
#undef CPQ_ACTION

/// Keeps what the server remarks from standard error, where libpq writes it.
void cpq_silence(cpq_connection *connection);

/// The number that a text is, in the C locale.
double cpq_real(const char *text);

/// Waits until a socket can be read, or (with `for_writing`) written; up to so many milliseconds.
///
/// More than 0 = it can, 0 = it cannot yet, less = a signal came.
int cpq_poll(int socket, int for_writing, int milliseconds);

/// A row as the server sent it, whose cells are made as they are asked for.
typedef struct cpq_row {
  /// The rows of an answer and the one that is meant; or
  cpq_result *result;
  int row;
  /// cells that were made before.
  const moon_cell *cells;
  /// What each column is (`CPQ_TEXT` and so on), and how many there are.
  const uint8_t *kinds;
  int columns;
  /// Whether an integer was met that is larger than one can be.
  int overflow;
  moon_cell cell;
  /// Where bytes are put that were sent as hexadecimal digits.
  uint8_t *bytes;
  size_t capacity;
  /// Where moments are written, each column in a place of its own.
  char *times;
  int time_columns;
} cpq_row;

/// The cell of a column; its text or bytes stay until the next row.
const moon_cell *cpq_read(void *row, intptr_t column);

/// The cells of all columns; texts and bytes stay until the next row.
void cpq_read_all(cpq_row *row, moon_cell *cells);

/// Gives back what a row has taken.
void cpq_free_row(cpq_row *row);

/// Rows as a COPY takes them: a line each, with tabs between the values.
typedef struct cpq_copied {
  char *bytes;
  size_t count;
  size_t capacity;
} cpq_copied;

/// Adds a value that is no real number; 0 for a text that holds a NUL, and where there is no memory.
int cpq_copy_cell(cpq_copied *copied, const moon_cell *cell);

/// Adds bytes as they are; 0 where there is no memory.
int cpq_copy_bytes(cpq_copied *copied, const char *bytes, size_t count);

/// Gives back what the rows have taken.
void cpq_free_copied(cpq_copied *copied);

/// What a column of the server's is in Moonshell's classes, by the number of its type; `CPQ_TIME + 3` has three digits
/// of a second. Texts are the same in a binary answer, other values are what the server has in memory, highest byte first.
enum {
  CPQ_TEXT,
  CPQ_INTEGER,
  CPQ_REAL,
  CPQ_NUMERIC,
  CPQ_SUM,
  CPQ_DECIMAL,
  CPQ_TRUTH,
  CPQ_BYTES,
  CPQ_PADDED,
  CPQ_JSON,
  CPQ_BINARY_INTEGER,
  CPQ_BINARY_REAL,
  CPQ_BINARY_TRUTH,
  CPQ_BINARY_BYTES,
  CPQ_TIME
};

/// What may be added to it: NULL is the sum of nothing, which is the integer 0.
#define CPQ_OF_SOME 0x80

// What libpq answers, by its numbers.
#define CPQ_BAD 1
#define CPQ_POLL_FAILED 0
#define CPQ_POLL_WRITING 2
#define CPQ_POLL_OK 3
#define CPQ_IN_TRANSACTION 2
#define CPQ_IN_ERROR 3
#define CPQ_COMMAND_OK 1
#define CPQ_ROWS 2
#define CPQ_TAKES_COPY 4
#define CPQ_FATAL 7
#define CPQ_ROW 9
#define CPQ_SYNC 10
#define CPQ_ABORTED 11

#endif
