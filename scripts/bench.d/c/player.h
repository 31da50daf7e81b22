// What both C programs of the benchmark share: the record, reading it from a statement, its storage, its clock.
#ifndef PLAYER_H
#define PLAYER_H

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ALL_COLUMNS "SELECT id, name, team, age, score, joined, bio FROM player"
#define BY_KEY ALL_COLUMNS " WHERE id = ?"
#define INSERT "INSERT INTO player (id, name, team, age, score, joined, bio) VALUES (?, ?, ?, ?, ?, ?, ?)"
#define SUMS_OF_ALL                                                                                       \
  "SELECT count(*) || ':' || sum(age) || ':' || sum(length(name)) || ':' || sum(length(joined)) || ':' || " \
  "sum(coalesce(length(bio), 0)) || ':' || printf('%.0f', sum(score)) FROM player"

// Texts follow their record in memory, each with a NUL behind it; bio is NULL where there is none.
typedef struct {
  sqlite3_int64 id;
  const char *name, *team, *joined, *bio;
  int name_bytes, team_bytes, joined_bytes, bio_bytes;
  int age;
  double score;
} player;

// Processor time: what os.clock gives the Lua programs, so that waiting for the disk counts for nobody.
static inline double clock_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static inline _Noreturn void fail(const char *message) {
  fprintf(stderr, "%s\n", message);
  exit(1);
}

static inline sqlite3 *open_database(const char *path, int read_only) {
  sqlite3 *database;
  int flags = read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (sqlite3_open_v2(path, &database, flags | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) fail("cannot open");
  return database;
}

static inline void execute(sqlite3 *database, const char *sql) {
  if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK) fail(sqlite3_errmsg(database));
}

static inline sqlite3_stmt *prepare(sqlite3 *database, const char *sql) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK)
    fail(sqlite3_errmsg(database));
  return statement;
}

// A new, empty table in a file whose journal is memory: the disk of the day is not what is measured.
static inline sqlite3 *fresh_database(const char *path) {
  remove(path);
  sqlite3 *database = open_database(path, 0);
  execute(database,
          "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;"
          "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT NOT NULL, age INTEGER NOT NULL,"
          " score REAL NOT NULL, joined TEXT NOT NULL, bio TEXT)");
  return database;
}

// Bytes that the record of the current row takes.
static inline size_t player_size(sqlite3_stmt *row) {
  return sizeof(player) + sqlite3_column_bytes(row, 1) + sqlite3_column_bytes(row, 2) + sqlite3_column_bytes(row, 5) +
         sqlite3_column_bytes(row, 6) + 4;
}

static inline const char *copy_text(sqlite3_stmt *row, int column, char **to, int *bytes) {
  const void *text = sqlite3_column_text(row, column);
  *bytes = sqlite3_column_bytes(row, column);
  if (!text) return NULL;
  char *start = *to;
  memcpy(start, text, *bytes + 1);
  *to += *bytes + 1;
  return start;
}

static inline void read_player(sqlite3_stmt *row, player *p) {
  char *to = (char *)(p + 1);
  p->id = sqlite3_column_int64(row, 0);
  p->name = copy_text(row, 1, &to, &p->name_bytes);
  p->team = copy_text(row, 2, &to, &p->team_bytes);
  p->age = sqlite3_column_int(row, 3);
  p->score = sqlite3_column_double(row, 4);
  p->joined = copy_text(row, 5, &to, &p->joined_bytes);
  p->bio = copy_text(row, 6, &to, &p->bio_bytes);
}

// Records in blocks of a megabyte, and where each of them is.
typedef struct {
  player **at;
  int count, capacity;
  char **blocks;
  int block_count;
  size_t used, size;
} players;

static inline player *append_player(players *list, sqlite3_stmt *row) {
  size_t bytes = (player_size(row) + 7) & ~(size_t)7;
  if (list->used + bytes > list->size) {
    list->size = bytes > 1 << 20 ? bytes : 1 << 20;
    list->used = 0;
    list->blocks = realloc(list->blocks, (list->block_count + 1) * sizeof *list->blocks);
    list->blocks[list->block_count++] = malloc(list->size);
  }
  if (list->count == list->capacity) {
    list->capacity = list->capacity ? 2 * list->capacity : 1024;
    list->at = realloc(list->at, list->capacity * sizeof *list->at);
  }
  player *p = (player *)(list->blocks[list->block_count - 1] + list->used);
  list->used += bytes;
  list->at[list->count++] = p;
  read_player(row, p);
  return p;
}

static inline void load_players(players *list, sqlite3_stmt *statement) {
  while (sqlite3_step(statement) == SQLITE_ROW) append_player(list, statement);
  sqlite3_reset(statement);
}

static inline void free_players(players *list) {
  for (int i = 0; i < list->block_count; i++) free(list->blocks[i]);
  free(list->blocks);
  free(list->at);
  memset(list, 0, sizeof *list);
}

#endif
