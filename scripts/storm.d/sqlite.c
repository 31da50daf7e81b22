// Lua's functions in SQL against Lua's own: the same answers for any values.
#include <CSQLite.h>
#include <lua5.4/lauxlib.h>
#include <lua5.4/lualib.h>

#include "patterns_made.h"

static sqlite3 *database;
static lua_State *stock;

/// A call as SQL and as Lua, and what its arguments are: `s`tring, `p`attern, `n`umber.
typedef struct call {
  const char *sql, *lua, *kinds;
  sqlite3_stmt *statement;
} call;

static call calls[] = {
    {"SELECT lua_find(?1, ?2)", "local s, p = ... return (string.find(s, p)) or 0", "sp", NULL},
    {"SELECT lua_match(?1, ?2)", "local s, p = ... return (string.match(s, p))", "sp", NULL},
    {"SELECT lua_sub(?1, ?2, ?3)", "return string.sub(...)", "sii", NULL},
    {"SELECT lua_len(?1)", "return #...", "s", NULL},
    {"SELECT lua_upper(?1)", "return string.upper(...)", "s", NULL},
    {"SELECT lua_lower(?1)", "return string.lower(...)", "s", NULL},
    {"SELECT moonshell_floor_divide(?1, ?2)", "local a, b = ... if b ~= 0 then return a // b end", "nn", NULL},
    {"SELECT moonshell_modulo(?1, ?2)", "local a, b = ... if b ~= 0 then return a % b end", "nn", NULL},
    {"SELECT lua_floor(?1)", "return math.tointeger(math.floor(...))", "n", NULL},
};
#define CALLS ((int)(sizeof calls / sizeof *calls))

static int64_t make_integer(dice *d) {
  static const int64_t integers[] = {0, 1, -1, 2, -3, 7, 20, -20, INT64_MAX, INT64_MIN, INT64_MIN + 1, 1LL << 53, INT32_MAX};
  return PICK(d, integers);
}

static double make_real(dice *d) {
  static const double reals[] = {0.5, -0.5, 2.0, -7.25, 1e15, -1e300, 0x1p63, -0x1p63, 1e-300, -0.0, 3.0};
  return PICK(d, reals);
}

static void bind_string(dice *d, sqlite3_stmt *statement, int place, block text) {
  if (roll(d, 2)) sqlite3_bind_text(statement, place, text.bytes, (int)text.length, SQLITE_TRANSIENT);
  else sqlite3_bind_blob(statement, place, text.bytes, (int)text.length, SQLITE_TRANSIENT);
  lua_pushlstring(stock, text.bytes, text.length);
  free(text.bytes);
}

static void bind(dice *d, sqlite3_stmt *statement, int place, char kind) {
  if (kind == 's') bind_string(d, statement, place, make_subject(d));
  else if (kind == 'p') bind_string(d, statement, place, make_pattern(d));
  else if (kind == 'i' || roll(d, 2)) {
    int64_t value = make_integer(d);
    sqlite3_bind_int64(statement, place, value);
    lua_pushinteger(stock, value);
  } else {
    double value = make_real(d);
    sqlite3_bind_double(statement, place, value);
    lua_pushnumber(stock, value);
  }
}

/// Whether the answers are the same; the one quotient that is no integer of Lua's is a real in SQL.
static void compare(const call *c, sqlite3_stmt *statement, int status) {
  int type = sqlite3_column_type(statement, 0);
  if (status != LUA_OK) fail("only Lua has an error: %s: %s", c->sql, lua_tostring(stock, -1));
  if (type == SQLITE_NULL) {
    // SQLite has no NaN.
    bool is_nan = lua_type(stock, -1) == LUA_TNUMBER && lua_tonumber(stock, -1) != lua_tonumber(stock, -1);
    if (!lua_isnil(stock, -1) && !is_nan) fail("only Lua has an answer: %s", c->sql);
  } else if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) {
    if (lua_type(stock, -1) != LUA_TNUMBER) fail("no number: %s", c->sql);
    double mine = sqlite3_column_double(statement, 0), theirs = lua_tonumber(stock, -1);
    bool has_wrapped = mine == 0x1p63 && theirs == -0x1p63;
    if (mine != theirs && !has_wrapped) fail("Lua says %.17g, we say %.17g: %s", theirs, mine, c->sql);
  } else {
    size_t length;
    const char *theirs = lua_tolstring(stock, -1, &length);
    const void *mine = sqlite3_column_blob(statement, 0);
    int count = sqlite3_column_bytes(statement, 0);
    bool is_same = theirs && length == (size_t)count && (count == 0 || memcmp(mine, theirs, length) == 0);
    if (!is_same) fail("another text: %s", c->sql);
  }
}

static void one_round(dice *d) {
  call *c = &calls[roll(d, CALLS)];
  sqlite3_reset(c->statement);
  lua_settop(stock, 0);
  if (luaL_loadstring(stock, c->lua) != LUA_OK) abort();
  int count = (int)strlen(c->kinds);
  for (int place = 0; place < count; place++) bind(d, c->statement, place + 1, c->kinds[place]);
  int status = lua_pcall(stock, count, 1, 0);
  int step = sqlite3_step(c->statement);
  if (step == SQLITE_ROW) compare(c, c->statement, status);
  else if (status == LUA_OK) fail("only we have an error: %s", sqlite3_errmsg(database));
  else if (!strstr(lua_tostring(stock, -1), sqlite3_errmsg(database)))
    fail("Lua says: %s; we say: %s", lua_tostring(stock, -1), sqlite3_errmsg(database));
}

int main(int count, char **words) {
  stock = luaL_newstate();
  if (!stock || sqlite3_open(":memory:", &database) != SQLITE_OK) abort();
  luaL_openlibs(stock);
  if (csqlite_add_functions(database) != SQLITE_OK || csqlite_add_patterns(database, NULL) != SQLITE_OK) abort();
  for (int place = 0; place < CALLS; place++) {
    if (sqlite3_prepare_v2(database, calls[place].sql, -1, &calls[place].statement, NULL) != SQLITE_OK) abort();
  }
  int status = storm(count, words, one_round);
  for (int place = 0; place < CALLS; place++) sqlite3_finalize(calls[place].statement);
  sqlite3_close(database);
  lua_close(stock);
  return status;
}
