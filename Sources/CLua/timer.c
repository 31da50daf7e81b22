// Entries, and how long they may take.

#include "timer.h"

bool slua_deadline_passed(const slua_host *host) {
  if (!host->has_deadline) return false;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (now.tv_sec != host->deadline.tv_sec) return now.tv_sec > host->deadline.tv_sec;
  return now.tv_nsec >= host->deadline.tv_nsec;
}

/// Sets the deadline, and the timer to go off there and again.
static bool start_deadline(slua_host *host, double seconds) {
  host->has_deadline = false;
  if (!(seconds > 0) || seconds > 1e9) return true;
  if (!host->has_timer) return false;
  clock_gettime(CLOCK_MONOTONIC, &host->deadline);
  time_t whole = (time_t)seconds;
  long rest = (long)((seconds - (double)whole) * 1e9);
  host->deadline.tv_sec += whole + (host->deadline.tv_nsec + rest) / 1000000000L;
  host->deadline.tv_nsec = (host->deadline.tv_nsec + rest) % 1000000000L;
  host->has_deadline = true;
  return slua_timer_await(host);
}

/// Finds out once per thread how deep its stack may grow.
static void measure_stack(slua_host *host) {
  if (host->has_measured_thread && pthread_equal(host->measured_thread, host->thread)) return;
  host->has_measured_thread = true;
  host->measured_thread = host->thread;
  char *end = slua_stack_end(host->thread);
  host->stack_floor = end ? end + SLUA_STACK_RESERVE : NULL;
}

bool slua_enter(slua_host *host, double seconds) {
  if (host->depth > 0) {
    host->depth++;
    return true;
  }
  host->thread = pthread_self();
  measure_stack(host);
  slua_begin_interruptions(host);
  slua_timer_begin(host);
  host->depth = 1;
  bool started = start_deadline(host, seconds);
  slua_begin_budget(host);
  return started;
}

void slua_leave(slua_host *host) {
  if (host->depth == 1) slua_end_budget(host);
  if (--host->depth > 0) return;
  host->has_deadline = false;
  slua_timer_end(host);
  slua_end_interruptions(host);
}
