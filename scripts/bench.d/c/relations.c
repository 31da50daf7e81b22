// Players and their games: 10,000 with all of theirs, kept in memory until they are there, and what is asked of the games of all.
#include "workloads.h"

typedef struct {
  sqlite3_int64 id, player;
  double duration;
} game;

typedef struct {
  game *at;
  int count, capacity;
} games;

static void append_game(games *list, sqlite3_stmt *row) {
  if (list->count == list->capacity) {
    list->capacity = list->capacity ? 2 * list->capacity : 1024;
    list->at = realloc(list->at, list->capacity * sizeof *list->at);
  }
  list->at[list->count++] =
      (game){sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1), sqlite3_column_double(row, 2)};
}

#define PLAYERS ALL_COLUMNS " WHERE id <= 10000"
#define GAMES "SELECT id, player_id, duration FROM game WHERE player_id "

// Sums up the games of each player: `ends` says behind which of the games those of a player end.
static void add_up(const players *players, const games *games, const int *ends) {
  double durations = 0;
  for (int i = 0, next = 0; i < players->count; i++)
    for (; next < ends[i]; next++) durations += games->at[next].duration;
  snprintf(check, sizeof check, "%d:%d:%.0f", players->count, games->count, durations);
}

double lazy(void) {
  sqlite3 *database = source();
  double start = clock_seconds();
  players players = {0};
  games games = {0};
  int ends[10000];
  sqlite3_stmt *statement = prepare(database, PLAYERS), *related = prepare(database, GAMES "= ?");
  while (sqlite3_step(statement) == SQLITE_ROW) {
    player *p = append_player(&players, statement);
    sqlite3_bind_int64(related, 1, p->id);
    while (sqlite3_step(related) == SQLITE_ROW) append_game(&games, related);
    sqlite3_reset(related);
    ends[players.count - 1] = games.count;
  }
  add_up(&players, &games, ends);
  double seconds = clock_seconds() - start;
  free(games.at);
  free_players(&players);
  sqlite3_finalize(statement);
  sqlite3_finalize(related);
  return seconds;
}

double eager(void) {
  sqlite3 *database = source();
  double start = clock_seconds();
  players players = {0};
  games games = {0};
  int ends[10000];
  sqlite3_stmt *statement = prepare(database, PLAYERS);
  sqlite3_stmt *related = prepare(database, GAMES "<= 10000 ORDER BY player_id");
  load_players(&players, statement);
  while (sqlite3_step(related) == SQLITE_ROW) append_game(&games, related);
  for (int i = 0, next = 0; i < players.count; i++) {
    while (next < games.count && games.at[next].player == players.at[i]->id) next++;
    ends[i] = next;
  }
  add_up(&players, &games, ends);
  double seconds = clock_seconds() - start;
  free(games.at);
  free_players(&players);
  sqlite3_finalize(statement);
  sqlite3_finalize(related);
  return seconds;
}

double related(void) {
  sqlite3 *database = source();
  double start = clock_seconds();
  players players = {0};
  sqlite3_stmt *statement =
      prepare(database, ALL_COLUMNS " WHERE id IN (SELECT player_id FROM game WHERE duration > 89) ORDER BY id");
  load_players(&players, statement);
  double seconds = clock_seconds() - start;

  check_order(players.at, players.count);
  free_players(&players);
  sqlite3_finalize(statement);
  return seconds;
}

double counts(void) {
  sqlite3 *database = source();
  double start = clock_seconds();
  players players = {0};
  sqlite3_int64 sum = 0;
  sqlite3_stmt *statement = prepare(
      database,
      "SELECT id, name, team, age, score, joined, bio, (SELECT count(*) FROM game WHERE player_id = player.id)"
      " FROM player ORDER BY id");
  while (sqlite3_step(statement) == SQLITE_ROW) {
    append_player(&players, statement);
    sum += sqlite3_column_int64(statement, 7);
  }
  double seconds = clock_seconds() - start;

  snprintf(check, sizeof check, "%d:%lld", players.count, (long long)sum);
  free_players(&players);
  sqlite3_finalize(statement);
  return seconds;
}

double products(void) {
  sqlite3 *database = source();
  double start = clock_seconds();
  sqlite3_stmt *statement = prepare(database, "SELECT sum(duration * player_id) FROM game");
  sqlite3_step(statement);
  double sum = sqlite3_column_double(statement, 0);
  double seconds = clock_seconds() - start;

  snprintf(check, sizeof check, "%.0f", sum);
  sqlite3_finalize(statement);
  return seconds;
}
