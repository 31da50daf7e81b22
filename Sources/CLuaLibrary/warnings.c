// Where warnings go: as in Lua, to standard error once `warn("@on")` was said.
//
// Lua also warns of every finalizer that fails. Between two finalizers there is no other place at
// which an interruption could end a collection that runs thousands of endless ones.

#include "internal.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// Raises the interruption, if Lua code runs: above host code nothing may jump.
static void stop_finalizers(slua_library *library) {
  if (!library->host->limits.enforced || !climits_must_stop(&library->host->limits)) return;
  library->warning_continues = false;
  library->host->leaves_finalizers = true;
  slua_raise_interruption(library->host->current, 0);
}

/// The length of the character that begins here, or 0 where its bytes are no UTF-8.
static size_t character(const unsigned char *text) {
  size_t length = text[0] < 0x80 ? 1 : text[0] < 0xE0 ? 2 : text[0] < 0xF0 ? 3 : 4;
  if ((text[0] >= 0x80 && text[0] < 0xC2) || text[0] > 0xF4) return 0;
  for (size_t i = 1; i < length; i++) {
    if ((text[i] & 0xC0) != 0x80) return 0;
  }
  return length;
}

/// Whether a character drives a terminal: C0 but line ends and tabs, DEL, C1, what turns the direction of text.
static bool drives_terminal(const unsigned char *text, size_t length) {
  if (length == 1) return (text[0] < 0x20 && text[0] != '\n' && text[0] != '\t') || text[0] == 0x7F;
  if (length == 2) return text[0] == 0xC2 && text[1] < 0xA0;
  if (length != 3 || text[0] != 0xE2) return false;
  if (text[1] == 0x80) return text[2] == 0x8E || text[2] == 0x8F || (text[2] >= 0xA8 && text[2] <= 0xAE);
  return text[1] == 0x81 && text[2] >= 0xA6 && text[2] <= 0xA9;
}

/// Shows a text on a terminal, which it must not drive; elsewhere it is written as it is.
static void show(const char *piece) {
  if (!isatty(STDERR_FILENO)) {
    fputs(piece, stderr);
    return;
  }
  for (const unsigned char *next = (const unsigned char *)piece; *next != 0;) {
    size_t length = character(next);
    if (length > 0 && !drives_terminal(next, length)) {
      fwrite(next, 1, length, stderr);
      next += length;
      continue;
    }
    size_t bytes = length > 0 ? length : 1;
    while (bytes-- > 0) fprintf(stderr, "\\%03d", *next++);
  }
}

/// Prints one piece of a warning; `continues` says that more pieces follow.
static void warn(void *context, const char *piece, int continues) {
  slua_library *library = context;
  stop_finalizers(library);
  bool begins = !library->warning_continues;
  library->warning_continues = continues != 0;
  if (!continues && piece[0] == '@' && (begins || !library->warns)) {
    if (strcmp(piece, "@on") == 0) library->warns = true;
    if (strcmp(piece, "@off") == 0) library->warns = false;
    return;
  }
  if (!library->warns) return;
  if (begins) fputs("Lua warning: ", stderr);
  show(piece);
  if (!continues) fputc('\n', stderr);
  fflush(stderr);
}

void slua_open_warnings(lua_State *L) { lua_setwarnf(L, warn, slua_library_of(L)); }
