// Random patterns of Lua and texts that they may match.
#ifndef PATTERNS_MADE_H
#define PATTERNS_MADE_H

#include "storm.h"

/// A text or a pattern in a block of just its size, so that a byte too far is noticed.
typedef struct block {
  char *bytes;
  size_t length;
} block;

/// A copy, followed by a zero byte where one is promised.
static inline block make_block(const char *bytes, size_t length, bool ends_in_zero) {
  block result = {malloc(length + (ends_in_zero || length == 0)), length};
  if (!result.bytes) abort();
  memcpy(result.bytes, bytes, length);
  if (ends_in_zero) result.bytes[length] = 0;
  return result;
}

static inline block make_subject(dice *d) {
  static const char letters[] = "aaabbbc()[1 2.%A\0\xE9-x";
  char bytes[20];
  size_t length = (size_t)roll(d, sizeof bytes + 1);
  for (size_t i = 0; i < length; i++) bytes[i] = letters[roll(d, sizeof letters - 1)];
  return make_block(bytes, length, false);
}

/// Few enough items that what backtracks comes to an end.
static inline block make_pattern(dice *d) {
  static const char *const items[] = {
      "a",   "b",    "c",    ".",     "%a",  "%d",   "%s",   "%W",   "%%",     "%.",  "[abc]", "[^a]", "[a-c]",
      "[]]", "[^]]", "[%a]", "[a-]",  "(",   "(",    ")",    ")",    "()",     "(a)", "(.)",   "*",    "+",
      "-",   "?",    "*",    "-",     "^",   "$",    "%b()", "%bab", "%f[a]",  "%f",  "%1",    "%2",   "%9",
      "%0",  "[",    "]",    "[^",    "%",   "%b",   "%ba",  "[%",   "[a-%]",  "x",   "(b*)",  "(a-)", ".-",
  };
  char bytes[128];
  size_t length = 0;
  for (int count = roll(d, 9); count > 0; count--) {
    if (roll(d, 16) == 0) {
      bytes[length++] = (char)roll(d, 256);
      continue;
    }
    const char *item = PICK(d, items);
    memcpy(bytes + length, item, strlen(item));
    length += strlen(item);
  }
  bytes[length] = 0;
  // Without any of these `string.find` looks for the text as it is, even where the pattern is malformed.
  if (!strpbrk(bytes, "^$*+?.([%-")) {
    memcpy(bytes + length, ".-", 2);
    length += 2;
  }
  return make_block(bytes, length, true);
}

#endif
