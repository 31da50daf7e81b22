// Stopping a script, at no cost until it is stopped.

#ifndef CLUA_INTERRUPT_H
#define CLUA_INTERRUPT_H

#include <CLimits.h>

#include "host.h"

/// Why a script is being stopped; `SLUA_RUNNING` while it is not.
enum {
  SLUA_RUNNING = CLIMITS_RUNNING,
  SLUA_INTERRUPTED = CLIMITS_INTERRUPTED,
  SLUA_TIME_LIMIT = CLIMITS_TIME_LIMIT
};

/// Begins an entry; `seconds` of 0 is no limit. Answers false when no timer could be made for a limit.
///
/// In C because the timer's signal handler must be async-signal-safe, which no Swift function is.
bool slua_enter(slua_host *host, double seconds);

/// Ends an entry; the outermost one clears the interruption. In C as above.
void slua_leave(slua_host *host);

/// Stops what runs now; does nothing outside of an entry. Async-signal-safe, and may come from any thread.
///
/// In C because it is called by signal handlers.
void slua_interrupt(slua_host *host, int reason);

/// The reason of the interruption in progress. A pointer, so that loops of the host can poll it.
const int32_t *slua_interruption(const slua_host *host);

/// Where the script was when it was stopped, as "chunk:line: ", or "". The field is not visible to Swift.
const char *slua_interruption_place(const slua_host *host);

/// Whether the interpreter lets finalizers and error handlers be interrupted too. For the tests.
bool slua_reaches_handlers(const slua_host *host);

#endif
