// Where warnings go: as in Lua, to standard error once `warn("@on")` was said.
//
// Lua also warns of every finalizer that fails. Between two finalizers there is no other place at
// which an interruption could end a collection that runs thousands of endless ones.

#include "internal.h"

#include <stdio.h>
#include <string.h>

/// Raises the interruption, if Lua code runs: above host code nothing may jump.
static void stop_finalizers(slua_host *host) {
  if (!host->enforce || __atomic_load_n(&host->stop, __ATOMIC_RELAXED) == SLUA_RUNNING) return;
  host->warning_continues = false;
  slua_raise_interruption(host->current, 0);
}

/// Prints one piece of a warning; `continues` says that more pieces follow.
static void warn(void *context, const char *piece, int continues) {
  slua_host *host = context;
  stop_finalizers(host);
  bool begins = !host->warning_continues;
  host->warning_continues = continues != 0;
  if (!continues && piece[0] == '@' && (begins || !host->warns)) {
    if (strcmp(piece, "@on") == 0) host->warns = true;
    if (strcmp(piece, "@off") == 0) host->warns = false;
    return;
  }
  if (!host->warns) return;
  fprintf(stderr, "%s%s%s", begins ? "Lua warning: " : "", piece, continues ? "" : "\n");
  fflush(stderr);
}

void slua_open_warnings(slua_host *host) { lua_setwarnf(host->main, warn, host); }
