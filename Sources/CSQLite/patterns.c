// Lua's patterns as SQL functions, by the matcher that serves Lua's own functions.
#include <CPatterns.h>
#include <string.h>

#include "CSQLite.h"
#include "functions.h"

// ---- patterns that end in a zero byte, as the matcher needs them

/// The pattern of a call: its bytes, or a copy with an end. `copy` is to be freed.
static const char *pattern_of(sqlite3_context *context, sqlite3_value *value, csqlite_span span, char **copy) {
  *copy = NULL;
  if (sqlite3_value_type(value) != SQLITE_BLOB) return (const char *)span.start;
  *copy = sqlite3_malloc64((sqlite3_uint64)span.count + 1);
  if (!*copy) {
    sqlite3_result_error_nomem(context);
    return NULL;
  }
  memcpy(*copy, span.start, (size_t)span.count);
  (*copy)[span.count] = 0;
  return *copy;
}

static void answer_error(sqlite3_context *context, const cpatterns_matcher *m) {
  if (m->error == CPATTERNS_STOPPED) {
    sqlite3_result_error_code(context, SQLITE_INTERRUPT);
    return;
  }
  char words[CPATTERNS_WORDS];
  cpatterns_describe(m, words);
  sqlite3_result_error(context, words, -1);
}

/// Whether a capture was begun and not ended, which Lua notices when it gives the answer.
static bool is_unfinished(const cpatterns_matcher *m) {
  for (int index = 0; index < m->count; index++) {
    if (m->captures[index].length == CPATTERNS_OPEN) return true;
  }
  return false;
}

/// Searches; false when there is nothing more to answer.
static bool run(sqlite3_context *context, sqlite3_value **values, cpatterns_matcher *m, const char **start,
                const char **end) {
  csqlite_span subject = csqlite_bytes(values[0]), pattern = csqlite_bytes(values[1]);
  if (!subject.start || !pattern.start) return false;
  char *copy;
  const char *text = pattern_of(context, values[1], pattern, &copy);
  if (!text) return false;
  cpatterns_begin(m, (const char *)subject.start, (size_t)subject.count, text, (size_t)pattern.count, NULL);
  const csqlite_patience *patience = sqlite3_user_data(context);
  if (patience) {
    m->must_stop = patience->must_stop;
    m->context = patience->context;
  }
  *start = cpatterns_find(m, m->subject, text, end);
  sqlite3_free(copy);
  if (m->error) {
    answer_error(context, m);
    return false;
  }
  if (!*start || !is_unfinished(m)) return true;
  sqlite3_result_error(context, "unfinished capture", -1);
  return false;
}

static void find(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  cpatterns_matcher m;
  const char *start, *end;
  if (run(context, values, &m, &start, &end)) sqlite3_result_int64(context, start ? start - m.subject + 1 : 0);
}

static void match_first(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  cpatterns_matcher m;
  const char *start, *end;
  if (!run(context, values, &m, &start, &end) || !start) return;
  ptrdiff_t length = end - start;
  if (m.count > 0) {
    start = m.captures[0].start;
    length = m.captures[0].length;
  }
  if (length == CPATTERNS_POSITION) sqlite3_result_int64(context, start - m.subject + 1);
  else csqlite_answer(context, values[0], (const unsigned char *)start, (int)length);
}

int csqlite_add_patterns(sqlite3 *database, const csqlite_patience *patience) {
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
  int code = sqlite3_create_function(database, "lua_find", 2, flags, (void *)patience, find, 0, 0);
  if (code != SQLITE_OK) return code;
  code = sqlite3_create_function(database, "lua_match", 2, flags, (void *)patience, match_first, 0, 0);
  return code == SQLITE_OK ? csqlite_add_substitution(database, patience, flags) : code;
}
