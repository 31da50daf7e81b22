// What a system must have for entries: a timer that interrupts the thread of one, and the end of its stack.

#ifndef CLUA_TIMER_H
#define CLUA_TIMER_H

#include "inside.h"

/// How long until an interruption is armed again, in nanoseconds.
#define SLUA_REPEAT 1000000L

/// Stack that is left for the C functions between two checks.
#define SLUA_STACK_RESERVE ((size_t)256 * 1024)

/// Gives an entry that begins the timer of its thread, and stops it at the end; `has_timer` says whether there is one.
void slua_timer_begin(slua_host *host);
void slua_timer_end(slua_host *host);

/// Takes the timer away, after the last entry.
void slua_timer_close(slua_host *host);

/// Lets the timer go off at the deadline, and again at intervals.
bool slua_timer_await(slua_host *host);

/// The lowest address that the stack of a thread may reach; NULL where that is not known.
char *slua_stack_end(pthread_t thread);

#endif
