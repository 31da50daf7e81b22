// Where warnings go: as in Lua, to standard error once `warn("@on")` was said.
//
// Lua also warns of every finalizer that fails. Between two finalizers there is no other place at
// which an interruption could end a collection that runs thousands of endless ones.

#include "internal.h"

#include <stdio.h>
#include <string.h>

/// Raises the interruption, if Lua code runs: above host code nothing may jump.
static void stop_finalizers(slua_library *library) {
  if (!library->host->limits.enforced || !climits_must_stop(&library->host->limits)) return;
  library->warning_continues = false;
  slua_raise_interruption(library->host->current, 0);
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
  fprintf(stderr, "%s%s%s", begins ? "Lua warning: " : "", piece, continues ? "" : "\n");
  fflush(stderr);
}

void slua_open_warnings(lua_State *L) { lua_setwarnf(L, warn, slua_library_of(L)); }
